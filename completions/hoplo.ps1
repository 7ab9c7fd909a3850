# What hoplo completes in powershell; written by `hoplo completions`.

Register-ArgumentCompleter -Native -CommandName hoplo -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = [ordered]@{
        'rival-turn' = 'Resolve the rival''s turn from the board as it stands: deployment, tactics, movement, abilities, engage'
        'arena-turn' = 'Resolve the arena''s turn, where its card has one: what the card does, then the steps of its units'
        'why' = 'Show why a rival unit does what it does: every candidate, every criterion, and what ruled each one out'
        'why-not' = 'Show what kept a rival unit from a hex or from an opponent'
        'solve' = 'Answer positions: one a line on standard input, as position@1 or in one line; one answer a line comes out'
        'turn' = 'Play your turn on a board: what is legal is done, what is not is refused with its rule and what you may do'
        'options' = 'Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack'
        'moves' = 'Show where a unit may move: yours now, with the steps to each hex; any other what it does if it moves first'
        'targets' = 'Show whom a unit may attack as things stand, its Specials, and what keeps it from its other opponents'
        'unit' = 'Show a unit: every stat as a sum of what it comes from, its skills, what it may and may not do'
        'skill' = 'Show a skill: its type, what it does, how rivals use it, its effects, who says so; without a name, list all'
        'rules' = 'Look a rule up by its words, its id, its page (p.23) or its step; without words, list all of them'
        'glossary' = 'Look a Key Term up by its English or Italian name; without one, list all of them'
        'rulings' = 'List the questions that the rulebook leaves open, with the reading in force and the others'
        'data' = 'What is known of units, skills, tactics, heroes and arenas, and who says so'
        'new' = 'Begin a campaign from its choices (Rulebook p.8-10); at a terminal, what the options leave open is asked for'
        'pad' = 'Show the hero pad, or change it by the rules'
        'influence' = 'The scion''s influence'
        'week' = 'The weeks of the acts'
        'bless' = 'Cross off a blessing: the hero is fully healed instead of defeated, or bag units fill up the troop'
        'bag' = 'The draw bag: contents, odds, draws'
        'bane' = 'Banes: drawn from the stack, and removed'
        'camp' = 'The camp: units, tactics, prowess, opportunities'
        'stack' = 'The faction stacks: what lies on top, and what is left'
        'map' = 'The map of the ancient world, as you tell it'
        'travel' = 'Move the encampment, or list where it may go and what forbids the rest'
        'route' = 'Find every best way to a place by weeks and scion influence, with what to do at each stop'
        'event' = 'The event of this round, and what comes of it'
        'cleanup' = 'Clean up after a combat: its reward or punishment, what goes to the bag and the supply, and the week'
        'play' = 'Play on, guided: where the campaign stands, what comes next, a key each; every step is kept as it is made'
        'note' = 'Keep a note in the history of the campaign; nothing is changed by it'
        'fight' = 'A fight from its set-up to its end'
        'deploy' = 'Deploy a unit of your camp on one of your deployment hexes (p.25)'
        'tactic' = 'Play a tactic of your camp on a unit (p.25, 30); with its name alone, show it; with nothing, list all'
        'move' = 'Move a unit of yours (p.26); with --note, put any unit by hand where it stands on the mat'
        'ability' = 'Use an Ability of a unit of yours (p.26)'
        'attack' = 'Attack an opponent with a unit of yours (p.27)'
        'special' = 'Use a Special of a unit of yours in place of its attack (p.27)'
        'surrender' = 'Surrender at the start of a troop''s turn: the combat is failed at once, your hero keeps its HP (p.28)'
        'end-turn' = 'End your turn: the arena''s follows, where it has one, or the rival''s (p.20, 28)'
        'answer' = 'Go on with what the fight still asks: answers in order, or at a terminal one question after the other'
        'board' = 'Show the board: the fight''s that is followed, or that of a position. `board edit` puts it right by arrow keys'
        'place' = 'Put a unit by hand on the hex where it stands on the mat'
        'remove' = 'Take a unit off the mat by hand: it was defeated, or is back in its camp or lineup'
        'set' = 'Set anything of the fight by hand to what it is on the table; a unit with 0 HP is defeated'
        'check' = 'Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs'
        'scion' = 'The scion''s dice: what a roll sets off, and the exact odds'
        'undo' = 'Take back the last step, or all steps to a point: a mark, or where a week, an act, a turn or the fight began'
        'redo' = 'Do again the step that was taken back last'
        'mark' = 'Mark this point, to come back to it with `hoplo undo --to NAME`'
        'history' = 'List the steps that led here, the last one last, each with what it changed'
        'fix' = 'Put anything right that the save holds and the table shows otherwise'
        'stow' = 'Print where everything of this campaign goes in the box'
        'unstow' = 'Print what to put back on the table'
        'odyssey' = 'Print the record of this campaign: the hero, the troop, the deeds, and the whole journey'
        'save' = 'The campaigns on this machine; alone, list them'
        'doctor' = 'Check every save from its first step to its last, and all else that is yours; bring back the last good state'
        'report' = 'Write one file that reproduces any moment: the log, the board, the rulings, the versions, your own records'
        'replay' = 'Run a report: hold its log against itself, play its fight again, and show the moment, its question and why'
        'dispute' = 'Keep a disagreement: the board, what hoplo decides there and by which rules, and what you hold instead'
        'disputes' = 'Where you hold otherwise, and whether hoplo still does'
        'config' = 'Show what is settled, or settle it: who rolls and draws, the language, the colours, asking again'
        'completions' = 'What the Tab key offers in bash, zsh, fish and PowerShell'
        'man' = 'Print the manual page, in roff: `hoplo man | man -l -` shows it'
    }
    $typed = $commandAst.ToString()
    $first = $commandAst.CommandElements.Count -eq 1 -or
        ($commandAst.CommandElements.Count -eq 2 -and $wordToComplete)
    if ($first -and -not $wordToComplete.StartsWith('-')) {
        $found = foreach ($name in $commands.Keys) { "${name}:::$($commands[$name])" }
        $found = $found | Where-Object { $_.StartsWith($wordToComplete) }
    } else {
        try {
            $Env:_HOPLO_COMPLETE = 'complete_powershell'
            $Env:_TYPER_COMPLETE_ARGS = $typed
            $Env:_TYPER_COMPLETE_WORD_TO_COMPLETE = $wordToComplete
            $found = hoplo 2>$null
        } finally {
            $Env:_HOPLO_COMPLETE = $null
            $Env:_TYPER_COMPLETE_ARGS = $null
            $Env:_TYPER_COMPLETE_WORD_TO_COMPLETE = $null
        }
    }
    $found | Where-Object { $_ } | ForEach-Object {
        $value, $help = $_ -split ':::', 2
        if (-not $help -or -not $help.Trim()) { $help = $value }
        # Where spaces and the like are in it, it stands between quotation marks.
        $text = if ($value -match "[\s'`"`$&;|()]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
        if ($wordToComplete -match '^--[^=]+=') { $text = $Matches[0] + $text }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
    }
}

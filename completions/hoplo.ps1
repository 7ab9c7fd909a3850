# What hoplo completes in powershell; written by `hoplo completions`.

Register-ArgumentCompleter -Native -CommandName hoplo -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = [ordered]@{
        'play' = 'The guided evening: what comes next, one key per answer'
        'learn' = 'The rulebook''s own examples as lessons, in which you decide'
        'new' = 'Begin a campaign'
        'travel' = 'Move the encampment, or list where it may go'
        'route' = 'The best ways to a place'
        'map' = 'The map of the ancient world, as you have entered it'
        'event' = 'This round''s event, and what comes of it'
        'cleanup' = 'Clean up after a combat'
        'note' = 'Keep a note in the history of the campaign'
        'luck' = 'The dice of this campaign against what was due'
        'odyssey' = 'The record of this campaign and its journey'
        'stow' = 'Where everything of this campaign goes in the box'
        'unstow' = 'What to put back on the table'
        'fight' = 'A fight from its set-up to its end'
        'rival-turn' = 'The rival''s turn, from the board as it is'
        'turn' = 'Play your turn on a board'
        'options' = 'Everything that you may do now in your turn'
        'moves' = 'Where a unit may move'
        'targets' = 'Whom a unit may attack'
        'deploy' = 'Deploy a unit of your camp'
        'tactic' = 'Play a tactic of your camp, or show one'
        'move' = 'Move a unit of yours'
        'ability' = 'Use an Ability of a unit of yours'
        'attack' = 'Attack an opponent'
        'special' = 'Use a Special in place of an attack'
        'answer' = 'Answer what the fight still asks'
        'surrender' = 'Surrender: the combat is failed at once'
        'end-turn' = 'End your turn'
        'arena-turn' = 'The arena''s turn, where its card has one'
        'scion' = 'The scion''s dice: what a roll sets off, and its odds'
        'board' = 'The board of the fight, or of a position'
        'camp' = 'The camp: units, tactics, Prowess, Opportunities'
        'pad' = 'The hero pad: show it, or change it by the rules'
        'influence' = 'The scion''s influence'
        'week' = 'The weeks of the acts'
        'bless' = 'Cross off a blessing'
        'bag' = 'The draw bag: contents, odds, draws'
        'bane' = 'Banes: draw one, or remove one'
        'stack' = 'The faction stacks: what lies on top, and what is left'
        'why' = 'Why a rival unit does what it does'
        'why-not' = 'What keeps a rival unit from a hex or an opponent'
        'odds' = 'What an attack, a plan or the fight can come to'
        'forecast' = 'What the rival''s next turn can do to you'
        'advise' = 'The best plans for your turn, and why'
        'unit' = 'A unit: its stats and skills, and where they come from'
        'skill' = 'A skill, or all of them'
        'rules' = 'Look up a rule by its words, its page or its step'
        'glossary' = 'A Key Term in English and Italian'
        'rulings' = 'The rulebook''s open questions, and how they are read'
        'undo' = 'Take back the last step, or all steps to a point'
        'redo' = 'Do again the step that was taken back last'
        'mark' = 'Mark this point, to come back to it'
        'history' = 'The steps that led here, and what each changed'
        'fix' = 'Correct the save to what is on the table'
        'place' = 'Put a unit on the hex where it is on the mat'
        'remove' = 'Take a unit off the mat'
        'set' = 'Set anything of the fight to what it is on the table'
        'check' = 'Compare the mat with the fight that is followed'
        'dispute' = 'Record that you disagree with a decision of hoplo'
        'disputes' = 'The decisions that you disagree with'
        'data' = 'Units, skills, cards and arenas: known, missing, your own'
        'save' = 'The campaigns on this machine'
        'doctor' = 'Check every save; bring back the last good state'
        'report' = 'Write one file that reproduces any moment'
        'replay' = 'Play a report again, and show its moment'
        'config' = 'The settings: dice, draws, language, colours, board'
        'completions' = 'What the Tab key offers in your shell'
        'man' = 'Print the manual page'
        'solve' = 'Answer positions for programs, one per line'
        'spartacus' = 'Spartacus: A Game of Blood and Treachery'
        'pantheon' = 'Mythic Battles: Pantheon'
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

# What hoplo completes in fish; written by `hoplo completions`.

function __hoplo_complete
    set -lx _HOPLO_COMPLETE complete_fish
    set -lx _TYPER_COMPLETE_FISH_ACTION get-args
    set -lx _TYPER_COMPLETE_ARGS (commandline -cp)
    set -l found (hoplo 2>/dev/null)
    # An option and its value may be one word.
    set -l before (string match -r -- '^--[^=]+=' (commandline -ct))
    test -n "$before"; or set before ''
    set -l words (commandline -opc)
    if test -n "$found"
        printf '%s\n' $before$found
    else if contains -- "$words[-1]" --answers --dir --pack --position --since --svg --write -p; or contains -- "$words[2]" completions data map replay report save
        __fish_complete_path (commandline -ct)
    end
end

complete -c hoplo -e
complete -c hoplo -f
complete -c hoplo -n 'not __fish_use_subcommand; or string match -q -- "-*" (commandline -ct)' -a '(__hoplo_complete)'
complete -c hoplo -n __fish_use_subcommand -a rival-turn -d 'Resolve the rival\'s turn from the board as it stands: deployment, tactics, movement, abilities, engage'
complete -c hoplo -n __fish_use_subcommand -a arena-turn -d 'Resolve the arena\'s turn, where its card has one: what the card does, then the steps of its units'
complete -c hoplo -n __fish_use_subcommand -a why -d 'Show why a rival unit does what it does: every candidate, every criterion, and what ruled each one out'
complete -c hoplo -n __fish_use_subcommand -a why-not -d 'Show what kept a rival unit from a hex or from an opponent'
complete -c hoplo -n __fish_use_subcommand -a solve -d 'Answer positions: one a line on standard input, as position@1 or in one line; one answer a line comes out'
complete -c hoplo -n __fish_use_subcommand -a turn -d 'Play your turn on a board: what is legal is done, what is not is refused with its rule and what you may do'
complete -c hoplo -n __fish_use_subcommand -a options -d 'Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack'
complete -c hoplo -n __fish_use_subcommand -a moves -d 'Show where a unit may move: yours now, with the steps to each hex; any other what it does if it moves first'
complete -c hoplo -n __fish_use_subcommand -a targets -d 'Show whom a unit may attack as things stand, its Specials, and what keeps it from its other opponents'
complete -c hoplo -n __fish_use_subcommand -a unit -d 'Show a unit: every stat as a sum of what it comes from, its skills, what it may and may not do'
complete -c hoplo -n __fish_use_subcommand -a skill -d 'Show a skill: its type, what it does, how rivals use it, its effects, who says so; without a name, list all'
complete -c hoplo -n __fish_use_subcommand -a rules -d 'Look a rule up by its words, its id, its page (p.23) or its step; without words, list all of them'
complete -c hoplo -n __fish_use_subcommand -a glossary -d 'Look a Key Term up by its English or Italian name; without one, list all of them'
complete -c hoplo -n __fish_use_subcommand -a rulings -d 'List the questions that the rulebook leaves open, with the reading in force and the others'
complete -c hoplo -n __fish_use_subcommand -a data -d 'What is known of units, skills, tactics, heroes and arenas, and who says so'
complete -c hoplo -n __fish_use_subcommand -a new -d 'Begin a campaign from its choices (Rulebook p.8-10); at a terminal, what the options leave open is asked for'
complete -c hoplo -n __fish_use_subcommand -a pad -d 'Show the hero pad, or change it by the rules'
complete -c hoplo -n __fish_use_subcommand -a influence -d 'The scion\'s influence'
complete -c hoplo -n __fish_use_subcommand -a week -d 'The weeks of the acts'
complete -c hoplo -n __fish_use_subcommand -a bless -d 'Cross off a blessing: the hero is fully healed instead of defeated, or bag units fill up the troop'
complete -c hoplo -n __fish_use_subcommand -a bag -d 'The draw bag: contents, odds, draws'
complete -c hoplo -n __fish_use_subcommand -a bane -d 'Banes: drawn from the stack, and removed'
complete -c hoplo -n __fish_use_subcommand -a camp -d 'The camp: units, tactics, prowess, opportunities'
complete -c hoplo -n __fish_use_subcommand -a stack -d 'The faction stacks: what lies on top, and what is left'
complete -c hoplo -n __fish_use_subcommand -a map -d 'The map of the ancient world, as you tell it'
complete -c hoplo -n __fish_use_subcommand -a travel -d 'Move the encampment, or list where it may go and what forbids the rest'
complete -c hoplo -n __fish_use_subcommand -a route -d 'Find every best way to a place by weeks and scion influence, with what to do at each stop'
complete -c hoplo -n __fish_use_subcommand -a event -d 'The event of this round, and what comes of it'
complete -c hoplo -n __fish_use_subcommand -a cleanup -d 'Clean up after a combat: its reward or punishment, what goes to the bag and the supply, and the week'
complete -c hoplo -n __fish_use_subcommand -a play -d 'Play on, guided: where the campaign stands, what comes next, a key each; every step is kept as it is made'
complete -c hoplo -n __fish_use_subcommand -a note -d 'Keep a note in the history of the campaign; nothing is changed by it'
complete -c hoplo -n __fish_use_subcommand -a fight -d 'A fight from its set-up to its end'
complete -c hoplo -n __fish_use_subcommand -a deploy -d 'Deploy a unit of your camp on one of your deployment hexes (p.25)'
complete -c hoplo -n __fish_use_subcommand -a tactic -d 'Play a tactic of your camp on a unit (p.25, 30); with its name alone, show it; with nothing, list all'
complete -c hoplo -n __fish_use_subcommand -a move -d 'Move a unit of yours (p.26); with --note, put any unit by hand where it stands on the mat'
complete -c hoplo -n __fish_use_subcommand -a ability -d 'Use an Ability of a unit of yours (p.26)'
complete -c hoplo -n __fish_use_subcommand -a attack -d 'Attack an opponent with a unit of yours (p.27)'
complete -c hoplo -n __fish_use_subcommand -a special -d 'Use a Special of a unit of yours in place of its attack (p.27)'
complete -c hoplo -n __fish_use_subcommand -a surrender -d 'Surrender at the start of a troop\'s turn: the combat is failed at once, your hero keeps its HP (p.28)'
complete -c hoplo -n __fish_use_subcommand -a end-turn -d 'End your turn: the arena\'s follows, where it has one, or the rival\'s (p.20, 28)'
complete -c hoplo -n __fish_use_subcommand -a answer -d 'Go on with what the fight still asks: answers in order, or at a terminal one question after the other'
complete -c hoplo -n __fish_use_subcommand -a board -d 'Show the board: the fight\'s that is followed, or that of a position. `board edit` puts it right by arrow keys'
complete -c hoplo -n __fish_use_subcommand -a place -d 'Put a unit by hand on the hex where it stands on the mat'
complete -c hoplo -n __fish_use_subcommand -a remove -d 'Take a unit off the mat by hand: it was defeated, or is back in its camp or lineup'
complete -c hoplo -n __fish_use_subcommand -a set -d 'Set anything of the fight by hand to what it is on the table; a unit with 0 HP is defeated'
complete -c hoplo -n __fish_use_subcommand -a check -d 'Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs'
complete -c hoplo -n __fish_use_subcommand -a scion -d 'The scion\'s dice: what a roll sets off, and the exact odds'
complete -c hoplo -n __fish_use_subcommand -a undo -d 'Take back the last step, or all steps to a point: a mark, or where a week, an act, a turn or the fight began'
complete -c hoplo -n __fish_use_subcommand -a redo -d 'Do again the step that was taken back last'
complete -c hoplo -n __fish_use_subcommand -a mark -d 'Mark this point, to come back to it with `hoplo undo --to NAME`'
complete -c hoplo -n __fish_use_subcommand -a history -d 'List the steps that led here, the last one last, each with what it changed'
complete -c hoplo -n __fish_use_subcommand -a fix -d 'Put anything right that the save holds and the table shows otherwise'
complete -c hoplo -n __fish_use_subcommand -a stow -d 'Print where everything of this campaign goes in the box'
complete -c hoplo -n __fish_use_subcommand -a unstow -d 'Print what to put back on the table'
complete -c hoplo -n __fish_use_subcommand -a odyssey -d 'Print the record of this campaign: the hero, the troop, the deeds, and the whole journey'
complete -c hoplo -n __fish_use_subcommand -a save -d 'The campaigns on this machine; alone, list them'
complete -c hoplo -n __fish_use_subcommand -a doctor -d 'Check every save from its first step to its last, and all else that is yours; bring back the last good state'
complete -c hoplo -n __fish_use_subcommand -a report -d 'Write one file that reproduces any moment: the log, the board, the rulings, the versions, your own records'
complete -c hoplo -n __fish_use_subcommand -a replay -d 'Run a report: hold its log against itself, play its fight again, and show the moment, its question and why'
complete -c hoplo -n __fish_use_subcommand -a dispute -d 'Keep a disagreement: the board, what hoplo decides there and by which rules, and what you hold instead'
complete -c hoplo -n __fish_use_subcommand -a disputes -d 'Where you hold otherwise, and whether hoplo still does'
complete -c hoplo -n __fish_use_subcommand -a config -d 'Show what is settled, or settle it: who rolls and draws, the language, the colours, asking again'
complete -c hoplo -n __fish_use_subcommand -a completions -d 'What the Tab key offers in bash, zsh, fish and PowerShell'
complete -c hoplo -n __fish_use_subcommand -a man -d 'Print the manual page, in roff: `hoplo man | man -l -` shows it'

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
    else if contains -- "$words[-1]" --answers --dir --file --ground --html --into --player --pool --position --since --svg --write -g -p; or contains -- "$words[2]" completions data map pantheon replay report save
        __fish_complete_path (commandline -ct)
    end
end

complete -c hoplo -e
complete -c hoplo -f
complete -c hoplo -n 'not __fish_use_subcommand; or string match -q -- "-*" (commandline -ct)' -a '(__hoplo_complete)'
complete -c hoplo -n __fish_use_subcommand -a play -d 'The guided evening: what comes next, one key per answer'
complete -c hoplo -n __fish_use_subcommand -a learn -d 'The rulebook\'s own examples as lessons, in which you decide'
complete -c hoplo -n __fish_use_subcommand -a new -d 'Begin a campaign'
complete -c hoplo -n __fish_use_subcommand -a travel -d 'Move the encampment, or list where it may go'
complete -c hoplo -n __fish_use_subcommand -a route -d 'The best ways to a place'
complete -c hoplo -n __fish_use_subcommand -a map -d 'The map of the ancient world, as you have entered it'
complete -c hoplo -n __fish_use_subcommand -a event -d 'This round\'s event, and what comes of it'
complete -c hoplo -n __fish_use_subcommand -a cleanup -d 'Clean up after a combat'
complete -c hoplo -n __fish_use_subcommand -a note -d 'Keep a note in the history of the campaign'
complete -c hoplo -n __fish_use_subcommand -a luck -d 'The dice of this campaign against what was due'
complete -c hoplo -n __fish_use_subcommand -a odyssey -d 'The record of this campaign and its journey'
complete -c hoplo -n __fish_use_subcommand -a stow -d 'Where everything of this campaign goes in the box'
complete -c hoplo -n __fish_use_subcommand -a unstow -d 'What to put back on the table'
complete -c hoplo -n __fish_use_subcommand -a fight -d 'A fight from its set-up to its end'
complete -c hoplo -n __fish_use_subcommand -a rival-turn -d 'The rival\'s turn, from the board as it is'
complete -c hoplo -n __fish_use_subcommand -a turn -d 'Play your turn on a board'
complete -c hoplo -n __fish_use_subcommand -a options -d 'Everything that you may do now in your turn'
complete -c hoplo -n __fish_use_subcommand -a moves -d 'Where a unit may move'
complete -c hoplo -n __fish_use_subcommand -a targets -d 'Whom a unit may attack'
complete -c hoplo -n __fish_use_subcommand -a deploy -d 'Deploy a unit of your camp'
complete -c hoplo -n __fish_use_subcommand -a tactic -d 'Play a tactic of your camp, or show one'
complete -c hoplo -n __fish_use_subcommand -a move -d 'Move a unit of yours'
complete -c hoplo -n __fish_use_subcommand -a ability -d 'Use an Ability of a unit of yours'
complete -c hoplo -n __fish_use_subcommand -a attack -d 'Attack an opponent'
complete -c hoplo -n __fish_use_subcommand -a special -d 'Use a Special in place of an attack'
complete -c hoplo -n __fish_use_subcommand -a answer -d 'Answer what the fight still asks'
complete -c hoplo -n __fish_use_subcommand -a surrender -d 'Surrender: the combat is failed at once'
complete -c hoplo -n __fish_use_subcommand -a end-turn -d 'End your turn'
complete -c hoplo -n __fish_use_subcommand -a arena-turn -d 'The arena\'s turn, where its card has one'
complete -c hoplo -n __fish_use_subcommand -a scion -d 'The scion\'s dice: what a roll sets off, and its odds'
complete -c hoplo -n __fish_use_subcommand -a board -d 'The board of the fight, or of a position'
complete -c hoplo -n __fish_use_subcommand -a camp -d 'The camp: units, tactics, Prowess, Opportunities'
complete -c hoplo -n __fish_use_subcommand -a pad -d 'The hero pad: show it, or change it by the rules'
complete -c hoplo -n __fish_use_subcommand -a influence -d 'The scion\'s influence'
complete -c hoplo -n __fish_use_subcommand -a week -d 'The weeks of the acts'
complete -c hoplo -n __fish_use_subcommand -a bless -d 'Cross off a blessing'
complete -c hoplo -n __fish_use_subcommand -a bag -d 'The draw bag: contents, odds, draws'
complete -c hoplo -n __fish_use_subcommand -a bane -d 'Banes: draw one, or remove one'
complete -c hoplo -n __fish_use_subcommand -a stack -d 'The faction stacks: what lies on top, and what is left'
complete -c hoplo -n __fish_use_subcommand -a why -d 'Why a rival unit does what it does'
complete -c hoplo -n __fish_use_subcommand -a why-not -d 'What keeps a rival unit from a hex or an opponent'
complete -c hoplo -n __fish_use_subcommand -a odds -d 'What an attack, a plan or the fight can come to'
complete -c hoplo -n __fish_use_subcommand -a forecast -d 'What the rival\'s next turn can do to you'
complete -c hoplo -n __fish_use_subcommand -a advise -d 'The best plans for your turn, and why'
complete -c hoplo -n __fish_use_subcommand -a unit -d 'A unit: its stats and skills, and where they come from'
complete -c hoplo -n __fish_use_subcommand -a skill -d 'A skill, or all of them'
complete -c hoplo -n __fish_use_subcommand -a rules -d 'Look up a rule by its words, its page or its step'
complete -c hoplo -n __fish_use_subcommand -a glossary -d 'A Key Term in English and Italian'
complete -c hoplo -n __fish_use_subcommand -a rulings -d 'The rulebook\'s open questions, and how they are read'
complete -c hoplo -n __fish_use_subcommand -a undo -d 'Take back the last step, or all steps to a point'
complete -c hoplo -n __fish_use_subcommand -a redo -d 'Do again the step that was taken back last'
complete -c hoplo -n __fish_use_subcommand -a mark -d 'Mark this point, to come back to it'
complete -c hoplo -n __fish_use_subcommand -a history -d 'The steps that led here, and what each changed'
complete -c hoplo -n __fish_use_subcommand -a fix -d 'Correct the save to what is on the table'
complete -c hoplo -n __fish_use_subcommand -a place -d 'Put a unit on the hex where it is on the mat'
complete -c hoplo -n __fish_use_subcommand -a remove -d 'Take a unit off the mat'
complete -c hoplo -n __fish_use_subcommand -a set -d 'Set anything of the fight to what it is on the table'
complete -c hoplo -n __fish_use_subcommand -a check -d 'Compare the mat with the fight that is followed'
complete -c hoplo -n __fish_use_subcommand -a dispute -d 'Record that you disagree with a decision of hoplo'
complete -c hoplo -n __fish_use_subcommand -a disputes -d 'The decisions that you disagree with'
complete -c hoplo -n __fish_use_subcommand -a data -d 'Units, skills, cards and arenas: known, missing, your own'
complete -c hoplo -n __fish_use_subcommand -a save -d 'The campaigns on this machine'
complete -c hoplo -n __fish_use_subcommand -a doctor -d 'Check every save; bring back the last good state'
complete -c hoplo -n __fish_use_subcommand -a report -d 'Write one file that reproduces any moment'
complete -c hoplo -n __fish_use_subcommand -a replay -d 'Play a report again, and show its moment'
complete -c hoplo -n __fish_use_subcommand -a config -d 'The settings: dice, draws, language, colours, board'
complete -c hoplo -n __fish_use_subcommand -a completions -d 'What the Tab key offers in your shell'
complete -c hoplo -n __fish_use_subcommand -a man -d 'Print the manual page'
complete -c hoplo -n __fish_use_subcommand -a solve -d 'Answer positions for programs, one per line'
complete -c hoplo -n __fish_use_subcommand -a spartacus -d 'Spartacus: A Game of Blood and Treachery'
complete -c hoplo -n __fish_use_subcommand -a pantheon -d 'Mythic Battles: Pantheon'

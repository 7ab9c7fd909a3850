# What hoplo completes in bash; written by `hoplo completions`.

_hoplo_completion() {
    local word="${COMP_WORDS[COMP_CWORD]}" line
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
        COMPREPLY=($(compgen -W "rival-turn arena-turn why why-not solve turn options moves targets unit skill rules glossary rulings data new pad influence week bless bag bane camp stack map travel route event cleanup play note fight deploy tactic move ability attack special surrender end-turn answer board place remove set check scion undo redo mark history fix stow unstow odyssey save doctor report replay dispute disputes config completions man" -- "$word"))
        return 0
    fi
    while IFS= read -r line; do
        [[ -n $line ]] || continue
        # Where the word is not between quotation marks, spaces and the like must not end it.
        [[ $word == [\"\']* ]] || printf -v line '%q' "$line"
        COMPREPLY+=("$line")
    done < <(
        IFS=$'\n'
        env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD="$COMP_CWORD" _HOPLO_COMPLETE=complete_bash "$1" 2>/dev/null
    )
    return 0
}

complete -o default -F _hoplo_completion hoplo

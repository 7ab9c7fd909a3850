# What hoplo completes in bash; written by `hoplo completions`.

_hoplo_escaped() {
    # What stands between quotation marks is written so that they hold to its end; elsewhere every sign by itself.
    local text="$2"
    case "$1" in
        \"*)
            text="${text//\\/\\\\}"; text="${text//\"/\\\"}"
            text="${text//\$/\\\$}"; text="${text//\`/\\\`}"
            ;;
        \'*) text="${text//\'/\'\\\'\'}" ;;
        *) printf -v text '%q' "$text" ;;
    esac
    printf '%s' "$text"
}

_hoplo_completion() {
    local line word before="" rest="${COMP_LINE:COMP_POINT:4096}"
    local -i at last=-1
    local -a words=()
    COMPREPLY=()
    # Bash parts words at = and : too, and hoplo does not.
    for ((at = 0; at <= COMP_CWORD; at++)); do
        word="${COMP_WORDS[at]}"
        if [[ $at -gt 1 && ($word == [=:]* || ${words[last]} == *[=:]) ]]; then
            before="${words[last]}"
            [[ $word == [=:]* ]] && before+="$word"
            words[last]+="$word"
        else
            before=""
            last+=1
            words[last]="$word"
        fi
    done
    word="${words[last]}"
    # Behind the cursor nothing counts.
    [[ -n $rest && $rest != [[:space:]]* ]] && word="${word%"${rest%%[[:space:]]*}"}"
    words[last]="$word"
    if [[ $last -eq 1 && $word != -* ]]; then
        COMPREPLY=($(compgen -W "play learn new travel route map event cleanup note luck odyssey stow unstow fight rival-turn turn options moves targets deploy tactic move ability attack special answer surrender end-turn arena-turn scion board camp pad influence week bless bag bane stack why why-not odds forecast advise unit skill rules glossary rulings undo redo mark history fix place remove set check dispute disputes data save doctor report replay config completions man solve spartacus pantheon" -- "$word"))
        return 0
    fi
    while IFS= read -r line; do
        [[ -n $line ]] || continue
        line="$(_hoplo_escaped "$word" "$line")"
        COMPREPLY+=("${line#"$before"}")
    done < <(
        IFS=$'\n'
        env COMP_WORDS="${words[*]}" COMP_CWORD="$last" _HOPLO_COMPLETE=complete_bash "$1" 2>/dev/null
    )
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        # Files are offered where one may stand.
        case "${words[last - 1]}" in --answers|--dir|--file|--ground|--html|--into|--player|--pool|--position|--since|--svg|--write|-g|-p) compopt -o default 2>/dev/null ;; esac
        case "${words[1]}" in completions|data|map|pantheon|replay|report|save) compopt -o default 2>/dev/null ;; esac
    fi
    return 0
}

complete -F _hoplo_completion hoplo

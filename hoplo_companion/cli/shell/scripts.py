"""The completion of each shell as a file: its script, and where the shell looks for it.

A script knows the commands, so that the first word is completed at once; whatever follows is asked of hoplo, by the
variables that Typer answers to. Scripts are written by `script` alone: after a change of the commands
`hoplo completions write completions` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hoplo_companion.cli.app import ASKED
from hoplo_companion.cli.commands import COMMANDS
from hoplo_companion.cli.shell.tree import file_commands, file_options

BASH = """\
_hoplo_escaped() {
    # What stands between quotation marks is written so that they hold to its end; elsewhere every sign by itself.
    local text="$2"
    case "$1" in
        \\"*)
            text="${text//\\\\/\\\\\\\\}"; text="${text//\\"/\\\\\\"}"
            text="${text//\\$/\\\\\\$}"; text="${text//\\`/\\\\\\`}"
            ;;
        \\'*) text="${text//\\'/\\'\\\\\\'\\'}" ;;
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
        COMPREPLY=($(compgen -W "@NAMES@" -- "$word"))
        return 0
    fi
    while IFS= read -r line; do
        [[ -n $line ]] || continue
        line="$(_hoplo_escaped "$word" "$line")"
        COMPREPLY+=("${line#"$before"}")
    done < <(
        IFS=$'\\n'
        env COMP_WORDS="${words[*]}" COMP_CWORD="$last" @ASKED@=complete_bash "$1" 2>/dev/null
    )
    if [[ ${#COMPREPLY[@]} -eq 0 ]]; then
        # Files are offered where one may stand.
        case "${words[last - 1]}" in @FILE_OPTIONS@) compopt -o default 2>/dev/null ;; esac
        case "${words[1]}" in @FILE_COMMANDS@) compopt -o default 2>/dev/null ;; esac
    fi
    return 0
}

complete -F _hoplo_completion hoplo
"""

ZSH = """\
_hoplo() {
    local -a commands found
    local line value help
    if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then
        commands=(
@PAIRS@
        )
        _describe -t commands 'command' commands
        return
    fi
    for line in "${(@f)$(@ASKED@=complete_fish _TYPER_COMPLETE_FISH_ACTION=get-args \\
            _TYPER_COMPLETE_ARGS="${(j: :)words[1,CURRENT]}" ${words[1]} 2>/dev/null)}"; do
        [[ -n $line ]] || continue
        value=${line%%$'\\t'*}
        help=${line#*$'\\t'}
        [[ $help == "$line" ]] && help=''
        found+=("${value//:/\\\\:}${help:+:$help}")
    done
    if (( $#found )); then
        # An option and its value may be one word.
        [[ ${words[CURRENT]} == --*=* ]] && compset -P 1 '*='
        _describe 'hoplo' found
    elif [[ ${words[CURRENT-1]} == (@FILE_OPTIONS@) || ${words[2]} == (@FILE_COMMANDS@) ]]; then
        _files
    fi
}

if [[ ${funcstack[1]} == _hoplo ]]; then
    _hoplo "$@"
else
    compdef _hoplo hoplo
fi
"""

FISH = """\
function __hoplo_complete
    set -lx @ASKED@ complete_fish
    set -lx _TYPER_COMPLETE_FISH_ACTION get-args
    set -lx _TYPER_COMPLETE_ARGS (commandline -cp)
    set -l found (hoplo 2>/dev/null)
    # An option and its value may be one word.
    set -l before (string match -r -- '^--[^=]+=' (commandline -ct))
    test -n "$before"; or set before ''
    set -l words (commandline -opc)
    if test -n "$found"
        printf '%s\\n' $before$found
    else if contains -- "$words[-1]" @FILE_OPTIONS_APART@; or contains -- "$words[2]" @FILE_COMMANDS_APART@
        __fish_complete_path (commandline -ct)
    end
end

complete -c hoplo -e
complete -c hoplo -f
complete -c hoplo -n 'not __fish_use_subcommand; or string match -q -- "-*" (commandline -ct)' -a '(__hoplo_complete)'
@PAIRS@
"""

POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName hoplo -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $commands = [ordered]@{
@PAIRS@
    }
    $typed = $commandAst.ToString()
    $first = $commandAst.CommandElements.Count -eq 1 -or
        ($commandAst.CommandElements.Count -eq 2 -and $wordToComplete)
    if ($first -and -not $wordToComplete.StartsWith('-')) {
        $found = foreach ($name in $commands.Keys) { "${name}:::$($commands[$name])" }
        $found = $found | Where-Object { $_.StartsWith($wordToComplete) }
    } else {
        try {
            $Env:@ASKED@ = 'complete_powershell'
            $Env:_TYPER_COMPLETE_ARGS = $typed
            $Env:_TYPER_COMPLETE_WORD_TO_COMPLETE = $wordToComplete
            $found = hoplo 2>$null
        } finally {
            $Env:@ASKED@ = $null
            $Env:_TYPER_COMPLETE_ARGS = $null
            $Env:_TYPER_COMPLETE_WORD_TO_COMPLETE = $null
        }
    }
    $found | Where-Object { $_ } | ForEach-Object {
        $value, $help = $_ -split ':::', 2
        if (-not $help -or -not $help.Trim()) { $help = $value }
        # Where spaces and the like are in it, it stands between quotation marks.
        $text = if ($value -match "[\\s'`"`$&;|()]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
        if ($wordToComplete -match '^--[^=]+=') { $text = $Matches[0] + $text }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $help)
    }
}
"""


class Shell(NamedTuple):
    """A shell: the name of its file, the script's template, how a command and its summary are written in it."""

    file: str
    template: str
    pair: Callable[[str, str], str]
    head: str = "# What hoplo completes in {shell}; written by `hoplo completions`."


def _single(text: str) -> str:
    """Put text between single quotation marks, as fish reads them."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _for_zsh(name: str, text: str) -> str:
    quoted = f"{name}:{text}".replace("'", "'\\''")
    return f"            '{quoted}'"


def _for_fish(name: str, text: str) -> str:
    return f"complete -c hoplo -n __fish_use_subcommand -a {name} -d {_single(text)}"


def _for_powershell(name: str, text: str) -> str:
    quoted = text.replace("'", "''")
    return f"        '{name}' = '{quoted}'"


SHELLS = {
    "bash": Shell("hoplo.bash", BASH, lambda name, _text: name),
    "zsh": Shell(
        "_hoplo", ZSH, _for_zsh, "#compdef hoplo\n# What hoplo completes in zsh; written by `hoplo completions`."
    ),
    "fish": Shell("hoplo.fish", FISH, _for_fish),
    "powershell": Shell("hoplo.ps1", POWERSHELL, _for_powershell),
}
"""Every shell that is served, by its name."""


def script(shell: str) -> str:
    """Write the completion for a shell, one of `SHELLS`, with the commands as they are now."""
    about = SHELLS[shell]
    text = about.template.replace("@NAMES@", " ".join(COMMANDS))
    pairs = (about.pair(name, command.help.rstrip(".")) for name, command in COMMANDS.items())
    text = text.replace("@PAIRS@", "\n".join(pairs))
    for mark, words in (("@FILE_OPTIONS", file_options()), ("@FILE_COMMANDS", file_commands())):
        text = text.replace(f"{mark}_APART@", " ".join(words)).replace(f"{mark}@", "|".join(words))
    return about.head.format(shell=shell) + "\n\n" + text.replace("@ASKED@", ASKED)

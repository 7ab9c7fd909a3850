"""The completion of each shell as a file: its script, and where the shell looks for it.

A script knows the commands, so that the first word is completed at once; whatever follows is asked of hoplo, by the
variables that Typer answers to. Scripts are written by `script` alone: after a change of the commands
`hoplo completions write completions` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ASKED = "_HOPLO_COMPLETE"
"""The variable that makes hoplo answer a shell."""

BASH = """\
_hoplo_completion() {
    local word="${COMP_WORDS[COMP_CWORD]}" line
    COMPREPLY=()
    if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
        COMPREPLY=($(compgen -W "@NAMES@" -- "$word"))
        return 0
    fi
    while IFS= read -r line; do
        [[ -n $line ]] || continue
        # Where the word is not between quotation marks, spaces and the like must not end it.
        [[ $word == [\\"\\']* ]] || printf -v line '%q' "$line"
        COMPREPLY+=("$line")
    done < <(
        IFS=$'\\n'
        env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD="$COMP_CWORD" @ASKED@=complete_bash "$1" 2>/dev/null
    )
    return 0
}

complete -o default -F _hoplo_completion hoplo
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
        _describe 'hoplo' found
    else
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
    if test -n "$found"
        printf '%s\\n' $found
    else
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
        $text = if ($value -match "[\\s'`"]") { "'" + $value.Replace("'", "''") + "'" } else { $value }
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
    from hoplo_companion.cli.commands import top

    about = SHELLS[shell]
    commands = top()
    text = about.template.replace("@NAMES@", " ".join(entry.words[0] for entry in commands))
    text = text.replace("@PAIRS@", "\n".join(about.pair(entry.words[0], entry.summary) for entry in commands))
    return about.head.format(shell=shell) + "\n\n" + text.replace("@ASKED@", ASKED)

"""What is said of a command that there is not: which one was meant, as it can be typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoplo_companion.cli.commands import MOVED, REST
from hoplo_companion.components.names import near_misses, slug
from hoplo_companion.errors import as_command, clip
from hoplo_companion.language import tr


def unknown_command(group: Any, ctx: Any, words: Sequence[str]) -> str:
    """Say that no command is called like the first word, and which call was meant; else what lists all commands."""
    word = clip(words[0], 40)
    called = [*ctx.command_path.split()[1:], *words]
    for count in (len(called) - len(words) + 2, len(called) - len(words) + 1):
        if now := MOVED.get(was := " ".join(called[:count])):
            before, _, after = now.partition(REST)
            command = as_command(*before.split(), *(called[count:] if REST in now else ()), *after.split())
            return tr("`hoplo {word}` is `{command}` now", word=was, command=clip(command, 200)[1:-1])
    if meant := _meant(group, ctx, words):
        command = as_command(*ctx.command_path.split()[1:], *meant)
        return tr("no command is called {word}; did you mean `{command}`?", word=word, command=command)
    every = f"{ctx.command_path} --help" + (" --all" if ctx.parent is None else "")
    return tr("no command is called {word}; `{command}` lists them all", word=word, command=every)


def _meant(group: Any, ctx: Any, words: Sequence[str]) -> Sequence[str]:
    """Give the words that were meant, with all that follows the command; empty where nothing is near."""
    names = group.list_commands(ctx)
    if slug(words[0]) == ctx.command_path and words[1:]:
        # The name of the program was typed twice, as where `hoplo` stands in front of every line.
        return words[1:] if words[1] in names else _meant(group, ctx, words[1:])
    if (joined := slug(" ".join(words[:2]))) in names:
        return [joined, *words[2:]]
    for near in _nearest(words[0], names):
        below = group.get_command(ctx, near)
        return [near, *(_meant_below(below, ctx, words[1:]) or words[1:])]
    for name in names if ctx.parent is None else ():
        if words[0] in getattr(group.get_command(ctx, name), "commands", ()):
            return [name, *words]
    return []


def _nearest(word: str, names: Sequence[str]) -> Sequence[str]:
    """Find the command that a word is nearest to by slips of the hand, two letters in the wrong order being one."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    found = process.extractOne(slug(word)[:80], names, scorer=OSA.normalized_similarity, score_cutoff=0.6)
    return [found[0]] if found else near_misses(word, names, 1)


def _meant_below(command: Any, ctx: Any, words: Sequence[str]) -> Sequence[str]:
    """Put right the word below a command, where that is misspelled too."""
    if not words or words[0].startswith("-") or not hasattr(command, "list_commands"):
        return words
    return _meant(command, command.context_class(command, parent=ctx), words)

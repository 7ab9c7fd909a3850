"""The Intrigue Phase: hands, Schemes and what foils them, and what cards do (Spartacus p.6)."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.spartacus.effects import carry_out, draw, exhaust, pay, play_from_hand
from hoplo_companion.spartacus.game import Card, House, Play, Scheme, die, number
from hoplo_companion.spartacus.winning import end_phase

DRAWN = 3
FOILED = 4
KNOWN_HAND_SIZES = {5: 4}
"""The one Hand Size that the rulebook shows: 4 cards at 5 Influence."""


def begin_intrigue(play: Play) -> None:
    """Have everybody draw; the Host begins."""
    for at in range(len(play.game.houses)):
        draw(play, at, DRAWN, "sp.draw")
    play.change(stage="intrigue", active=play.game.host, done=0, rules_used=())
    play.note("turn-of", "sp.intrigue-order", house=play.name(play.game.host))


def _own_turn(play: Play, word: str) -> int:
    """Find the House whose Intrigue Turn it is; no other may do this now."""
    play.need("intrigue")
    at = play.find(word)
    if at != play.game.active:
        raise IllegalError(tr("it is the Intrigue Turn of {house}", house=play.name(play.game.active)))
    if play.game.scheme is not None:
        raise IllegalError(
            tr("{scheme} is on the table: foil it, or say what it does by succeed", scheme=play.game.scheme.name)
        )
    return at


def _words(words: Sequence[str], least: int, usage: str) -> None:
    if len(words) < least:
        raise UsageError(usage)


def cash(play: Play, words: Sequence[str]) -> None:
    """Cash an Intrigue card in: `cash Pete 2`."""
    _words(words, 2, tr("a House and the card's coins, as in Pete 2"))
    at = _own_turn(play, words[0])
    play_from_hand(play, at)
    pay(play, at, number(words[1], 0, 99), "sp.cash-in")


def use(play: Play, words: Sequence[str]) -> None:
    """Exhaust a card for its Intrigue ability: `use Liz Pietros: Liz coins +1`."""
    text = " ".join(words)
    head, _, effect = text.partition(":")
    house, _, card = head.strip().partition(" ")
    at = _own_turn(play, house)
    exhaust(play, at, card, "sp.exhaust")
    carry_out(play, [effect], "sp.exhaust")


def house_rule(play: Play, words: Sequence[str]) -> None:
    """Use a special rule of a House card: `house-rule Pete Bribe: Pete coins +1`."""
    text = " ".join(words)
    head, _, effect = text.partition(":")
    house, _, name = head.strip().partition(" ")
    at = _own_turn(play, house)
    key = f"{at} {name.strip().casefold()}"
    if play.game.options.house_rules_once and key in play.game.rules_used:
        raise IllegalError(tr("{name} was used in this Intrigue Phase (House Special Rules)", name=name or house))
    play.change(rules_used=(*play.game.rules_used, key))
    play.note("house-rule", "sp.house-rules", house=play.name(at), name=name.strip())
    carry_out(play, [effect], "sp.house-rules")


def scheme(play: Play, words: Sequence[str]) -> None:
    """Play a Scheme: `scheme Pete 'Black Market Profits' 7 Pete support Liz`, its target before the support."""
    usage = tr("a House, the Scheme, its Influence and its target, as in Pete 'Grand Feast' 7 Liz support John")
    _words(words, 4, usage)
    at = _own_turn(play, words[0])
    name, needs, target = words[1], number(words[2], 0, 48), play.find(words[3])
    if words[4:5] not in ([], ["support"]):
        raise UsageError(usage)
    backing = [play.find(each) for each in words[5:]]
    if at in backing or len(set(backing)) < len(backing):
        raise UsageError(tr("each House supports a Scheme once, and never its own"))
    total = play.house(at).influence + sum(play.house(each).influence for each in backing)
    if total < needs:
        raise IllegalError(
            tr("{scheme} requires {needs} Influence; here are {total} (Playing Schemes)", scheme=name, needs=needs,
               total=total)
        )  # fmt: skip
    play_from_hand(play, at)
    play.change(scheme=Scheme(at, name, target))
    play.note("scheme", "sp.scheme", house=play.name(at), scheme=name, target=play.name(target))
    for each in backing:
        play.note("support", "sp.support", house=play.name(each))


def _pending(play: Play) -> Scheme:
    if play.game.scheme is None:
        raise IllegalError(tr("no Scheme is on the table"))
    return play.game.scheme


def succeed(play: Play, words: Sequence[str]) -> None:
    """Have the Scheme succeed: its costs and effects, as in `succeed Pete coins +5`."""
    on_table = _pending(play)
    play.change(scheme=None)
    play.note("succeeded", "sp.success", scheme=on_table.name)
    carry_out(play, words, "sp.success")


def _foil(play: Play) -> None:
    """Foil the Scheme: nothing of it takes place, its costs neither."""
    on_table = _pending(play)
    play.change(scheme=None)
    play.note("foiled", "sp.foiled", scheme=on_table.name)


def guard(play: Play, words: Sequence[str]) -> None:
    """Make a Guard attempt against a Scheme at one's own House: `guard Pete 5`, or `guard Pete 5 hand`."""
    on_table = _pending(play)
    _words(words, 2, tr("a House and the roll, as in Pete 5; add hand where the Guard is in hand"))
    at, roll = play.find(words[0]), die(words[1])
    if at != on_table.target:
        raise IllegalError(tr("Guards answer only Schemes against their own House (Guard Cards)"))
    if words[2:] == ["hand"]:
        play_from_hand(play, at)
        play.note("guard-lost", "sp.guard-lost", house=play.name(at), n=roll)
    elif not words[2:] or words[2:] == ["table"]:
        play.take_card(at, _guard_place(play, at))
        play.note("guard-lost", "sp.guard-lost", house=play.name(at), n=roll)
    else:
        raise UsageError(tr("a House and the roll, as in Pete 5; add hand where the Guard is in hand"))
    if roll >= FOILED:
        _foil(play)


def _guard_place(play: Play, at: int) -> int:
    for place, card in enumerate(play.house(at).cards):
        if card.kind == "guard" and not card.exhausted:
            return place
    raise IllegalError(tr("{house} has no Guard on the table", house=play.name(at)))


def foil(play: Play, words: Sequence[str]) -> None:
    """Foil the Scheme by a Reaction: `foil Liz 'Whispered Rumors' 3`; nobody supports it."""
    on_table = _pending(play)
    _words(words, 3, tr("a House, the Reaction and its Influence, as in Liz 'Whispered Rumors' 3"))
    at = play.find(words[0])
    if at == on_table.by:
        raise IllegalError(tr("a Scheme is foiled by another Dominus (Foiling a Scheme)"))
    _reaction(play, at, words[1], words[2])
    _foil(play)


def react(play: Play, words: Sequence[str]) -> None:
    """Play a Reaction at any time: `react John 'Destitute!' 4: Sally influence -1`."""
    text = list(words)
    _words(text, 3, tr("a House, the Reaction, its Influence, and what it does after a colon"))
    at = play.find(text[0])
    _reaction(play, at, text[1], text[2].rstrip(":"))
    carry_out(play, [" ".join(text[3:]).lstrip(": ")], "sp.reaction")


def _reaction(play: Play, at: int, name: str, needs: str) -> None:
    if play.house(at).influence < number(needs, 0, 48):
        raise IllegalError(
            tr("{name} requires {needs} Influence, and nobody supports a Reaction (Reactions)", name=name, needs=needs)
        )
    play_from_hand(play, at)
    play.note("reaction", "sp.reaction", house=play.name(at), name=name)


def deploy(play: Play, words: Sequence[str]) -> None:
    """Put a Guard from hand on the table: `deploy Pete`."""
    _words(words, 1, tr("which House?"))
    at = play.find(words[0]) if play.game.reads("sp.guard-deploy") else _own_turn(play, words[0])
    play_from_hand(play, at)
    play.add_card(at, Card("Guard", "guard"))
    play.note("deployed", "sp.guard-deploy", house=play.name(at))


def hand_size(play: Play, words: Sequence[str]) -> None:
    """Enter the Hand Size printed below a House's Influence: `hand-size Pete 4`."""
    _words(words, 2, tr("a House and its Hand Size, as in Pete 4"))
    at = play.find(words[0])
    size, house = number(words[1], 0, 20), play.house(at)
    play.set_house(at, hand_sizes={**house.hand_sizes, str(house.influence): size})
    play.note("hand-size", "sp.hand-size", house=house.name, n=size, influence=house.influence)


def size_of(house: House) -> int | None:
    """Give the Hand Size of a House at its Influence; None where it was never read off its House card."""
    return house.hand_sizes.get(str(house.influence), KNOWN_HAND_SIZES.get(house.influence))


def end_turn(play: Play, words: Sequence[str]) -> None:
    """End an Intrigue Turn; the hand must have come down to its size: `end-turn`."""
    at = _own_turn(play, words[0] if words else play.name(play.game.active))
    house = play.house(at)
    size = size_of(house)
    if size is None:
        raise UsageError(
            tr(
                "the Hand Size of {house} at {influence} Influence is not known: read it off the House card, and enter "
                "it by hand-size {house} N",
                house=house.name,
                influence=house.influence,
            )
        )
    if house.hand > size:
        raise IllegalError(
            tr("{house} holds {n} cards, and its Hand Size is {size} (p.6)", house=house.name, n=house.hand, size=size)
        )
    done = play.game.done + 1
    if done == len(play.game.houses):
        play.change(done=0)
        end_phase(play, "open-market")
        return
    active = (at + 1) % len(play.game.houses)
    play.change(active=active, done=done)
    play.note("turn-of", "sp.intrigue-order", house=play.name(active))

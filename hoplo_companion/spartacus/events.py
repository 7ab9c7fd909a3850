"""What happens at the table, a row for each: its sentence, and its rule where that is always the same."""

from __future__ import annotations

from hoplo_companion.language import later
from hoplo_companion.tables.actions import Row

EVENTS = {
    "influence": Row(later("{house}: Influence {amount}, now {now}.")),
    "coins": Row(later("{house}: coins {amount}, now {now}.")),
    "paid": Row(later("{house} pays {other} {coins}."), "sp.coins-any-time"),
    "all-drew": Row(
        later("Every House draws {n} Intrigue cards; where the deck runs out, its discards are shuffled."), "sp.draw"
    ),
    "discarded": Row(later("{house} loses {card}, which is discarded.")),
    "exhausted": Row(later("{house} exhausts {card}.")),
    "refreshed": Row(later("{card} of {house} is Ready again."), "sp.refresh"),
    "healed": Row(later("{card} of {house} rolls {n}: healed and Ready."), "sp.healing"),
    "not-healed": Row(later("{card} of {house} rolls {n}: still injured."), "sp.healing"),
    "died": Row(later("{card} of {house} rolls {n} and dies of its injury."), "sp.healing"),
    "is-healed": Row(later("{card} of {house} is healed and Ready.")),
    "balanced": Row(later("{house}: the ledgers are even."), "sp.ledgers"),
    "even": Row(later("Nothing to pay or receive: {houses}."), "sp.ledgers"),
    "turn-ended": Row(later("{house} ends its turn, down to its Hand Size."), "sp.hand-limit", is_seen=True),
    "turn-of": Row(later("It is {house}'s Intrigue Turn."), "sp.intrigue-order", is_seen=True),
    "house-rule": Row(later("{house} uses its House rule {name}."), "sp.house-rules"),
    "scheme": Row(later("{house} plays {scheme} on {target}: foil it now, or let it succeed."), "sp.scheme"),
    "support": Row(later("{house} supports it, at no cost in Influence."), "sp.support"),
    "succeeded": Row(later("{scheme} succeeds."), "sp.success"),
    "foiled": Row(later("{scheme} is foiled: it has no effect and costs nothing."), "sp.foiled"),
    "guard-lost": Row(later("{house} discards a Guard and rolls {n} (4 or more foils the Scheme)."), "sp.guard-lost"),
    "reaction": Row(later("{house} plays the Reaction {name}."), "sp.reaction"),
    "deployed": Row(later("{house} puts a Guard on the table."), "sp.guard-deploy"),
    "traded": Row(later("{house} hands {card} to {other}.")),
    "auction": Row(later("Open Market ends. Cards up for auction: {n}."), "sp.auction"),
    "revealed": Row(later("Up for bid: {card}."), "sp.auction"),
    "won-lot": Row(later("{house} wins the card for {coins}."), "sp.bidding"),
    "bought": Row(later("{house} wins {card} for {coins}."), "sp.bidding"),
    "tied": Row(later("{houses} tie at {coins}: their bids stay on the table, and they bid on top."), "sp.tied-bids"),
    "failed": Row(
        later("Nobody bids, so the auction fails: the card is discarded, and all bids are returned."),
        "sp.failed-auction",
    ),
    "roll-off": Row(later("Nobody bids: {houses} roll off for hosting."), "sp.hosting-roll"),
    "roll-again": Row(later("{houses} are tied: they roll again."), "sp.roll-tie"),
    "hosts": Row(later("{house} is the Host."), "sp.hosting", True),
    "accepted": Row(later("{house} accepts the Invitation with {card}."), "sp.invitation"),
    "tribute": Row(later("Tribute for {card}: {coins}."), "sp.tribute"),
    "declined": Row(later("{house} declines the Invitation."), "sp.declining"),
    "no-match": Row(later("Fewer than two Houses accept: no match is fought."), "sp.no-match"),
    "bet": Row(later("{house} bets {coins} on {on}."), "sp.wagering"),
    "bet-won": Row(later("{house} wins its wager on {on}: its stake back, and {coins} more."), "sp.wagers"),
    "bet-lost": Row(later("{house} loses its wager on {on}: {coins}."), "sp.wagers"),
    "round": Row(later("Round {n}"), "sp.round", True),
    "first": Row(later("{name} goes first."), "sp.order"),
    "second": Row(later("{name} goes second."), "sp.order"),
    "net": Row(later("{name} wins the initiative by its Net, which is exhausted."), "sp.net"),
    "nets": Row(
        later("Both use a Net: they cancel each other, and the initiative is rolled (sp.two-nets)."), "sp.two-nets"
    ),
    "speed": Row(later("Speed: {one} {ours}, {two} {theirs}.")),
    "initiative": Row(later("{name} wins the initiative.")),
    "tie": Row(later("A tie: roll again.")),
    "manual": Row(later("{name}: {text}: {answer}. p.18"), "sp.cards-first"),
    "re-roll": Row(later("{name} re-rolls {old}: {new}. The string is now {string}."), "sp.re-roll"),
    "move": Row(later("{name} moves {hexes}."), "sp.moving"),
    "attack": Row(later("{name} attacks:"), "sp.strings"),
    "surrender": Row(later("{name} takes {wounds}: {before} becomes {left}."), "sp.surrender"),
    "defeat": Row(later("{name} is defeated: {on}. p.16"), "", True),
    "victory": Row(later("{card} wins the match."), "sp.victory", True),
    "favour": Row(later("{card} receives a Favour token and now has {n}."), "sp.favour"),
    "champion": Row(
        later("{card} of {house} receives its third Favour token and becomes a Champion."), "sp.champion", True
    ),
    "injured": Row(later("{card} of {house} is injured and exhausted."), "sp.injury"),
    "spared": Row(later("Thumbs up: {card} lives."), "sp.thumb"),
    "executed": Row(later("Thumbs down: {card} is executed."), "sp.thumb"),
    "tournament": Row(
        later("{houses} have 12 Influence: a tournament decides the game."), "sp.tournament-begins", True
    ),
    "total": Row(later("{house}: Gladiators and equipment worth {n}."), "sp.tournament"),
    "match-won": Row(later("{house} wins the match."), "sp.tournament-matches"),
    "won": Row(later("{house} wins the game."), "sp.win", True),
    "added": Row(later("{house} has {card}."), "sp.starting-assets"),
    "by-hand": Row(later("hoplo has no rule for “{text}”: in a match it asks what that changes."), "sp.cards-first"),
    "reading": Row(later("The reading of {id} is now: {reading}.")),
    "set": Row(later("Corrected: {words}.")),
    "began": Row(later("The game {name} begins. {house} is the Host."), "sp.types"),
    "stage": Row(later("Next: {stage}."), "sp.phases", is_seen=True),
}
"""Every event of the table."""

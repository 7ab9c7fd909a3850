"""The commands: where each one is made, and its line in `hoplo --help`."""

from typing import NamedTuple

from hoplo_companion.language import later


class Command(NamedTuple):
    """A command: its module and what makes it there, a function or an app of its own; and what it does, in one line."""

    place: str
    help: str


GROUPS = {
    later("The evening"): {
        "play": Command("play.play:play", "The guided evening: what comes next, one key per answer."),
        "learn": Command("learn.learn:learn", "The rulebook's own examples as lessons, in which you decide."),
        "new": Command("campaign.new:new", "Begin a campaign."),
        "travel": Command("campaign.travel:travel", "Move the encampment, or list where it may go."),
        "route": Command("campaign.travel:route", "The best ways to a place."),
        "map": Command("campaign.map:map_", "The map of the ancient world, as you have entered it."),
        "event": Command("campaign.event:event", "This round's event, and what comes of it."),
        "cleanup": Command("campaign.cleanup:cleanup", "Clean up after a combat."),
        "note": Command("campaign.open_campaign:note", "Keep a note in the history of the campaign."),
        "luck": Command("campaign.map:luck", "The dice of this campaign against the odds."),
        "odyssey": Command("campaign.map:odyssey", "The record of this campaign and its journey."),
        "stow": Command("campaign.map:stow", "Where everything goes in the box, and how it comes back."),
    },
    later("A fight"): {
        "fight": Command("fight.fight:fight", "A fight from its set-up to its end."),
        "rival-turn": Command("fight.turn:rival_turn", "The rival's turn, from the board as it is."),
        "turn": Command("fight.turn:turn", "Your turn: deploy, move, attack, use skills and tactics, end."),
        "options": Command("fight.your_options:options", "Everything that you may do now in your turn."),
        "answer": Command("fight.following:answer", "Answer what the fight still asks."),
        "arena-turn": Command("fight.turn:arena_turn", "The arena's turn, where its card has one."),
        "scion": Command("data.look:scion", "The scion's dice: what a roll sets off, and its odds."),
        "board": Command("fight.your_options:board", "The board of the fight, or of a position."),
    },
    later("The camp"): {
        "camp": Command("campaign.camp:camp", "The camp: units, tactics, Prowess, Opportunities."),
        "pad": Command("campaign.pad:pad", "The hero pad: HP, upgrades, influence, weeks, blessings."),
        "bag": Command("campaign.camp:bag", "The draw bag: contents, odds, draws."),
        "bane": Command("campaign.camp:bane", "Banes: draw one, or remove one."),
        "stack": Command("campaign.camp:stack", "The faction stacks: what lies on top, and what is left."),
    },
    later("Look up"): {
        "why": Command("fight.your_options:why", "Why a rival unit does what it does."),
        "why-not": Command("fight.your_options:why_not", "What keeps a rival unit from a hex or an opponent."),
        "odds": Command("odds:app", "The odds of an attack, a plan or the whole fight."),
        "forecast": Command("odds.turn:forecast", "What the rival's next turn can do to you."),
        "advise": Command("odds.turn:advise", "The best plans for your turn, and why."),
        "look": Command("data.look:look", "A unit, a skill, a tactic, a rule, a term, a page."),
        "rulings": Command("data.look:rulings", "The rulebook's open questions, and how they are read."),
    },
    later("Put right"): {
        "undo": Command("campaign.open_campaign:undo", "Undo the last step, or all steps to a point."),
        "redo": Command("campaign.open_campaign:redo", "Redo the step that was undone last."),
        "history": Command("campaign.open_campaign:history", "The steps that led here, and what each changed."),
        "fix": Command("fight.by_hand:fix", "Put anything right, as it is on the table."),
        "check": Command("fight.by_hand:check", "Compare the mat with the fight that is followed."),
    },
    later("Your data"): {
        "data": Command("data.data:app", "Units, skills, cards and arenas: known, missing, your own."),
        "save": Command("saves:app", "The campaigns on this machine."),
        "doctor": Command("saves:doctor", "Check every save; bring back the last good state."),
        "report": Command("saves:report", "Write one file that reproduces any moment."),
    },
    later("The program"): {
        "config": Command("config:config", "The settings: dice, draws, language, colours, board."),
        "completions": Command("config:app", "What the Tab key offers in your shell."),
        "solve": Command("fight.positions:solve", "Answer positions for programs, one per line."),
    },
    later("Other tables"): {
        "spartacus": Command("tables.spartacus:app", "Spartacus: A Game of Blood and Treachery."),
        "pantheon": Command("tables.pantheon:app", "Mythic Battles: Pantheon."),
    },
}
"""The groups of the help in their order, each with its commands."""

EVENING = (
    "play", "learn", "new", "travel", "event", "fight", "rival-turn", "turn", "cleanup", "pad", "why", "look", "undo",
)  # fmt: skip
"""What an evening needs: the commands of the first help."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}
"""Every command, in the order of the help."""

"""What every process at a terminal begins with: hoplo imported, and the shipped records read."""

from hoplo_companion.cli.app import command_line
from hoplo_companion.cli.commands import COMMANDS
from tests.helpers.cli import hoplo

command_line().list_commands(None)
for name in COMMANDS:
    command_line().get_command(None, name)
hoplo("rival-turn", "--example", "--auto", "first")

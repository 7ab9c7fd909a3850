"""The command line: one thin module a noun.

A module imports at its top what each of its commands needs; what only some calls need, and is slow to load, is imported
where they need it, for a command answers before the hand is back on the chips.
"""

import gc

# Most calls are over before there is anything to collect: what is loaded stays.
gc.set_threshold(100_000)

"""The rules of combat, in the rulebook's own chapters: pure functions over frozen values."""

"""A campaign on disk: saves, copies, undo, and what puts them right."""

"""A session at the table: who answers the questions that the rules ask."""

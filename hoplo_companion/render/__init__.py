"""Words and pictures for what the rules decided; nothing here decides anything."""

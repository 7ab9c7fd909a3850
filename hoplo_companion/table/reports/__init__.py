"""What is kept to show somebody else: reports."""

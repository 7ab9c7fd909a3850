"""Events, questions and decisions in words."""

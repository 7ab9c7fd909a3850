"""A campaign in words and pictures: its pad, its bag and box, its journey, its dice and what its decisions cost."""

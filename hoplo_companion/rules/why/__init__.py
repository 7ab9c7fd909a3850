"""Why rival units do what they do, and why not something else."""

"""Run hoplo with `python -m hoplo_companion`."""

from hoplo_companion.cli.app import main

if __name__ == "__main__":
    main()

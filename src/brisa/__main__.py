"""``python -m brisa`` is the command line."""

from brisa.cli.main import main

if __name__ == "__main__":
    main()

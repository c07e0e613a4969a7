"""Run the command line: `python -m tangentlite`."""

import sys

from tangentlite.command.cli import main

if __name__ == "__main__":
    sys.exit(main())

"""``python -m wellsourced``: the same as the command, whatever lies in the current folder."""

import sys
from pathlib import Path

# `-m` puts the current folder first on the path: an `audit/` there must not stand in for ours.
if sys.path and Path(sys.path[0] or ".").resolve() != Path(__file__).resolve().parent.parent:
    del sys.path[0]

from wellsourced.cli import main

sys.exit(main())

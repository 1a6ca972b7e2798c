"""Let these tests import what several of them draw from: ``from fakes.drafts import drafts``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

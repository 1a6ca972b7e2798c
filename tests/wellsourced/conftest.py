"""Let these tests import the stand-ins for services: ``from fakes.claude import fake_claude``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

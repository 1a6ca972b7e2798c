"""The choices of a run by name, shared by the options, the Python API and the tools for agents."""

from __future__ import annotations

import os

from wellsourced_core.discovery import modules

MODES = ("quick", "standard", "deep")
PROFILES = ("strict", "fast", "smoke")
TIERS = ("standard", "premium")
WRITERS = ("extractive", "claude", "openai")
HEADINGS = ("question", "plain", "none")
CITATIONS = ("sentence", "paragraph")
JUDGES = ("claude",)
RANKINGS = ("minilm",)
ENGINES = ("local", "ray")
NO_READER = "none"


def readers() -> tuple[str, ...]:
    """Return the names of all readers, without importing any: the files of wellsourced/readers."""
    return modules((os.path.join(os.path.dirname(__file__), "readers"),))  # noqa: PTH118, PTH120  # imported at every start

"""What a run can be asked for, by name: the options, the Python API and the tools for agents offer the same."""

from __future__ import annotations

MODES = ("quick", "standard", "deep")
PROFILES = ("strict", "fast", "smoke")
TIERS = ("standard", "premium")
WRITERS = ("extractive", "claude")
JUDGES = ("claude",)
ENGINES = ("local", "ray")

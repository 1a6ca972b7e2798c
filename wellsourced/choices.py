"""The choices of a run by name, shared by the options, the Python API and the tools for agents."""

from __future__ import annotations

MODES = ("quick", "standard", "deep")
PROFILES = ("strict", "fast", "smoke")
TIERS = ("standard", "premium")
WRITERS = ("extractive", "claude", "openai")
HEADINGS = ("question", "plain", "none")
CITATIONS = ("sentence", "paragraph")
JUDGES = ("claude",)
ENGINES = ("local", "ray")

"""What can be configured about judging sources, with the values that were measured, and checked at once."""

from __future__ import annotations

from itertools import pairwise
from math import fsum, isfinite

from quality.axis_names import axis_names
from wellsourced_core.errors import ConfigError
from wellsourced_core.hosts import ascii_host
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen

Pairs = tuple[tuple[str, float], ...]
# Labels of letters, digits, hyphens: Python accepts other hosts, browsers do not.
HOST = compiled(r"[\w-]{1,63}(?:\.[\w-]{1,63}){0,126}")


@frozen
class Mode:
    """How much a kind of report asks for: sources kept at most, needed for a full or a short one, searches."""

    name: str
    sources: int
    full: int
    short: int
    passes: int


@frozen
class Profile:
    """How strict publication is: what blocks below (or on conflict), and whether it only warns."""

    name: str
    blocks: bool
    support: float = 0.7
    recency: float = 0.6


MODES = (Mode("quick", 3, 3, 1, 1), Mode("standard", 7, 4, 2, 2), Mode("deep", 10, 5, 2, 5))
PROFILES = (Profile("strict", True), Profile("fast", False), Profile("smoke", False, support=0.3, recency=0.2))
# Days until a text of the class is worth half; no entry: it does not age (law, standards, history).
HALF_LIVES = (("default", 730.0), ("news", 30.0), ("science", 2372.0), ("technology", 365.0))
WEIGHTS = (("relevance", 0.45), ("authority", 0.20), ("recency", 0.15), ("density", 0.20))
TOPICS = ("news", "technology", "science", "law", "standards", "history", "default")


@frozen
class Options:
    """Every number of this room. Construction raises ConfigError with the key that is wrong.

    ``weights`` names axes and sums to 1; an axis without an entry weighs 0. ``authority`` is the user's own
    table of hosts or registrable domains, in any spelling, which goes before everything else. ``topic`` overrides the
    class of topic that the question's words suggest. A cited source below both ``least_authority`` and
    ``least_density`` is of low quality. Evidence below ``speculative_support`` or ``speculative_recency`` without an
    official source is speculative. A source reranked below ``least_rerank`` is not kept. Thresholds are
    inclusive: a mean of exactly ``retry_composite`` passes, a relevance of exactly a cut point has the higher
    grade.
    """

    weights: Pairs = WEIGHTS
    retry_composite: float = 0.35
    retry_relevance: float = 0.30
    grades: tuple[float, float, float, float] = (0.12, 0.36, 0.45, 0.62)
    keep_grade: int = 3
    modes: tuple[Mode, ...] = MODES
    profiles: tuple[Profile, ...] = PROFILES
    topic: str = ""
    half_lives: Pairs = HALF_LIVES
    grace_days: float = 1.0
    recency_floor: float = 0.10
    unknown: float = 0.50
    authority: Pairs = ()
    passages: int = 30
    passage_tokens: int = 8000
    mmr_lambda: float = 0.7
    least_authority: float = 0.35
    least_density: float = 0.50
    least_rerank: float = 0.50
    speculative_support: float = 0.60
    speculative_recency: float = 0.25

    def __post_init__(self) -> None:
        _check_weights(self.weights)
        for key in ("retry_composite", "retry_relevance", "recency_floor", "unknown", "mmr_lambda"):
            _number(f"quality.{key}", getattr(self, key), 0.0, 1.0)
        for key in ("least_authority", "least_density", "least_rerank", "speculative_support", "speculative_recency"):
            _number(f"quality.{key}", getattr(self, key), 0.0, 1.0)
        _check_grades(self.grades)
        _whole("quality.keep_grade", self.keep_grade, 1, 5)
        _number("quality.grace_days", self.grace_days, 0.0, 3650.0)
        _whole("quality.passages", self.passages, 1, 1000)
        _whole("quality.passage_tokens", self.passage_tokens, 100, 1_000_000)
        for mode in self.modes:
            _check_mode(mode)
        for profile in self.profiles:
            _number(f"profile.{profile.name}.support", profile.support, 0.0, 1.0)
            _number(f"profile.{profile.name}.recency", profile.recency, 0.0, 1.0)
        for name, days in self.half_lives:
            _one_of("quality.half_lives", name, TOPICS)
            _number(f"quality.half_lives.{name}", days, 0.1, 1e6)
        _check_authority(self.authority)
        if self.topic:
            _one_of("quality.topic", self.topic, TOPICS)

    def weight(self, axis: str) -> float:
        """Return an axis' weight; 0 where configuration names none."""
        for name, weight in self.weights:
            if name == axis:
                return weight
        return 0.0

    def mode(self, name: str) -> Mode:
        """Return a mode by its name; ConfigError for another name."""
        _one_of("mode", name, tuple(m.name for m in self.modes))
        return next(m for m in self.modes if m.name == name)

    def profile(self, name: str) -> Profile:
        """Return a profile by its name; ConfigError for another name."""
        _one_of("profile", name, tuple(p.name for p in self.profiles))
        return next(p for p in self.profiles if p.name == name)


def _check_weights(weights: Pairs) -> None:
    for name, weight in weights:
        _one_of("quality.weights", name, axis_names())
        _number(f"quality.weights.{name}", weight, 0.0, 1.0)
    if len(dict(weights)) != len(weights):
        raise ConfigError("quality.weights", "an axis is named twice", "give each axis one weight")
    total = fsum(weight for _, weight in weights)
    if abs(total - 1) > 1e-6:
        raise ConfigError("quality.weights", f"the weights sum to {total:g}", "make them sum to 1")


def _check_authority(table: Pairs) -> None:
    hosts: set[str] = set()
    for host, value in table:
        key = f"quality.authority.{host}"
        _number(key, value, 0.0, 1.0)
        name = host_name(host)
        if not name:
            raise ConfigError(key, "is not a host", "write it alone, like example.org: no scheme, port, path or *")
        if name in hosts:
            raise ConfigError(key, "is given twice", "write each host once: capitals and punycode make no difference")
        hosts.add(name)


def host_name(host: str) -> str:
    """Return a host as it is compared: in lower case and punycode, without a last dot; "" for what is no host."""
    plain = host.removesuffix(".")
    try:
        return ascii_host(plain) if HOST.fullmatch(plain) else ""
    except ValueError:
        return ""


def _check_grades(grades: tuple[float, ...]) -> None:
    if len(grades) != 4:
        raise ConfigError("quality.grades", f"{len(grades)} cut points", "give four, for grades 2 to 5")
    for cut in grades:
        _number("quality.grades", cut, 0.0, 1.0)
    if any(low >= high for low, high in pairwise(grades)):
        raise ConfigError("quality.grades", "the cut points do not rise", "order them from low to high")


def _check_mode(mode: Mode) -> None:
    for key in ("sources", "full", "short", "passes"):
        _whole(f"gate.{mode.name}.{key}", getattr(mode, key), 1, 1000)
    if not mode.short <= mode.full <= mode.sources:
        raise ConfigError(
            f"gate.{mode.name}",
            f"short {mode.short}, full {mode.full}, sources {mode.sources} do not rise",
            "keep short <= full <= sources",
        )


def _number(key: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ConfigError(key, f"{value!r} is not a number", f"give a number from {low:g} to {high:g}")
    if not (isfinite(value) and low <= value <= high):
        raise ConfigError(key, f"{value!r} is out of range", f"give a number from {low:g} to {high:g}")


def _whole(key: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ConfigError(key, f"{value!r} is out of range", f"give a whole number from {low} to {high}")


def _one_of(key: str, name: str, allowed: tuple[str, ...]) -> None:
    if name not in allowed:
        raise ConfigError(key, f"unknown name {name!r}", f"use one of {', '.join(allowed)}")

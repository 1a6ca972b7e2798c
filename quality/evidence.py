"""Weigh what the sources together amount to, and let a profile judge it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, prod

from quality.axes import authority
from quality.composite import leaders
from quality.options import Options, Profile
from wellsourced.core.model import Decision, ScoredSource
from wellsourced.core.text import host_of

LEAST_ORIGINS = 3


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two sources that give one measure, period and unit different values, as written, by citation number."""

    measure: str
    first: int
    first_text: str
    second: int
    second_text: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What independent origins amount to; all shares in [0, 1].

    ``speculative``: fewer than three independent origins and no official one among them.
    """

    support: float
    recency: float
    diversity: float
    origins: int
    official: int
    speculative: bool
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a profile says about evidence: may it be published, and what was held against it."""

    allowed: bool
    status: str  # ok, warned, research_insufficient
    reasons: tuple[Decision, ...]


def weigh(
    sources: Sequence[ScoredSource],
    options: Options,
    *,
    agreement: Sequence[float] | None = None,
    conflicts: Sequence[Conflict] = (),
) -> Evidence:
    """Weigh the sources that agree on a claim or carry a report.

    support = 1 - prod(1 - a s) over independent origins, a the authority and s the ``agreement`` of the
    origin's best source (its support of the claim; without one, its relevance); recency is the mean, weighted
    by a s; diversity = 1 - sum of squared shares of the origins' registrable hosts (Herfindahl index).
    """
    given = agreement if agreement is not None else [s.axis("relevance") for s in sources]
    strength = {id(s): s.axis("authority") * a for s, a in zip(sources, given, strict=True)}
    ranked = sorted(sources, key=lambda s: -strength[id(s)])
    voices = list(leaders(ranked))
    weights = [strength[id(s)] for s in voices]
    support = 1 - prod(1 - w for w in weights)
    total = fsum(weights)
    recency = fsum(w * s.axis("recency") for w, s in zip(weights, voices, strict=True)) / total if total else 0.0
    standings = [authority.standing(s.source.url, options) for s in voices]
    official = sum(s.kind in authority.OFFICIAL for s in standings)
    diversity = _diversity([host_of(s.source.url).removeprefix("www.") or s.source.id for s in voices])
    speculative = len(voices) < LEAST_ORIGINS and not official
    notes = _notes(voices, diversity, speculative, conflicts)
    return Evidence(support, recency, diversity, len(voices), official, speculative, tuple(conflicts), notes)


def rule(evidence: Evidence, profile: str, options: Options) -> Ruling:
    """Let a profile judge: ``strict`` blocks below its support or recency or on a conflict, others warn."""
    wanted = options.profile(profile)
    reasons = tuple(_objections(evidence, wanted))
    if not reasons:
        return Ruling(True, "ok", ())
    if wanted.blocks:
        return Ruling(False, "research_insufficient", reasons)
    return Ruling(True, "warned", reasons)


def stop(passes: int, evidence: Evidence, kept: int, new_origins: int, mode: str, options: Options) -> Decision | None:
    """Say why a deep search ends after this pass, or None where it goes on. First that holds:

    enough_evidence (support .9, full report, no conflict), good_enough_with_volume (support .7 and the mode's
    sources), source_limit (twice the mode's sources kept), no_new_information (a later pass brought no new
    origin), late_but_acceptable (last pass but one, full report), pass_limit.
    """
    limits = options.mode(mode)
    full = kept >= limits.full
    holds = (
        ("enough_evidence", full and evidence.support >= 0.9 and not evidence.conflicts),
        ("good_enough_with_volume", kept >= limits.sources and evidence.support >= 0.7),
        ("source_limit", kept >= 2 * limits.sources),
        ("no_new_information", passes > 1 and new_origins == 0),
        ("late_but_acceptable", passes >= limits.passes - 1 and passes > 1 and full),
        ("pass_limit", passes >= limits.passes),
    )
    numbers = (("passes", float(passes)), ("kept", float(kept)), ("support", evidence.support))
    why = f"pass {passes} of {limits.passes}, {kept} kept, support {evidence.support:.2f}, {new_origins} new"
    return next((Decision(name, why, numbers) for name, held in holds if held), None)


def _diversity(hosts: Sequence[str]) -> float:
    shares = [n / len(hosts) for n in Counter(hosts).values()]
    return 1 - fsum(share * share for share in shares) if hosts else 0.0


def _objections(evidence: Evidence, profile: Profile) -> list[Decision]:
    found = []
    for name, value, least in (
        ("support", evidence.support, profile.support),
        ("recency", evidence.recency, profile.recency),
    ):
        if value < least:
            numbers = ((name, value), ("threshold", least))
            found.append(Decision(f"{name}-low", f"{name} is {value:.2f}, below {least:g}", numbers))
    if evidence.conflicts:
        n = len(evidence.conflicts)
        found.append(Decision("conflict", f"sources contradict each other on {n} measures", (("conflicts", float(n)),)))
    return found


def _notes(
    voices: Sequence[ScoredSource], diversity: float, speculative: bool, conflicts: Sequence[Conflict]
) -> tuple[str, ...]:
    notes = []
    if speculative:
        notes.append(f"speculative: {len(voices)} independent origins, none of them official")
    if len(voices) > 1 and diversity < 0.5:
        notes.append("most origins share one host")
    undated = sum(not a.known for s in voices for a in s.axes if a.name == "recency")
    unlisted = sum(not a.known for s in voices for a in s.axes if a.name == "authority")
    if voices and 2 * undated > len(voices):
        notes.append(f"{undated} of {len(voices)} origins have no known date")
    if voices and 2 * unlisted > len(voices):
        notes.append(f"{unlisted} of {len(voices)} origins are on no list of publishers")
    notes.extend(
        f"conflict on {c.measure}: [{c.first}] {c.first_text!r} against [{c.second}] {c.second_text!r}"
        for c in conflicts
    )
    return tuple(notes)

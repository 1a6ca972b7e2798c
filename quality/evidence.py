"""Weigh the evidence of all sources together, and let a profile judge it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum, prod

from quality.axes import authority
from quality.composite import leaders
from quality.options import Options, Profile
from quality.thresholds import DIVERSITY_LOW, LEAST_ORIGINS, MOST_SETTLED_CONFLICTS, SUPPORT_ENOUGH, SUPPORT_GOOD
from wellsourced_core.errors import shown
from wellsourced_core.message_numbers import below, plural
from wellsourced_core.model import Conflict, Decision, ScoredSource
from wellsourced_core.text import host_of
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced_core.model import DecisionRule, EndReason, Status

__all__ = ["Conflict", "Evidence", "Ruling", "missing", "risks", "rule", "stop", "wanting", "weigh"]


@frozen
class Evidence:
    """The joint evidence of independent origins; all shares in [0, 1].

    ``speculative``: no official origin, and fewer than three independent ones, or a support or an age that cannot
    carry a report. ``weak``: the support is that low; ``old``: so is the recency of those with a date; ``undated``:
    most have none. ``notes`` are the risks that a reader should know of, one sentence each, without a number.
    """

    support: float
    recency: float
    diversity: float
    origins: int
    official: int
    speculative: bool
    conflicts: tuple[Conflict, ...]
    notes: tuple[str, ...]
    weak: bool = False
    old: bool = False
    undated: bool = False

    @property
    def numbers(self) -> tuple[tuple[str, float], ...]:
        """Return the figures by name, as a record keeps them."""
        return (
            ("support", self.support),
            ("recency", self.recency),
            ("diversity", self.diversity),
            ("origins", float(self.origins)),
            ("official", float(self.official)),
            ("conflicts", float(len(self.conflicts))),
        )


@frozen
class Ruling:
    """A profile's verdict on evidence: whether it may be published, and the objections."""

    allowed: bool
    status: Status
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
    dated = [(w, s.axis("recency")) for w, s in zip(weights, voices, strict=True) if _is_known(s, "recency")]
    weight = fsum(w for w, _ in dated)
    old = weight > 0 and fsum(w * r for w, r in dated) / weight < options.speculative_recency
    weak, few = support < options.speculative_support, len(voices) < LEAST_ORIGINS
    undated = 2 * (len(voices) - len(dated)) > len(voices)
    against = tuple(c for c in conflicts if c.kind == "conflict")
    known = Evidence(
        support,
        recency,
        diversity,
        len(voices),
        official,
        (few or weak or old) and not official,
        against,
        (),
        weak,
        old,
        undated,
    )
    return replace(known, notes=_notes(voices, known))


def risks(evidence: Evidence, reasons: Sequence[Decision]) -> tuple[str, ...]:
    """Return the risks to tell the reader: the notes, and what the profile objects to without blocking."""
    objected = {reason.rule for reason in reasons}
    found = list(evidence.notes)
    few = evidence.origins < LEAST_ORIGINS and not evidence.official
    if "support-low" in objected and not few and (evidence.official or not evidence.weak):
        found.append("The sources together support it less than this profile asks for.")
    if "recency-low" in objected and not evidence.old and not evidence.undated:
        found.append("The sources are older than this profile asks for.")
    return tuple(found)


def rule(evidence: Evidence, profile: str, options: Options) -> Ruling:
    """Let a profile judge: ``strict`` blocks below its support or recency or on a conflict, others warn."""
    wanted = options.profile(profile)
    reasons = tuple(_objections(evidence, wanted))
    if not reasons:
        return Ruling(True, "ok", ())
    if wanted.blocks:
        return Ruling(False, "research_insufficient", reasons)
    return Ruling(True, "warned", reasons)


def stop(
    passes: int,
    evidence: Evidence,
    kept: int,
    new_origins: int,
    mode: str,
    options: Options,
    *,
    passed: int | None = None,
) -> Decision | None:
    """Return why a deep search ends after this pass, or None if it continues. The first that applies:

    enough_evidence (support .9, full report, no conflict), good_enough_with_volume (support .7, the mode's sources,
    no conflict), source_limit (twice the mode's sources passed), no_new_information (a later pass brought no new
    origin), late_but_acceptable (last pass but one, full report), pass_limit.

    ``kept`` is at most the mode's sources, ``passed`` counts those beyond them too; without it none is.
    """
    limits = options.mode(mode)
    numbers = {
        "passes": passes,
        "passes_limit": limits.passes,
        "kept": kept,
        "passed": kept if passed is None else passed,
        "full": limits.full,
        "sources": limits.sources,
        "support": evidence.support,
        "conflicts": len(evidence.conflicts),
        "new_origins": new_origins,
    }
    reason = end(numbers)
    beyond = f" of {passed} that passed" if passed is not None and passed > kept else ""
    why = f"pass {passes} of {limits.passes}, {kept} kept{beyond}, support {evidence.support:.2f}, {new_origins} new"
    return Decision(reason, why, tuple((name, float(n)) for name, n in numbers.items())) if reason else None


def wanting(evidence: Evidence, stopped: Decision | None) -> Decision | None:
    """Return why a deep search continues although its results are not weak; None if it was stopped."""
    if stopped is not None:
        return None
    support, conflicts = evidence.support, len(evidence.conflicts)
    if conflicts:
        why = f"sources contradict each other on {plural(conflicts, 'figure')}"
    elif support < SUPPORT_ENOUGH:
        why = f"support is {below(support, SUPPORT_ENOUGH)}, below {SUPPORT_ENOUGH:g}"
    else:
        why = "too few sources are kept for a full report"
    numbers = (("support", support), ("conflicts", float(conflicts)), ("threshold", SUPPORT_ENOUGH))
    return Decision("retry-evidence", why, numbers)


def end(numbers: Mapping[str, float]) -> EndReason | None:
    """Return the reason why a search with these numbers ends, None if it continues."""
    n = numbers
    full = n["kept"] >= n["full"]
    holds: tuple[tuple[EndReason, bool], ...] = (
        ("enough_evidence", full and n["support"] >= SUPPORT_ENOUGH and not n["conflicts"]),
        (
            "good_enough_with_volume",
            n["kept"] >= n["sources"] and n["support"] >= SUPPORT_GOOD and not n["conflicts"],
        ),
        ("source_limit", n["passed"] >= 2 * n["sources"]),
        ("no_new_information", n["passes"] > 1 and n["new_origins"] <= 0),
        ("late_but_acceptable", full and n["passes"] > 1 and n["passes"] >= n["passes_limit"] - 1),
        ("pass_limit", n["passes"] >= n["passes_limit"]),
    )
    return next((name for name, held in holds if held), None)


def missing(evidence: Evidence, reasons: Sequence[Decision]) -> tuple[str, ...]:
    """Say what a person would have to supply to remove the reasons against publishing, one line each."""
    wanted = []
    for reason in reasons:
        least = dict(reason.numbers).get("threshold", 0.0)
        if reason.rule == "support-low":
            wanted.append(
                "independent sources of standing that agree"
                f" (support is {below(evidence.support, least)}, not {least:g})"
            )
        elif reason.rule == "recency-low":
            wanted.append(f"newer sources (recency is {below(evidence.recency, least)}, not {least:g})")
        elif reason.rule == "conflict":
            wanted += [
                f"a source that settles {shown(c.first_text, 40)} against {shown(c.second_text, 40)}"
                f" ({c.measure or 'the same measure'})"
                for c in evidence.conflicts[:MOST_SETTLED_CONFLICTS]
            ]
    return tuple(wanted)


def _diversity(hosts: Sequence[str]) -> float:
    shares = [n / len(hosts) for n in Counter(hosts).values()]
    return 1 - fsum(share * share for share in shares) if hosts else 0.0


def _objections(evidence: Evidence, profile: Profile) -> list[Decision]:
    found = []
    low: tuple[tuple[DecisionRule, str, float, float], ...] = (
        ("support-low", "support", evidence.support, profile.support),
        ("recency-low", "recency", evidence.recency, profile.recency),
    )
    for rule, name, value, least in low:
        if value < least:
            numbers = ((name, value), ("threshold", least))
            found.append(Decision(rule, f"{name} is {below(value, least)}, below {least:g}", numbers))
    if evidence.conflicts:
        n = len(evidence.conflicts)
        first = evidence.conflicts[0]
        one, other = (shown(text, 40) for text in (first.first_text, first.second_text))
        both = f"source {first.first} has {one}, source {first.second} has {other}"
        why = f"sources contradict each other on {plural(n, 'figure')}: {both}"
        found.append(Decision("conflict", why, (("conflicts", float(n)), ("threshold", 0.0))))
    return found


def _is_known(scored: ScoredSource, axis: str) -> bool:
    return all(a.known for a in scored.axes if a.name == axis)


def _notes(voices: Sequence[ScoredSource], one: Evidence) -> tuple[str, ...]:
    notes = []
    if one.speculative and len(voices) < LEAST_ORIGINS:
        notes.append("Speculative: fewer than three independent sources, none of them official.")
    elif one.speculative and one.weak:
        notes.append("Speculative: the sources, none of them official, together support little of what is asked.")
    if one.old:
        said = "the sources are old for such a question, and what they say may have been overtaken."
        notes.append(f"Speculative: {said}" if one.speculative else said.capitalize())
    if one.conflicts:
        notes.append("The sources contradict each other.")
    if len(voices) > 1 and one.diversity < DIVERSITY_LOW:
        notes.append("Most of the sources share one host.")
    if voices and one.undated:
        notes.append("Most of the sources have no known date.")
    if voices and not any(_is_known(s, "authority") for s in voices):
        notes.append("None of the publishers is on a list that rates them.")
    return tuple(notes)

"""Draw up an article's outline by code, and hold a model's reply to it.

The outline names the sections, the sources that have evidence for each, what contradicts what, and what nobody says. It
goes into the one request. In the reply a section is known by its number, or by its heading; what fails is left out
with a reason, never written again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wellsourced_core.model import Assignment
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content
from wellsourced_core.untrusted import one_line
from wellsourced_core.values import frozen
from writer.open_questions import HEADING, unmentioned
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Sentence
from writer.section_headings import sections
from writer.sentence_choice import on_subject
from writer.shared_subject import shelf_of
from writer.thresholds import OUTLINE_MOST_SECTIONS

_HEAD = compiled(r"^ {0,3}#{2,6}[ \t]+(?:([0-9]{1,2})[.):][ \t]*)?([^\n]*?)[ \t#]*$", re.MULTILINE)
_MARKER = compiled(r"\[[0-9]{1,4}\]")


@frozen
class Planned:
    """A section to write: its heading, and the citation numbers of the sources with evidence for it."""

    heading: str
    numbers: tuple[int, ...]


@frozen
class Outline:
    """The sections in their order, the contradictions to tell, and what no source mentions; the limits come last."""

    sections: tuple[Planned, ...]
    conflicts: tuple[tuple[str, int, str, int], ...] = ()
    missing: tuple[str, ...] = ()


def outline_of(assignment: Assignment) -> Outline:
    """Return the outline of an article: the same for the same assignment, whatever the order of its parts."""
    shelf = shelf_of(assignment.passages, assignment.question)
    found = on_subject(usable_sentences(assignment), shelf.near)
    offered = [(s,) for s in found if s.offered and not s.needs]
    grouped = [one for one in sections(offered, assignment.question) if one.heading]
    planned = [Planned(one.heading, _numbers(s for chain in one.chains for s in chain)) for one in grouped]
    clashes = [one for one in assignment.conflicts if one.kind == "conflict"]
    return Outline(
        tuple(planned[:OUTLINE_MOST_SECTIONS]),
        tuple((one.first_text, one.first, one.second_text, one.second) for one in clashes),
        tuple(unmentioned(assignment)),
    )


def _numbers(found: Iterator[Sentence]) -> tuple[int, ...]:
    return tuple(sorted({n for s in found for n in s.numbers}))


def told(outline: Outline, places: dict[int, str]) -> list[str]:
    """Return the outline as lines of a request; ``places`` says how the request names each citation number."""
    lines = [
        "Outline, made by code. Write a heading as `## NUMBER. HEADING`, in this order; skip what you cannot fill."
    ]
    for i, one in enumerate(outline.sections, 1):
        named = [places[n] for n in one.numbers if n in places]
        lines.append(f"{i}. {one.heading}" + (f" (evidence: {', '.join(named)})" if named else ""))
    lines.append(f"{len(outline.sections) + 1}. {HEADING}")
    for first, n, second, m in outline.conflicts:
        if n in places and m in places:
            sides = f"{one_line(first)} in {places[n]}, {one_line(second)} in {places[m]}"
            lines.append(f"The sources contradict each other: {sides}. Say so in one sentence and cite both.")
    if outline.missing:
        lines.append(f"No source mentions: {', '.join(one_line(word) for word in outline.missing)}. Say so.")
    return lines


def held_to(text: str, outline: Outline, *, own_headings: bool) -> tuple[str, tuple[str, ...]]:
    """Return a reply with the outline's headings, and what was left out of it, each with its reason.

    A section that cites nothing is left out. One that the outline does not have, or that stands there again, goes on
    under the section before it, without its heading: no citation is lost before the audit. So a heading with a marker
    stays. With ``own_headings`` - of a house style or another language - the reply's wording of a heading stays.
    """
    heads = list(_HEAD.finditer(text))
    if not heads:
        return text, ()
    names = [*(one.heading for one in outline.sections), HEADING]
    parts, dropped, done = [text[: heads[0].start()].rstrip()], list[str](), set[int]()
    for head, behind in zip(heads, (*heads[1:], None), strict=True):
        body = text[head.end() : behind.start() if behind else len(text)].strip()
        at, said = _number(head, names), one_line(head[2])
        known = at is not None and at not in done
        if _MARKER.search(said):
            parts.append(f"## {said}\n\n{body}")
        elif at != len(names) and not _MARKER.search(body):
            dropped.append(f"the section “{said or at}” cites no source")
        elif known or (at is None and own_headings):
            parts.append(f"## {said if own_headings or at is None else names[at - 1]}\n\n{body}")
            done.add(at or 0)
        else:
            parts.append(body)
            why = "is not in the outline" if at is None else "stands there a second time"
            dropped.append(f"the heading “{said or at}” {why}: its sentences stand in the section before it")
    return "\n\n".join(part for part in parts if part) + "\n", tuple(dropped)


def _number(head: re.Match[str], names: Sequence[str]) -> int | None:
    """Return which section of the outline a heading is for, from 1: by its number, else by its words."""
    if head[1] and 1 <= int(head[1]) <= len(names):
        return int(head[1])
    said = content(head[2]) or frozenset((head[2].casefold(),))
    same = [i for i, name in enumerate(names, 1) if said == (content(name) or frozenset((name.casefold(),)))]
    return same[0] if same else None


def headless(text: str) -> str:
    """Return a text without its headings of sections: a house style may want none."""
    return _HEAD.sub("", text)

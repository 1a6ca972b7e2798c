"""The list of sources: the address of each, the verdicts on its citations, and its scores before writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import address, escape, line, link
from wellsourced.formats._html.verdicts import tally
from wellsourced.formats._shared import plural
from wellsourced_core.model import FileReport, ScoredSource, Source
from wellsourced_core.text import canonical_url, host_of


def sources(file: FileReport, number: int) -> str:
    """Return the list as HTML; ``number`` is the file's on the page."""
    counts: dict[str, Counter[str]] = {}
    for marker in file.markers:
        for ref in marker.refs:
            counts.setdefault(ref.source or "", Counter())[ref.verdict] += 1
    judged = {canonical_url(one.source.url) or one.source.id: one for one in file.scored}
    rows = []
    for at, source in enumerate(file.shelf):
        scored = judged.pop(canonical_url(source.url) or source.id, None)
        rows.append(_source(source, scored, counts.get(source.id, Counter()), f"s{number}-{at}"))
    if not rows and not judged:
        return "<p class=quiet>No sources were at hand: citations were held against the list of references alone.</p>"
    dropped = "".join(_source(one.source, one, Counter(), "") for one in judged.values())
    if dropped:
        dropped = (
            f"<details><summary>{plural(len(judged), 'source')} found and not cited</summary>"
            f'<ol class="sources plain">{dropped}</ol></details>'
        )
    return f'<ol class="sources">{"".join(rows)}</ol>{dropped}'


def _source(source: Source, scored: ScoredSource | None, counts: Counter[str], anchor: str) -> str:
    label = f'<span class="n">[{line(str(source.n))}]</span> ' if source.n is not None and anchor else ""
    title = line(source.title or source.url or source.id) or "untitled"
    facts = [line(host_of(source.url) or source.url)]
    if source.published:
        facts.append(source.published.isoformat())
    if anchor and not source.text.strip():
        facts.append("no text at hand: not checked for support")
    return (
        f'<li{f" id={_quoted(anchor)}" if anchor else ""}><p class="title" dir="auto">{label}'
        f"{link(address(source.url), title)}</p><p class=quiet>{' · '.join(fact for fact in facts if fact)}</p>"
        f"{tally(counts)}{''.join(_judgement(scored)) if scored else ''}</li>"
    )


def _judgement(scored: ScoredSource) -> Iterator[str]:
    parts = [(f"axis-{at}", axis.weight * axis.value) for at, axis in enumerate(scored.axes)]
    said = f"composite {scored.composite:.2f} of 1, grade {scored.grade} of 5"
    junk = f", junk page {line(scored.junk)}" if scored.junk else ""
    yield f"<p class=score>{said}{junk}</p>{stacked(parts, 1.0, said)}<dl class=axes>"
    for at, axis in enumerate(scored.axes):
        value = f"{axis.value:.2f} × {axis.weight:.2f}{'' if axis.known else ' (assumed)'}"
        name = f'<span class="key axis-{at}">{line(axis.name)}</span>'
        yield f"<div><dt>{name} {value}</dt><dd>{line(axis.why)}</dd></div>"
    yield "</dl>"


def _quoted(text: str) -> str:
    return f'"{escape(text)}"'


def anchor_of(file: FileReport, number: int) -> str:
    """Return where a marker leads that no finding is about."""
    return f"#sources-{number}" if file.shelf else f"#findings-{number}"

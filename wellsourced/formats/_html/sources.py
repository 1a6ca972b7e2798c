"""The list of sources: the address of each, the verdicts on its citations, and its scores before writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wellsourced.formats._html.addresses import folded
from wellsourced.formats._html.bars import stacked
from wellsourced.formats._html.escaping import NOTHING, Html, address, line, link
from wellsourced.formats._html.verdicts import tally
from wellsourced.formats._shared import plural
from wellsourced_core.model import FileReport, ScoredSource, Source
from wellsourced_core.text import canonical_url


def sources(file: FileReport, number: int) -> Iterator[Html]:
    """Yield the list, source by source; ``number`` is the file's on the page."""
    counts: dict[str, Counter[str]] = {}
    for marker in file.markers:
        for ref in marker.refs:
            counts.setdefault(ref.source or "", Counter())[ref.verdict] += 1
    judged = {canonical_url(one.source.url) or one.source.id: one for one in file.scored}
    if not file.shelf and not judged:
        yield Html(
            "<p class=quiet>No sources were at hand: citations were held against the list of references alone.</p>"
        )
        return
    yield Html('<ol class="sources">')
    for at, source in enumerate(file.shelf):
        scored = judged.pop(canonical_url(source.url) or source.id, None)
        yield _source(source, scored, counts.get(source.id, Counter()), f"s{number}-{at}")
    yield Html("</ol>")
    if judged:
        yield Html('<details><summary>%s found and not cited</summary><ol class="sources">') % plural(
            len(judged), "source"
        )
        yield from (_source(one.source, one, Counter(), "") for one in judged.values())
        yield Html("</ol></details>")


def _source(source: Source, scored: ScoredSource | None, counts: Counter[str], anchor: str) -> Html:
    label = Html('<span class="n">[%s]</span> ') % source.n if source.n is not None and anchor else NOTHING
    name = line(source.title or source.url or source.id) or Html("untitled")
    facts = [line(folded(source.url)) if source.title else NOTHING]
    if source.published:
        facts.append(Html.escape(source.published.isoformat()))
    if anchor and not source.text.strip():
        facts.append(Html("no text at hand: not checked for support"))
    return Html('<li%s><p class="title" dir="auto">%s%s</p><p class=quiet>%s</p>%s%s</li>') % (
        Html(' id="%s"') % anchor if anchor else NOTHING,
        label,
        link(address(source.url), name),
        Html(" · ").join(fact for fact in facts if fact),
        tally(counts),
        NOTHING.join(_judgement(scored)) if scored else NOTHING,
    )


def _judgement(scored: ScoredSource) -> Iterator[Html]:
    parts = [(f"axis-{at}", axis.weight * axis.value) for at, axis in enumerate(scored.axes)]
    said = f"composite {scored.composite:.2f} of 1, grade {scored.grade} of 5"
    junk = f", junk page {scored.junk}" if scored.junk else ""
    yield Html("<p class=score>%s</p>%s<dl class=axes>") % (line(said + junk), stacked(parts, 1.0, said))
    for at, axis in enumerate(scored.axes):
        value = f"{axis.value:.2f} × {axis.weight:.2f}{'' if axis.known else ' (assumed)'}"
        name = Html('<span class="key axis-%s">%s</span>') % (at, line(axis.name))
        yield Html("<div><dt>%s %s</dt><dd>%s</dd></div>") % (name, value, line(axis.why))
    yield Html("</dl>")

"""The findings of an audit, packed: as objects they weigh three times the draft that they speak of."""

from __future__ import annotations

import marshal
from array import array
from collections import Counter
from itertools import groupby

from audit.views import View
from wellsourced_core.model import Edit, Finding, Fix, Severity, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from wellsourced_core.model import Source


class Findings(View[Finding]):
    """Findings by place (start, code, end, message), with their ids; the second of two with one id gets a "-2".

    Each is a row of bytes and made anew as it is asked for. Evidence is cut from its source, where it stands there.
    """

    def __init__(self, found: Iterable[Finding], identity: Callable[[Finding], str], sources: Sequence[Source]) -> None:
        self._sources = sources
        self._at = {source.id: index for index, source in enumerate(sources)}
        self._rules: list[tuple[str, str, Severity]] = []
        self._rows, self._cuts, starts = bytearray(), array("I", [0]), array("I")
        for finding in found:
            self._rows += marshal.dumps(self._packed(finding, identity(finding)))
            self._cuts.append(len(self._rows))
            starts.append(finding.start)
        self._order, self._numbers = array("I"), array("I")
        seen: Counter[str] = Counter()
        for index, name in self._by_place(starts):
            seen[name] += 1
            self._order.append(index)
            self._numbers.append(seen[name])

    def _by_place(self, starts: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Yield the row of each finding and its id, in order; only those that start alike are looked into."""
        for _, alike in groupby(sorted(range(len(starts)), key=starts.__getitem__), key=starts.__getitem__):
            ranked = []
            for index in alike:
                rule, _, end, _, _, name, message, *_ = self._row(index)
                ranked.append((self._rules[rule][0], end, message, index, name))
            yield from ((index, name) for *_, index, name in sorted(ranked))

    def _packed(self, finding: Finding, name: str) -> tuple[Any, ...]:
        """Return what a row says: the rule and a source that is known by their indexes, spans and edits as tuples."""
        rule = finding.code, finding.rule, finding.severity
        if rule not in self._rules:
            self._rules.append(rule)
        place = finding.start, finding.end, finding.line, finding.column
        source = None if finding.source is None else self._at.get(finding.source, finding.source)
        fix = finding.fix and (finding.fix.safety, *((edit.start, edit.end, edit.text) for edit in finding.fix.edits))
        span, evidence = finding.evidence, None
        if span is not None:
            cut = isinstance(source, int) and self._sources[source].text[span.start : span.end] == span.text
            evidence = (span.start, span.end, None if cut else span.text)
        return self._rules.index(rule), *place, name, finding.message, source, evidence, fix

    def _row(self, index: int) -> tuple[Any, ...]:
        row: tuple[Any, ...] = marshal.loads(self._rows[self._cuts[index] : self._cuts[index + 1]])  # noqa: S302 - ours
        return row

    def __len__(self) -> int:
        return len(self._order)

    def make(self, index: int) -> Finding:
        rule, start, end, line, column, name, message, source, span, fix = self._row(self._order[index])
        number = self._numbers[index]
        code, slug, severity = self._rules[rule]
        evidence = None
        if span is not None:
            low, high, text = span
            evidence = Span(low, high, self._sources[source].text[low:high] if text is None else text)
        return Finding(
            code,
            slug,
            severity,
            message,
            start,
            end,
            line,
            column,
            name if number == 1 else f"{name}-{number}",
            Fix(fix[0], tuple([Edit(*edit) for edit in fix[1:]])) if fix else None,
            evidence,
            self._sources[source].id if isinstance(source, int) else source,
        )

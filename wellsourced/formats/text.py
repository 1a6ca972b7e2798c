"""For people at a terminal: like a compiler, the line with a caret under the place, then a summary."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from wellsourced.formats._shared import (
    MOST_JOINS,
    PARTLY,
    PLAIN,
    Counts,
    Lines,
    Options,
    count,
    described,
    join_lines,
    one_line,
    plural,
    shown_findings,
    source_of,
    where,
)
from wellsourced_core.errors import shown
from wellsourced_core.model import AuditReport, FileReport, Finding, Severity

WIDTH = 80
PASSAGE_LINES = 3
_WIDE, _NARROW = 44, 36  # columns of names in tables: with numbers behind them, and with more behind those
_DOUBTFUL = ("weak", "uncheckable")
_SAFETIES = ("safe", "unsafe")
_COLORS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def pieces(report: AuditReport, options: Options = PLAIN) -> Iterator[str]:
    """Yield the findings of each file in order, then the summary, if it is wanted.

    Colour codes stand only where they were asked for. A verbose one lists the citations that are weak or unchecked, and
    one of statistics has a line for each rule in place of its findings.
    """
    if options.statistics:
        yield from (f"{line}\n" for line in _statistics(report, options))
        return
    for file, findings in shown_findings(report, options.max_findings, possible=options.verbose):
        index = Lines(file)
        yield "".join(
            f"{line}\n" for finding in findings for line in (*_finding(file, finding, index, options.color), "")
        )
    yield from (f"{line}\n" for line in _end(report, options))


def _end(report: AuditReport, options: Options) -> Iterator[str]:
    """Yield what stands below the findings."""
    counts = count(report)
    shown_of = counts.findings - (0 if options.verbose else counts.possible)
    if options.max_findings is not None and shown_of > options.max_findings:
        yield from (f"{plural(shown_of - options.max_findings, 'more finding')} not shown", "")
    if options.verbose:
        told = False
        for line in (line for file in report.files for line in _doubtful(file)):
            told = True
            yield line
        if told:
            yield ""
    if options.summary:
        yield from _summary(report, counts, options, [_of_rule(counts, code, _WIDE) for code in counts.codes])


def _statistics(report: AuditReport, options: Options) -> Iterator[str]:
    """Yield how often each rule speaks and how many fixes it proposes, the most frequent first."""
    counts = count(report)
    fixes = Counter[tuple[str, str]]((f.code, f.fix.safety) for file in report.files for f in file.findings if f.fix)
    rows = []
    for code in sorted(counts.codes, key=lambda code: (-counts.codes[code], code)):
        found = [f"{fixes[code, safety]:,} {safety}" for safety in _SAFETIES if fixes[code, safety]]
        rows.append(_of_rule(counts, code, _NARROW) + (f"  fixes: {', '.join(found)}" if found else ""))
    yield from _summary(report, counts, options, rows) if options.summary else rows


def _doubtful(file: FileReport) -> Iterator[str]:
    """Yield a line for each citation that is weak or could not be checked: its place, how far it is supported."""
    for marker in file.markers:
        for ref in marker.refs:
            if ref.verdict in _DOUBTFUL:
                number = "" if ref.label is None else f" {one_line(str(ref.label))}"
                support = "" if ref.support is None else f", support {ref.support:.2f}"
                place = f"{one_line(file.path)}:{marker.line}:{marker.column}"
                claim = f": {_cut(marker.claim.text, WIDTH)}" if marker.claim else ""
                yield f"{place}: {ref.verdict}: citation{number}{support}{claim}"


def _finding(file: FileReport, finding: Finding, index: Lines, color: bool) -> Iterator[str]:
    sure = "" if finding.certainty == "proven" else f" ({finding.certainty})"
    what = _painted(f"{finding.severity}: {finding.code} {finding.rule}{sure}", _COLORS[finding.severity], color)
    at = f"{one_line(file.path)}:{finding.line}:{finding.column}"
    yield f"{at}: {what}: {one_line(finding.message)}"
    line, column = index.as_read(finding.start)
    gutter = len(str(finding.line))
    room = WIDTH - gutter - 3
    length = max(1, min(finding.end, len(file.text)) - finding.start)
    excerpt, before, marked = _excerpt(index, line, column, length, room)
    yield f"{finding.line} | {excerpt}"
    yield f"{' ' * gutter} | {' ' * before}{_painted('^' * marked, _COLORS[finding.severity], color)}"
    named = where(file, finding)
    if named:
        yield f"{' ' * gutter} = place: {_cut(named[2:-1], room - 7)}"
    if finding.evidence:
        first, *more = _wrapped(finding.evidence.text, room - 13)
        yield f"{' ' * gutter} = source says: {first}"
        yield from (f"{' ' * gutter}                {line}" for line in more)
    if finding.source:
        yield f"{' ' * gutter} = source: {_cut(source_of(finding), room - 8)}"
    if finding.fix:
        chosen = f", --apply {one_line(finding.id)}" if finding.id else ""
        head = f"fix ({finding.fix.safety}{chosen}): "
        yield f"{' ' * gutter} = {head}{_cut(described(finding.fix.edits, file.text), room - len(head))}"


def _excerpt(index: Lines, number: int, column: int, length: int, room: int) -> tuple[str, int, int]:
    """Return a stretch of a line that shows ``length`` code points from a column on, and where the caret goes.

    What cannot be printed stands as its escape; the stretch is cut to ``room`` columns, around the place.
    """
    first, last = index.bounds(number)
    start = min(first + column - 1, last)
    cells = _cells(index.text[start : min(start + room, last)])
    head = _fitting(cells[:length], max(1, room * 2 // 3))
    place, rest = "".join(cells[:head]), cells[head:]
    behind = _cells(index.text[max(first, start - room) : start])[::-1]
    room -= width(place) + 2  # the two dots
    to_left = _fitting(behind, max(room // 2, room - width("".join(rest))))
    left = "".join(reversed(behind[:to_left]))
    right = "".join(rest[: _fitting(rest, room - width(left))])
    left = left if start - to_left == first else f"…{left}"
    right = right if len("".join(rest)) == len(right) and start + len(cells) == last else f"{right}…"
    return left + place + right, width(left), max(1, width(place))


def _cells(text: str) -> list[str]:
    """Return each character as it is shown."""
    if text.isprintable():
        return list(text)
    return [" " if character == "\t" else shown(character) for character in text]


def _fitting(cells: list[str], room: int) -> int:
    """Return how many of the cells fit into ``room`` columns."""
    plain = "".join(cells)
    if plain.isascii() and len(plain) == len(cells):
        return min(len(cells), max(0, room))
    used = 0
    for i, cell in enumerate(cells):
        used += width(cell)
        if used > room:
            return i
    return len(cells)


def width(text: str) -> int:
    """Return how many columns a terminal takes for printable text: two for wide, none for combining characters."""
    return len(text) if text.isascii() else sum(1 if c.isascii() else _columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cut(text: str, room: int) -> str:
    cells = _cells(" ".join(text.split())[: room + 1])
    fits = _fitting(cells, room)
    return "".join(cells) if fits == len(cells) else "".join(cells[: _fitting(cells, room - 1)]) + "…"


def _wrapped(text: str, room: int) -> list[str]:
    """Return a passage in lines of ``room`` columns, three at most: what decides may stand late in it."""
    from textwrap import wrap

    lines = wrap(" ".join(text.split()), room, break_on_hyphens=False) or [""]
    kept = [_cut(line, room) for line in lines[:PASSAGE_LINES]]
    return (
        [*kept[:-1], _cut(f"{kept[-1]}{' ' * room}", room).rstrip(" …") + "…"] if len(lines) > PASSAGE_LINES else kept
    )


def _painted(text: str, color: str, on: bool) -> str:
    return f"\x1b[{color}m{text}\x1b[0m" if on else text


def _summary(report: AuditReport, counts: Counts, options: Options, rules: Iterable[str]) -> Iterator[str]:
    """Yield the counts of a report; ``rules`` are the lines on its rules."""
    files = (plural(counts.files, "file"), plural(counts.markers, "marker"), plural(counts.references, "reference"))
    found = [plural(number, severity) for severity, number in counts.severities.items()]
    if counts.suppressed:
        found.append(f"{counts.suppressed:,} suppressed")
    yield ", ".join(files)
    yield ", ".join(found)
    if counts.possible and not options.verbose and not options.statistics:
        yield f"{plural(counts.possible, 'note')} of what is only possible not shown (-v shows them)"
    yield from rules
    room = _NARROW if options.statistics else _WIDE
    for verdict, number in counts.verdicts.items():
        yield _row(f"citations {verdict}", number, room)
        if verdict == "supported" and counts.partly_supported:
            yield _row(f"of these {PARTLY}", counts.partly_supported, room)
    if counts.unchecked:
        yield f"{plural(counts.unchecked, 'citation')} not checked for support"
    for file in report.files if not options.statistics else ():
        for note in file.notes:
            yield f"{one_line(file.path)}: {one_line(note)}"
        yield from _joins(file, everything=counts.files == 1, verbose=options.verbose)


def _joins(file: FileReport, *, everything: bool, verbose: bool) -> Iterator[str]:
    """Yield what became of the documents that are the sources, of one draft among many only what wants a look."""
    if not file.joins:
        return
    lines = list(join_lines(file, everything=everything or verbose))
    shown = lines if verbose else lines[:MOST_JOINS]
    documents = {join.file: join.by for join in file.joins if join.file}
    joined = sum(map(bool, documents.values()))
    yield f"{one_line(file.path)}: {joined} of {plural(len(documents), 'source document')} joined to entries"
    yield from (f"  {one_line(line)}" for line in shown)
    if len(shown) < len(lines):
        yield f"  and {len(lines) - len(shown)} more (-v shows them)"


def _of_rule(counts: Counts, code: str, room: int) -> str:
    return _row(f"{code}  {one_line(counts.rules[code])}", counts.codes[code], room)


def _row(name: str, number: int, room: int) -> str:
    return f"  {_cut(name, room):{room}}{number:>12,}"

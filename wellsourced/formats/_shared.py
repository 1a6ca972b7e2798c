"""Shared parts of formats: options, counts, positions and one-line escaping."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from urllib.parse import quote

from wellsourced_core import message_numbers
from wellsourced_core.errors import shown
from wellsourced_core.model import CERTAINTIES, AuditReport, Edit, FileReport, Finding, MarkerReport, Severity
from wellsourced_core.text import sentences, shown_line_starts
from wellsourced_core.values import field, frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced_core.model import ShownVerdict

_BLOCK = 1_024
MOST_JOINS = 40  # lines about documents: a folder may hold a thousand that no entry names
_SENTENCE = 2_000  # code points on either side in which a sentence is looked for
LONGEST = 2_000  # code points of a message; sources' titles and addresses stand in it
CHECKED = ("supported", "weak", "misattributed")
_GRAVITY = tuple(Severity)
PARTLY: ShownVerdict = "partly-supported"


@frozen
class Options:
    """The options of a format; each format uses those that apply to it.

    ``draw`` returns a page of a document, from 1, as PNG with a passage marked.
    """

    rules: Mapping[str, str] = field(default_factory=dict)
    color: bool = False
    max_findings: int | None = None
    summary: bool = True
    verbose: bool = False
    draw: Callable[[str, int, str], bytes | None] | None = None
    statistics: bool = False


PLAIN = Options()


@frozen
class Counts:
    """The numbers of a report: findings per severity and code, the rule of each code, verdicts per reference.

    ``partly_supported`` are those of the supported ones whose sentence has a number or a quotation that is in error.
    """

    files: int
    markers: int
    references: int
    findings: int
    severities: Mapping[str, int]
    possible: int
    codes: Mapping[str, int]
    rules: Mapping[str, str]
    verdicts: Mapping[str, int]
    partly_supported: int
    suppressed: int

    @property
    def checked(self) -> int:
        """How many citations were compared with a source's text."""
        return sum(self.verdicts.get(v, 0) for v in CHECKED)

    @property
    def unchecked(self) -> int:
        """How many citations could not be compared because the source has no readable text."""
        return self.verdicts.get("uncheckable", 0)


def count(report: AuditReport) -> Counts:
    """Count a whole report, whatever part of it is shown, by the verdicts that it has."""
    kinds, verdicts = Counter[tuple[str, str, str]](), Counter[str]()
    markers = references = possible = suppressed = partly = 0
    for file in report.files:
        kinds.update((f.severity.value, f.code, f.rule) for f in file.findings)
        verdicts.update(ref.verdict for marker in file.markers for ref in marker.refs)
        partly += _partly_supported(file)
        markers += len(file.markers)
        references += len(file.references)
        possible += sum(f.certainty == "possible" for f in file.findings)
        suppressed += file.suppressed
    severities, codes = Counter[str](), Counter[str]()
    for (severity, code, _), number in kinds.items():
        severities[severity] += number
        codes[code] += number
    return Counts(
        files=len(report.files),
        markers=markers,
        references=references,
        findings=kinds.total(),
        severities={s.value: severities[s.value] for s in Severity},
        possible=possible,
        codes=dict(sorted(codes.items())),
        rules={code: rule for _, code, rule in kinds},
        verdicts=dict(sorted(verdicts.items())),
        partly_supported=partly,
        suppressed=suppressed,
    )


def for_people(report: AuditReport) -> AuditReport:
    """Return the report as people are shown it: "supported" speaks of a sentence's words alone.

    Where a number or a quote of the same sentence is in error, the verdict reads "partly-supported".
    """
    return replace(report, files=_ForPeople(report.files))


class _ForPeople(Sequence[FileReport]):
    """The reports on files as people are shown them, each made as it is looked at."""

    def __init__(self, files: Sequence[FileReport]) -> None:
        self._files = files

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, at: Any) -> Any:
        return _for_people(self._files[at])

    def __iter__(self) -> Iterator[FileReport]:
        return map(_for_people, self._files)


def _wrong_facts(file: FileReport) -> list[int]:
    """Return where the numbers and quotations stand that are in error, in order."""
    return sorted(f.start for f in file.findings if f.severity is Severity.ERROR and f.code[0] in "NQ")


def _is_beside(marker: MarkerReport, wrong: Sequence[int]) -> bool:
    """Tell whether a marker's sentence has one of the wrong facts."""
    claim = marker.claim
    return claim is not None and bisect_left(wrong, claim.start) < bisect_left(wrong, claim.end)


def _partly_supported(file: FileReport) -> int:
    wrong = _wrong_facts(file)
    beside = (marker for marker in file.markers if _is_beside(marker, wrong)) if wrong else ()
    return sum(ref.verdict in ("supported", PARTLY) for marker in beside for ref in marker.refs)


def _for_people(file: FileReport) -> FileReport:
    wrong = _wrong_facts(file)
    if not wrong:
        return file

    def shown_as(marker: MarkerReport) -> MarkerReport:
        if not _is_beside(marker, wrong):
            return marker
        refs = (replace(ref, verdict=PARTLY) if ref.verdict == "supported" else ref for ref in marker.refs)
        return replace(marker, refs=tuple(refs))

    return replace(file, markers=tuple(map(shown_as, file.markers)))


def verdict(counts: Counts) -> str:
    """Return the findings in words: "2 errors, 1 note", or "no findings"."""
    return (
        ", ".join(plural(number, severity) for severity, number in counts.severities.items() if number) or "no findings"
    )


def totals(counts: Counts) -> str:
    """Return in words how much was audited, and how much of it was suppressed or could not be checked."""
    parts = [plural(counts.files, "file"), plural(counts.markers, "marker"), plural(counts.references, "reference")]
    if counts.suppressed:
        parts.append(f"{counts.suppressed:,} suppressed")
    if counts.unchecked:
        parts.append(f"{plural(counts.unchecked, 'citation')} not checked for support")
    return ", ".join(parts)


def shown_findings(
    report: AuditReport, limit: int | None, *, possible: bool = True
) -> Iterator[tuple[FileReport, Sequence[Finding]]]:
    """Yield each file with those of its findings that are shown: the first ``limit`` of the whole report.

    Without ``possible``, those that are only possible are left out.
    """
    left = limit
    for file in report.files:
        told = file.findings if possible else tuple(one for one in file.findings if one.certainty != "possible")
        some = told if left is None else told[: max(0, left)]
        if left is not None:
            left -= len(some)
        yield file, some


def by_certainty(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order in which they are worth a look: by certainty, by severity, by place."""
    return sorted(findings, key=lambda one: (CERTAINTIES.index(one.certainty), _GRAVITY.index(one.severity), one.start))


class Lines:
    """Turns offsets of a draft's text into lines and columns, 1-based; an end stands behind its last code point."""

    def __init__(self, file: FileReport) -> None:
        self.text = file.text
        self._places = file.places
        self._starts = shown_line_starts(file.text)

    def span(self, start: int, end: int, *, in_bytes: bool = False) -> tuple[int, int, int, int]:
        """Return line and column of a start and of an end in the draft's file, columns in code points or bytes."""
        if self._places is None:
            position = self._byte_position if in_bytes else self.as_read
            return *position(start), *position(end)
        first, last = self._places.at(start), self._places.at(max(start, end - 1))
        begin = first.line, first.byte if in_bytes else first.column
        size = _size(self.text[end - 1 : end]) if in_bytes else 1
        stop = last.line, (last.byte if in_bytes else last.column) + size * (end > start and last.exact)
        return *begin, *max(begin, stop)

    def as_read(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset in the text as read, the column in code points.

        A byte order mark has no column, as in editors.
        """
        line = max(1, bisect_right(self._starts, offset))
        return line, max(0, offset - self._starts[line - 1]) + 1

    def _byte_position(self, offset: int) -> tuple[int, int]:
        """Return line and column in bytes of the file's line: those of a byte order mark count."""
        line, _ = self.as_read(offset)
        start = self._starts[line - 1] if line > 1 else 0
        return line, self._bytes_before(offset) - self._bytes_before(start) + 1

    def bounds(self, number: int) -> tuple[int, int]:
        """Return where a line starts and where it ends, its line break left out."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end

    def _bytes_before(self, offset: int) -> int:
        return self._block_bytes[offset // _BLOCK] + _size(self.text[offset - offset % _BLOCK : offset])

    @cached_property
    def _block_bytes(self) -> list[int]:
        sizes = (_size(self.text[i : i + _BLOCK]) for i in range(0, len(self.text), _BLOCK))
        return list(accumulate(sizes, initial=0))


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def place(file: FileReport, one: Finding | MarkerReport) -> str:
    """Return where a person looks for something: its line, or what the format of the draft has instead."""
    name = file.places.at(one.start).name if file.places is not None else ""
    return name or f"line {one.line}"


def where(file: FileReport, finding: Finding) -> str:
    """Return the place for the end of a message, where a line says too little of it."""
    named = file.places is not None and file.places.at(finding.start).name
    return f" ({named})" if named else ""


def sentence_at(text: str, offset: int) -> tuple[int, int]:
    """Return where the sentence of the line stands that an offset lies in, else the line; of an endless one a part."""
    low, high = max(0, offset - _SENTENCE), offset + _SENTENCE
    start = max(text.rfind("\n", low, offset), text.rfind("\r", low, offset), low - 1) + 1
    ends = [at for at in (text.find("\n", offset, high), text.find("\r", offset, high)) if at >= 0]
    end = min(ends, default=min(high, len(text)))
    for first, last in sentences(text[start:end]):
        if start + first <= offset < start + last:
            return start + first, start + last
    return start, end


def one_line(text: str) -> str:
    """Return other people's text for a message: controls and invisible characters escaped, cut where it is endless."""
    return shown(text, LONGEST)


def described(edits: Iterable[Edit], text: str) -> str:
    """Say in words what edits do."""
    return "; ".join(_described(edit, text) for edit in edits)


def unraised(text: str) -> str:
    """Return what is said of a draft that is no Markdown, without the tags that raised numbers are read with."""
    return text.replace("<sup>", "").replace("</sup>", "")


def _described(edit: Edit, text: str) -> str:
    old, new = shown(text[edit.start : edit.end], 60), shown(edit.text, 60)
    if not new:
        return f'remove "{old}"'
    return f'replace "{old}" by "{new}"' if old else f'insert "{new}"'


def uri(path: str) -> str:
    """Return a path as a URI reference: relative stays relative, every other character percent-encoded."""
    slashes = path.replace("\\", "/").removeprefix("./")
    encoded = quote(slashes.encode("utf-8", "surrogateescape" if _is_bytes(slashes) else "replace"), safe="/~")
    return f"file://{encoded}" if slashes.startswith("/") else encoded


def _is_bytes(path: str) -> bool:
    return all(not "\ud800" <= c <= "\udfff" or "\udc80" <= c <= "\udcff" for c in path)


plural = message_numbers.plural


def source_of(finding: Finding) -> str:
    """Return what names the source of a finding, "" where it has none: in a document with pages, the page too."""
    page = finding.evidence.page if finding.evidence else 0
    return f"{finding.source}, p. {page}" if finding.source and page else finding.source or ""


def join_lines(file: FileReport, *, everything: bool = True) -> Iterator[str]:
    """Yield a line for each document that the draft was held against, and each entry that nothing was found for.

    Without ``everything`` documents with a text and an entry are left out.
    """
    names = {row.line: row.name for row in file.places.rows if row.name} if file.joins and file.places else {}
    for join in file.joins:
        if join.file and join.by and not join.problem and not everything:
            continue
        problem = f"; {join.problem}" if join.problem else ""
        where = names.get(join.line, f"line {join.line}")
        entry = f"[{join.label}]" if join.label is not None else f"the entry in {where}"
        if not join.file:
            yield f"{entry}: no source was found for this entry"
        elif join.by:
            yield f"{entry}: {join.file}, by {join.by}{problem}"
        elif join.line:
            yield f"{entry}: {join.file}{problem}"
        else:
            yield f"{join.file}: no entry names it{problem}"

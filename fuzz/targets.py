"""What is fuzzed: each target takes any bytes, calls one reader, and checks what is promised of it.

A target raises AssertionError where a promise is broken; any other exception that leaves it is a fault as well.
"""

from __future__ import annotations

import json
import math
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from audit import quotes as quotations
from audit.pairs import SourceCache, judge
from audit.parsing.markers import LINKED
from audit.repair import apply, choose, repair
from audit.runner import AuditOptions, open_case
from audit.runner import audit as audit_text
from quality import composite, gate
from quality.options import Options
from retrieval.address_check import is_public, parse_url, public_addresses
from retrieval.batch_file import read_batch
from retrieval.bibliography import read_bibliography
from retrieval.charset import decode
from retrieval.jsonl import read_stream
from retrieval.lockfile import read_lock, write_lock
from retrieval.near_duplicates import origins
from retrieval.pairs_file import read_pair
from retrieval.published_date import read_date
from retrieval.reader_worker import answer
from retrieval.robots import parse_robots
from retrieval.sources_file import read_sources, render_sources
from wellsourced import config
from wellsourced.formats import names as format_names
from wellsourced.formats import render
from wellsourced.formats.records import baseline
from wellsourced.formats.records.audit_record import read_audit
from wellsourced.formats.records.scores import render_line as render_scores
from wellsourced.formats.records.verify import render_line as render_verdict
from wellsourced.policy import policy
from wellsourced.topics import Rejected, read_topics, slugs
from wellsourced_core.errors import WellsourcedError, shown
from wellsourced_core.model import AuditReport, FileReport, Source, Span
from wellsourced_core.quantities import quantities
from wellsourced_core.text import canonical_url, content, host_of, line_starts, sentences, shown_line_starts, words

AS_OF = date(2026, 1, 31)
SOURCES = (
    Source("1", "https://s1.example/page", "Bridges", "The bridge opened in 1908. It carried 4.2 million people.", n=1),
    Source("2", "https://s2.example/page", "Empty", "", n=2),
    Source("3", "https://s3.example/a?b=1", "Dam", "“Nobody will drown,” said Ada Holm. Costs fell 12 percent.", n=3),
)
_VERDICTS = {"supported", "weak", "misattributed", "out-of-bounds", "uncheckable"}
_QUOTED = {"found", "altered", "not-found", "misattributed", "out-of-context"}
_ITEM_NUMBER = re.compile(r"^[ \t>]*[0-9]{1,9}[.)](?=[ \t])", re.MULTILINE)
_SAFE_NAME = re.compile(r"[^\x00-\x1f/\\]{1,180}")
_folder = Path(tempfile.mkdtemp(prefix="wellsourced-fuzz-"))


# ---------------------------------------------------------------------------------------------- drafts


def draft(data: bytes) -> None:
    """Audit any draft, with and without sources: offsets fit, edits take markers and entries alone, reports render."""
    text, sources = _text(data), _some_sources(data)
    report = audit_text(text, sources, AuditOptions(as_of=AS_OF))
    _check_places(report)
    _check_edits(report, sources)
    whole = AuditReport("0", policy(), (report,))
    for name in format_names():
        render(name, whole, rules={}, color=False, max_findings=None).encode("utf-8", "backslashreplace")


def mending(data: bytes) -> None:
    """Repair any draft: it ends, twice is once, and no marker out of bounds survives where the style was read."""
    text, sources = _text(data), _some_sources(data)

    def look(now: str) -> FileReport:
        return audit_text(now, sources)

    for unsafe in (False, True):
        done = repair(text, look, unsafe=unsafe)
        assert done.settled, "the repair does not end"
        again = repair(done.text, look, unsafe=unsafe)
        assert again.text == done.text, "a second repair changes something"
        assert not choose(look(done.text).findings, unsafe=unsafe), "something fixable is left"
    left = look(repair(text, look).text)
    case = open_case(left.text, sources, AuditOptions())
    if open_case(text, sources, AuditOptions()).draft.certain and case.draft.certain and not left.suppressed:
        linked = {marker.start for marker in case.draft.markers if marker.shape in LINKED}
        lost = [m for m in left.markers if any(ref.verdict == "out-of-bounds" for ref in m.refs)]
        assert all(marker.start in linked for marker in lost), "a marker out of bounds survives"


def references(data: bytes) -> None:
    """Read any list of references: entries in order, inside the text, each on its line."""
    text = "The bridge opened in 1908 [1][2].\n\n## References\n\n" + _text(data)
    found = open_case(text, (), AuditOptions()).draft
    starts = line_starts(text)
    for entry in found.references:
        assert 0 <= entry.start < entry.end <= len(text)
        assert starts[entry.line - 1] == entry.start, "an entry does not begin its line"
        assert all(isinstance(canonical_url(url), str) for url in entry.urls)
    assert all(one.end <= other.start for one, other in pairwise(found.references)), "entries overlap"


def _check_places(report: FileReport) -> None:
    starts, size = shown_line_starts(report.text), len(report.text)
    for marker in report.markers:
        assert report.text[marker.start : marker.end] == marker.raw != "", "a marker is not where it says"
        assert starts[marker.line - 1] + marker.column - 1 == marker.start
        for ref in marker.refs:
            assert ref.verdict in _VERDICTS
            assert ref.support is None or 0 <= ref.support <= 1, "a support out of range"
    assert all(one.end <= other.start for one, other in pairwise(report.markers)), "markers overlap"
    for finding in report.findings:
        assert 0 <= finding.start <= finding.end <= size
        assert starts[finding.line - 1] + finding.column - 1 == max(finding.start, starts[0])
    assert len({finding.id for finding in report.findings}) == len(report.findings), "two findings share an id"
    texts = {source.id: source.text for source in report.shelf}
    spans = [(ref.source, ref.evidence) for marker in report.markers for ref in marker.refs]
    spans += [(finding.source, finding.evidence) for finding in report.findings]
    for source, span in spans:
        if span is not None and source in texts:
            assert _stands_in(span, texts[source]), "evidence that the source does not have"


def _check_edits(report: FileReport, sources: tuple[Source, ...]) -> None:
    """Check that an edit takes nothing but markers, entries, the space and signs round them, and an emptied item."""
    parsed = open_case(report.text, sources, AuditOptions()).draft
    own = {(one.start, one.end) for one in (*parsed.markers, *parsed.references)}
    own |= {number.span() for number in _ITEM_NUMBER.finditer(report.text)}
    for finding in report.findings:
        edits = finding.fix.edits if finding.fix else ()
        for edit in edits:
            assert 0 <= edit.start <= edit.end <= len(report.text)
            assert report.text[edit.start : edit.end] != edit.text, "an edit that changes nothing"
            taken = [
                c for at, c in enumerate(report.text[edit.start : edit.end], edit.start)
                if c.isalnum() and not any(start <= at < end for start, end in own)
            ]  # fmt: skip
            assert not taken or edit.text, "an edit takes words"
        apply(report.text, edits)


# ---------------------------------------------------------------------------------------------- files


def sources_file(data: bytes) -> None:
    """Read any file as sources; what is read, written and read again is the same, byte for byte."""
    with _refusing(), _file("sources.jsonl", data) as path:
        once = render_sources(read_sources(path))
        path.write_bytes(once)
        assert render_sources(read_sources(path)) == once, "sources change when they are written"


def bibliography(data: bytes) -> None:
    """Read any file as BibTeX and as CSL-JSON."""
    for name in ("books.bib", "books.json"):
        with _refusing(), _file(name, data) as path:
            found = read_bibliography(path)
            assert found
            assert len({source.id for source in found}) == len(found), "two entries share a key"


def lock(data: bytes) -> None:
    """Read any file as a lock; what is read, written and read again is the same."""
    with _refusing(), _file("sources.lock", data) as path:
        once = read_lock(path)
        write_lock(path, once)
        again = path.read_bytes()
        write_lock(path, read_lock(path))
        assert path.read_bytes() == again, "a lock changes when it is written"


def accepted(data: bytes) -> None:
    """Read any file as a baseline; what is read, written and read again is the same."""
    with _refusing(), _file("baseline.json", data) as path:
        once = baseline.render(baseline.read_baseline(path))
        path.write_bytes(once.encode("utf-8"))
        assert baseline.render(baseline.read_baseline(path)) == once, "a baseline changes when it is written"


def configuration(data: bytes) -> None:
    """Read any file as configuration: every section is taken or refused."""
    with _file("wellsourced.toml", data) as path:
        for read in (config.quality_options, config.llm_options, _all_backends):
            with _refusing():
                read(config.load(path, _folder))


def topics(data: bytes) -> None:
    """Read any file as topics: every folder's name is one safe part of a path, and no two are alike."""
    with _refusing(), _file("topics.jsonl", data) as path:
        taken = set()
        for topic, name in slugs(read_topics(path)):
            if isinstance(topic, Rejected):
                _check_refusal(topic.error)
                continue
            assert _SAFE_NAME.fullmatch(name), f"unsafe name {name!r}"
            assert name.strip(".") and name.lower() not in taken, f"name {name!r} twice"
            taken.add(name.lower())


def record(data: bytes) -> None:
    """Read any file as a recorded audit and make a page of it."""
    with _refusing(), _file("audit.json", data) as path:
        report = read_audit(path)
        if report.files:
            page = render("html", report, rules={}, color=False, max_findings=None)
            assert "<script>alert" not in page, "a record brings a script"


# ---------------------------------------------------------------------------------------------- lines


def pairs(data: bytes) -> None:
    """Judge any line of `verify`: a line of strict JSON comes out, its evidence stands in the source."""
    with _refusing():
        for number, line in read_stream(BytesIO(data), "<stdin>"):
            key, pair = read_pair(line, f"<stdin>:{number}")
            found = judge(pair, SourceCache())
            out = json.loads(render_verdict(key, found), parse_constant=_refuse)
            assert out["id"] == key
            assert out["support"] is None or 0 <= out["support"] <= 1
            if found.evidence is not None:
                assert _stands_in(found.evidence, pair.source.text), "evidence that the source does not have"


def batches(data: bytes) -> None:
    """Judge any line of `score --batch`: every axis lies in [0, 1], and the order of the sources changes none."""
    options = Options()
    with _refusing():
        for number, line in read_stream(BytesIO(data), "<stdin>"):
            key, query, listed = read_batch(line, f"<stdin>:{number}")
            batch = composite.judge(query, listed, options, AS_OF, origins(listed))
            outcome, retry = gate.decide(batch, "standard", options), gate.wants_retry(batch, options)
            out = json.loads(render_scores(key, listed, batch, outcome, retry), parse_constant=_refuse)
            assert len(out["sources"]) == len(listed)
            for row in out["sources"]:
                for axis in ("relevance", "authority", "recency", "density", "composite"):
                    assert 0 <= row[axis] <= 1, f"{axis} is {row[axis]}"


# ---------------------------------------------------------------------------------------------- texts


def numbers(data: bytes) -> None:
    """Read the numbers of any text: in order, finite, each where it says."""
    text = _text(data)
    found = quantities(text)
    assert all(text[q.start : q.end] == q.text for q in found), "a number is not where it says"
    assert all(a.end <= b.start for a, b in pairwise(found)), "numbers overlap"
    assert all(math.isfinite(q.value) and (q.high is None or math.isfinite(q.high)) for q in found)
    assert quantities(text, names=True) or not found


def quotes(data: bytes) -> None:
    """Judge the quotations of any claim against any source: each stands in the claim, what carries it in the source."""
    claim, _, source = _text(data).partition("\0")
    for quoted in quotations.quotes(claim):
        assert _stands_in(quoted.quote, claim)
    for one in quotations.judge(claim, source):
        assert one.verdict in _QUOTED
        assert one.evidence is None or _stands_in(one.evidence, source), "evidence that the source does not have"


def tokens(data: bytes) -> None:
    """Split any text into words and sentences: in order, inside, nothing twice."""
    text = _text(data)
    spans = sentences(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in pairwise(spans)), "sentences overlap"
    words(text)
    content(text)
    assert shown(text).isprintable(), "a message that can move the cursor"


def html(data: bytes) -> None:
    """Extract any page, as the child process does: plain fields, or a reason."""
    text, _ = decode(data)
    reply = answer({"kind": "html", "url": "https://page.example/2024/05/06/a"}, text.encode("utf-8"))
    json.dumps(reply).encode("ascii")
    if "code" not in reply:
        assert "\n" not in reply["title"]
        reply["text"].encode("utf-8")


def documents(data: bytes) -> None:
    """Read any bytes as each kind of document, as the child process does: pages that begin in the text, or a reason."""
    for kind in ("docx", "epub", "pdf"):
        reply = answer({"kind": kind, "url": ""}, data)
        json.dumps(reply).encode("ascii")
        if "code" in reply:
            assert reply["code"] == "unsupported-type", f"{kind}: {reply}"
            continue
        assert list(reply["pages"]) == sorted(reply["pages"])
        assert all(0 <= start <= len(reply["text"]) for start in reply["pages"])


def addresses(data: bytes) -> None:
    """Check any address: what is let through is http or https, of a public host, without a password."""
    url = _text(data)
    canonical_url(canonical_url(url))
    host_of(url)
    with _refusing():
        target = parse_url(url)
        assert target.scheme in ("http", "https"), "another scheme"
        assert target.host and target.host == target.host.strip(), "an odd host"
        for address in public_addresses(target, lambda host, _port: (host,)):
            assert is_public(address), "an address of the inside"


def dates(data: bytes) -> None:
    """Read any date: a date or nothing."""
    day = read_date(_text(data))
    assert day is None or 1 <= day.year <= 9999


def robots(data: bytes) -> None:
    """Read any robots.txt and ask it."""
    found = parse_robots(_text(data), "wellsourced")
    assert found.allows("/a/b?c=d") in (True, False)


# ---------------------------------------------------------------------------------------------- helpers


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _some_sources(data: bytes) -> tuple[Source, ...]:
    """Return sources that depend on the input alone, numbered or known by their address only."""
    kind = len(data) % 3
    if kind == 2:
        return tuple(replace(source, n=None, id=canonical_url(source.url)) for source in SOURCES)
    return SOURCES if kind else ()


def _stands_in(span: Span, text: str) -> bool:
    return text[span.start : span.end] == span.text


def _refuse(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def _all_backends(found: config.Config) -> list[Any]:
    return [config.backend_options(found, name) for name in ("corpus", "tavily", "searxng", "pgvector")]


def _check_refusal(error: WellsourcedError) -> None:
    assert error.exit_code in (2, 4), "a refusal with another exit code"
    assert error.subject or error.problem
    assert error.problem and error.remedy, "a refusal that does not say what to do"
    assert shown(str(error), 2_000).isprintable()


@contextmanager
def _refusing() -> Iterator[None]:
    """Let pass an error that a user may meet, if it is one well-formed line."""
    try:
        yield
    except WellsourcedError as error:
        _check_refusal(error)


@contextmanager
def _file(name: str, data: bytes) -> Iterator[Path]:
    path = _folder / name
    path.write_bytes(data)
    yield path


TARGETS: dict[str, Callable[[bytes], None]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        *(draft, mending, references, sources_file, bibliography, lock, accepted, configuration, topics, record),
        *(pairs, batches, numbers, quotes, tokens, html, documents, addresses, dates, robots),
    )
}  # fmt: skip

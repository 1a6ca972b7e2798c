"""The policy `publish`: repair or remove everything that the audit objects to before an article is published."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial

from audit.case import Case
from audit.checks import all_checks, unsafe
from audit.editing.marker_rewriting import RELABELLED, relabel, thin
from audit.editing.renumbering import renumber
from audit.editing.sentence_removal import bare_headings, without_lines, without_sentences
from audit.parsing.dialects import EXPONENT
from audit.parsing.markdown import structure
from audit.parsing.markers import UNSURE
from audit.parsing.reference_lists import find_lists
from audit.parsing.words_of_sentences import is_word
from audit.publish_faults import Fault, faults
from audit.repair import apply, choose, repair
from audit.repointing import Move, moves
from audit.runner import AuditOptions, audit, open_case
from audit.thresholds import PUBLISH_ROUNDS, SHOWN_MARKER_CHARACTERS, SHOWN_SENTENCE_CHARACTERS
from wellsourced_core.errors import shown
from wellsourced_core.model import Edit, Fabricated, FileReport, Finding, Label, Source
from wellsourced_core.patterns import compiled
from wellsourced_core.values import frozen, replace

_NAME = "article.md"
FLAG = "*(unconfirmed)*"
_CLOSING = "\"'”’»“"


@frozen
class PublishOptions:
    """``[publish]``: what becomes of a sentence whose number or quotation fails, and which rules say that it does.

    ``failed_facts`` is "remove" (the sentence goes) or "flag" (it stays, marked as unconfirmed behind the fact).
    """

    failed_facts: str = "remove"
    rules: tuple[str, ...] = ("N201", "N202", "N203", "N204", "Q301", "Q302", "Q303")


FAILED_FACTS = ("remove", "flag")
FAILING = ("N201", "N202", "N203", "N204", "Q301", "Q302", "Q303", "Q304")


@frozen
class Published:
    """The text to publish, its cited sources under their new numbers, the last audit, and what was repaired.

    ``settled`` is false where the bound on rounds was reached: such a text must not be published.
    """

    text: str
    sources: tuple[Source, ...]
    report: FileReport
    repairs: tuple[Finding, ...]
    settled: bool = True


def publish(
    text: str,
    sources: Sequence[Source],
    options: AuditOptions,
    policy: PublishOptions | None = None,
    *,
    title: str = "",
    ours: str = "",
    fabricated: Sequence[Fabricated] = (),
) -> Published:
    """Strip, move, remove and prune until nothing is left to mend, then number the references anew.

    Every round is audited anew. Markers first: what cannot be read or leads nowhere goes, what another source
    supports better moves there. Then sentences whose numbers or quotations fail go or are flagged, and at last what
    nothing cites any more. A sentence that loses its only citation goes or is flagged like one whose fact fails.
    ``fabricated`` says of markers of no source what the writer cited by them. ``ours`` is text known to be in order:
    what it says may stand uncited. ``title`` takes the place of a title that fails. Sources follow their numbers; those
    that nothing cites any more are left out.
    """
    policy = policy or PublishOptions()
    options = replace(options, mentions=False)
    kept, repairs = tuple(sources), list[Finding]()
    whys = {f"[{one.label}]": one.why for one in fabricated}
    lost: dict[str, str] = {}
    settled = False
    for _ in range(PUBLISH_ROUNDS):
        case = open_case(text, kept, options)
        found = choose(tuple(_bare(case, policy, lost)) or tuple(_mended(case, policy, title, ours)), unsafe=True)
        lost |= _cited(case)
        if found:
            repairs += (_told(finding, text, whys) for finding in found)
            text = apply(text, (edit for finding in found if finding.fix for edit in finding.fix.edits))
        elif edits := bare_headings(text):
            text = apply(text, edits)
        else:
            pruned = repair(text, lambda draft: _look(draft, kept, options, whys), unsafe=True)
            repairs += pruned.fixed
            settled = pruned.settled and pruned.text == text
            text = pruned.text
        if settled:
            break
    text, kept = _numbered(text, kept, options)
    return Published(text, kept, audit(text, kept, options, _NAME), tuple(repairs), settled)


_ADDRESS_LINE = compiled(r"^[^\w\n]{0,8}https?://\S+[^\w\n]{0,8}$", re.MULTILINE)


def without_lists(text: str) -> str:
    """Return a model's text without the lists of references that it made itself, headed or of addresses."""
    lists = find_lists(text, structure(text))
    own = [(one.start, one.end) for one in lists if one.headed or any(entry.urls for entry in one.entries)]
    text = apply(text, without_lines(text, own))
    return apply(text, without_lines(text, [found.span() for found in _ADDRESS_LINE.finditer(text)]))


# ------------------------------------------------------------------------------------------------- what is mended


def _mended(case: Case, policy: PublishOptions, title: str, ours: str) -> Iterator[Finding]:
    """Yield what is to be mended in this round, each with its edits."""
    if case.draft.unread or not case.draft.certain:
        # Only in a draft that is read throughout does the rest mean anything.
        unread = tuple(_unread(case))
        yield from unread or _bad_markers(case)
        if unread:
            return
    strays = tuple(_strays(case))
    yield from strays
    if strays:
        return
    moving = set()
    for move in moves(case, policy.rules):
        if (finding := _moved(case, move)) is not None:
            moving.add(case.draft.markers[move.citation.marker].sentence)
            yield finding
    yield from _bad_words(case, policy, moving)
    for fault in faults(case, policy.rules, ours):
        if fault.sentence not in moving:
            yield from _failed(case, fault, policy, title)


def _unread(case: Case) -> Iterator[Finding]:
    for marker in case.draft.unread:
        if marker.shape in (UNSURE, EXPONENT):
            continue  # it may be a number of the sentence
        edits = thin(case.draft.text, [marker], {0: range(len(marker.refs))}, words=True)
        if not edits:
            continue  # a key that is a word of its sentence
        message = f"{marker.raw}: no entry matches a marker of this shape; removed"
        yield _finding(case, "C106", marker.start, marker.end, message, edits.values())


# What models leave behind that cites nothing, in shapes that no list of references has.
_STRAY = compiled(
    r" ?(?:\\?[\[［【] ?\^?[0-9]{1,6}(?:[†:][^\]］】\n]{0,80})?\\?[\]］】]"  # [3†source], \[7\], a lone [^2]
    r"|:?contentReference\[oaicite:[0-9]{1,6}\](?:\{[^{}\n]{0,40}\})?|\[oaicite:[^\]\n]{0,40}\]"
    r"|\ue200[^\ue201\n]{0,200}\ue201|\bturn[0-9]{1,3}(?:search|news|view|fetch)[0-9]{1,3}\b"
    r"|\\?<sup>\s?\[?[0-9][^<\n]{0,20}\\?</sup>"
    r"|\[(?:citation needed|sources?|ref|cite)\])"
    r"| [¹²³⁰⁴-⁹]{1,3}(?=[\s.,;:!?)]|$)"
    r"|(?:(?<=[a-z]{4})|(?<=[.,;:!?\"”’)]))⁽?[¹²³⁰⁴-⁹]{1,3}(?:[,⁻–-][¹²³⁰⁴-⁹]{1,3}){0,9}⁾?(?!\w)",
    re.IGNORECASE,
)
_ADDRESS = compiled(r" ?[(<]?\bhttps?://[^\s<>()|]+[^\s<>()|.,;:!?*_][)>]?")


def _strays(case: Case) -> Iterator[Finding]:
    """Remove what looks like a marker but is not one of this draft, and addresses that no source has."""
    listed = min((r.start for r in case.draft.references), default=len(case.draft.text))
    judged = [(m.start, m.end) for m in case.draft.markers]
    known = "\n".join(f"{source.url}\n{source.text}" for source in case.sources)
    for pattern, what in ((_STRAY, "a marker that belongs to no list"), (_ADDRESS, "an address that no source has")):
        for found in pattern.finditer(case.draft.text, 0, listed):
            raw = found[0].strip(" (<>)")
            free = not any(start < found.end() and found.start() < end for start, end in judged)
            if free and (pattern is _STRAY or raw not in known):
                edit = Edit(found.start(), found.end(), "")
                message = f"{shown(raw, SHOWN_MARKER_CHARACTERS)}: {what}; removed"
                yield _finding(case, "C106", found.start(), found.end(), message, (edit,))


def _bad_markers(case: Case) -> Iterator[Finding]:
    """Take out markers that lead nowhere or to a wrong source where the rules would only report them."""
    for members in case.references.groups:
        group = [case.draft.markers[i] for i in members]
        bad = {
            at: [c for c in case.citations.of(i) if c.verdict in ("out-of-bounds", "misattributed")]
            for at, i in enumerate(members)
        }
        drop = {at: {c.ref for c in citations} for at, citations in bad.items() if citations}
        for at, edit in thin(case.draft.text, group, drop).items() if drop else ():
            code = "C101" if bad[at][0].verdict == "out-of-bounds" else "C102"
            message = f"{group[at].raw}: {bad[at][0].why}; removed"
            yield _finding(case, code, group[at].start, group[at].end, message, (edit,))


def _bad_words(case: Case, policy: PublishOptions, moving: Collection[int]) -> Iterator[Finding]:
    """Remove the sentences of which a marker is a word that leads nowhere or to a wrong source.

    Where they are to be flagged, or cannot be removed, the marker goes alone.
    """
    for members in case.references.groups:
        group = [case.draft.markers[i] for i in members]
        citations = [c for i in members for c in case.citations.of(i)]
        lost = [c for c in citations if c.verdict == "out-of-bounds" or (c.verdict == "misattributed" and not c.better)]
        if not lost or len(lost) < len(citations) or group[0].sentence in moving or not is_word(case.draft.text, group):
            continue
        everything = {at: range(len(marker.refs)) for at, marker in enumerate(group)}
        edits: Collection[Edit] = thin(case.draft.text, group, everything, words=True).values()
        fate = "is removed"
        if policy.failed_facts == "remove" and group[0].sentence >= 0:
            whole = without_sentences(case, {group[0].sentence})
            edits, fate = (whole, "is removed, and its sentence with it") if whole else (edits, fate)
        code = "C101" if lost[0].verdict == "out-of-bounds" else "C102"
        message = f"{group[0].raw}: {lost[0].why}; a word of its sentence, it {fate}"
        yield _finding(case, code, group[0].start, group[-1].end, message, edits)


def _moved(case: Case, move: Move) -> Finding | None:
    marker = case.draft.markers[move.citation.marker]
    old, new = move.citation.label, None
    if move.to is not None:
        new = case.references.label_of_source(move.to, marker.start)
        if new is None or marker.shape not in (*RELABELLED, "footnote"):
            return None
        edits = [relabel(marker, partial(_renamed, old, new))]
    else:
        members = next(group for group in case.references.groups if move.citation.marker in group)
        at = members.index(move.citation.marker)
        edits = [*thin(case.draft.text, [case.draft.markers[i] for i in members], {at: {move.citation.ref}}).values()]
        if not edits:
            return None
    fate = f"re-pointed to {new}" if new is not None else "removed"
    message = (
        f"{case.citations.name_of(move.citation)}: {move.why}; {fate}: {_quoted(case.texts.claim(marker.sentence))}"
    )
    return _finding(case, "C102", marker.start, marker.end, message, edits)


def _renamed(old: Label, new: Label, label: Label) -> Label:
    return new if label == old else label


def _cited(case: Case) -> Iterator[tuple[str, str]]:
    """Yield the words of each cited sentence, and the rule by which it would lose its citations."""
    verdicts: dict[int, set[str]] = {}
    for citation in case.citations:
        verdicts.setdefault(case.draft.markers[citation.marker].sentence, set()).add(citation.verdict)
    for sentence, found in verdicts.items():
        if sentence >= 0:
            yield _words(case.texts.claim(sentence)), "C101" if found == {"out-of-bounds"} else "C102"


def _words(claim: str) -> str:
    return "".join(filter(str.isalnum, claim))


def _bare(case: Case, policy: PublishOptions, lost: Mapping[str, str]) -> Iterator[Finding]:
    """Take out or flag the sentences that had a citation and have none any more; headings stay."""
    marked = {marker.sentence for marker in case.draft.markers}
    said_and_cited = {_words(case.texts.claim(sentence)) for sentence in marked if sentence >= 0}
    headings = {index for index, block in enumerate(structure(case.draft.text).blocks) if block.level}
    for sentence, claim in enumerate(case.texts.claims()):
        words = _words(claim)
        code = None if words in said_and_cited else lost.get(words)
        if code is None or case.draft.block_of[sentence] in headings:
            continue
        start, end = case.draft.sentences[sentence]
        why, said = "the sentence lost its only citation", _quoted(claim)
        if policy.failed_facts == "flag":
            if FLAG in case.draft.text[start:end]:
                continue
            at = start + len(case.draft.text[start:end].rstrip().rstrip(f".!?…。！？{_CLOSING}"))
            edit = Edit(at, at, f" {FLAG}")
            yield _finding(case, code, start, end, f"{why}; flagged: {said}", [edit])
        else:
            edits = without_sentences(case, {sentence})
            if edits:
                yield _finding(case, code, start, end, f"{why} and is removed: {said}", edits)


def _look(text: str, sources: Sequence[Source], options: AuditOptions, whys: Mapping[str, str]) -> FileReport:
    report = audit(text, sources, options, _NAME)
    return replace(report, findings=tuple([_told(finding, text, whys) for finding in report.findings]))


def _told(finding: Finding, text: str, whys: Mapping[str, str]) -> Finding:
    """Return a finding on a marker of no source with what the writer cited by it."""
    why = whys.get(text[finding.start : finding.end])
    return finding if why is None or finding.code != "C101" else replace(finding, message=f"{why}; removed")


def _failed(case: Case, fault: Fault, policy: PublishOptions, title: str) -> Iterator[Finding]:
    text = case.draft.text
    sentence = _quoted(case.texts.claim(fault.sentence))
    block = structure(text).blocks[case.draft.block_of[fault.sentence]]
    if policy.failed_facts == "flag":
        end = fault.end
        while end < len(text) and text[end] in _CLOSING:
            end += 1
        if not text.startswith(f" {FLAG}", end):
            message = f"{fault.why}; flagged: {sentence}"
            yield _fact(case, fault, message, [Edit(end, end, f" {FLAG}")])
    elif block.level == 1:
        if text[block.start : block.end] != title:
            yield _fact(case, fault, f"{fault.why}; the title is replaced", [Edit(block.start, block.end, title)])
    else:
        edits = without_sentences(case, {fault.sentence})
        yield _fact(case, fault, f"{fault.why}; the sentence is removed: {sentence}", edits)


def _fact(case: Case, fault: Fault, message: str, edits: Sequence[Edit]) -> Finding:
    finding = _finding(case, fault.code, fault.start, fault.end, message, edits)
    source = None if fault.source is None else case.sources[fault.source].id
    return replace(finding, evidence=fault.evidence, source=source)


def _finding(case: Case, code: str, start: int, end: int, message: str, edits: Iterable[Edit]) -> Finding:
    check = next(one for one in all_checks() if one.code == code)
    return check.at(case, start, end, message, unsafe(*edits))


def _quoted(sentence: str) -> str:
    return f"“{shown(sentence, SHOWN_SENTENCE_CHARACTERS)}”"


def _numbered(text: str, sources: tuple[Source, ...], options: AuditOptions) -> tuple[str, tuple[Source, ...]]:
    """Number the references in order of first use, their sources with them; what nothing cites is left out."""
    kept = sources
    for _ in range(2):  # the second time numbers nothing anew: it only drops what the first left uncited
        case = open_case(text, kept, options)
        change = renumber(case, sources_follow=True)
        new = dict(change.labels)
        cited = {c.source for c in case.citations if c.source is not None}
        text = apply(text, change.edits)
        kept = tuple(
            replace(source, n=n if isinstance(n := new.get(source.n, source.n), int) else source.n)
            for index, source in enumerate(kept)
            if index in cited
        )
    return text, tuple(sorted(kept, key=lambda source: source.n or 0))

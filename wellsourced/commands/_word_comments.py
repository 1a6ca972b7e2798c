"""`audit --comments F`: the findings as comments in a copy of the Word document that was audited."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from wellsourced.commands import Terminal
from wellsourced_core.errors import InputError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.draft_files import DraftFile
    from wellsourced_core.model import FileReport, Finding

_WORD = ".docx"


def refuse_other_drafts(output: str | None, names: Sequence[str]) -> None:
    """Raise InputError where there is not one Word document to be copied, or the copy is to be something else."""
    if not output:
        return
    if len(names) != 1 or Path(names[0]).suffix.lower() != _WORD:
        problem = "comments go into a copy of one Word document"
        raise InputError("--comments", problem, "audit one .docx file with it", code="usage")
    if Path(output).suffix.lower() != _WORD:
        raise InputError(output, "is no name of a Word document", "let it end with .docx", code="usage")


def write_comments(args: argparse.Namespace, terminal: Terminal, draft: DraftFile, report: FileReport) -> None:
    """Write the commented copy, unless the document was changed meanwhile. Raises InputError and StorageError."""
    from retrieval.draft_reading import commented_apart
    from retrieval.storage import write_atomically
    from wellsourced.formats._shared import plural
    from wellsourced_core.digest import sha256
    from wellsourced_core.errors import StorageError

    data = b""
    with suppress(OSError):  # it was there a moment ago
        data = draft.path.read_bytes() if draft.path is not None else b""
    if sha256(data).hexdigest() != draft.digest:
        raise StorageError(draft.name, "was changed by another program in the meantime", "run again")
    told = [one for one in report.findings if args.verbose or one.certainty != "possible"]
    comments = [(one.start, one.end, "\n".join(_lines(one, report.text))) for one in told]
    write_atomically(Path(args.comments), commented_apart(data, draft.name, comments, args.as_of))
    if not args.quiet:
        terminal.say(f"{shown(args.comments)}: {plural(len(comments), 'comment')}")


def _lines(finding: Finding, text: str) -> Iterator[str]:
    from wellsourced.formats._shared import described, one_line, unraised

    yield f"{finding.severity}: {finding.code} {finding.rule}: {one_line(finding.message)}"
    if finding.evidence:
        yield f"Source says: {one_line(finding.evidence.text)}"
    if finding.source:
        yield f"Source: {one_line(finding.source)}"
    if finding.fix:
        yield f"Fix ({finding.fix.safety}): {unraised(described(finding.fix.edits, text))}"

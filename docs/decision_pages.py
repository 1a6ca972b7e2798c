"""The decision pages: what their headers say, and the index that is made of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "decisions"
# The order of the subjects in the index; a page of any other subject is an error.
SUBJECTS = (
    *("Parsing", "Support", "Numbers", "Quotations", "Findings and repair", "Sources and gate", "Retrieval"),
    *("Night runs", "Speed", "Interfaces", "Security", "Documentation"),
)
STATUSES = ("accepted", "superseded", "rejected")
_TITLE = re.compile(r"# (\d{4}) (.+)")
_FIELD = re.compile(r"- \*\*(\w+):\*\* (.+)")
_INTRODUCTION = """\
# Decisions

What was decided, why, with which numbers, and what was weighed and refused: one page per subject. `python -m
docs.generate` writes this index from the pages' headers.

A page states what holds now. Whoever changes a decision changes its page; a new page is for a new subject and takes the
next number. The pages used to be many small ones with other numbers: *earlier numbers* names those that a page merges.
"""


@dataclass(frozen=True, slots=True)
class DecisionPage:
    """A page's header: number, title, subject, what became of it, the day of the last change, what it merges."""

    path: Path
    number: str
    title: str
    subject: str
    status: str
    date: str
    merges: tuple[str, ...]


def decision_pages() -> list[DecisionPage]:
    """Return the pages in the order of their numbers. Raises ValueError where a header is not complete."""
    return [_read(path) for path in sorted(FOLDER.glob("[0-9]*.md"))]


def decision_index() -> str:
    """Return the index: a table per subject, a line per page."""
    pages = decision_pages()
    parts = [_INTRODUCTION]
    for subject in SUBJECTS:
        rows = [_row(page) for page in pages if page.subject == subject]
        if rows:
            head = ("| page | status | date | earlier numbers |", "|---|---|---|---|")
            parts.append("\n".join((f"## {subject}\n", *head, *rows)) + "\n")
    return "\n".join(parts)


def _read(path: Path) -> DecisionPage:
    lines = path.read_text("utf-8").splitlines()
    title = _TITLE.fullmatch(lines[0]) if lines else None
    fields = {found[1]: found[2] for line in lines[1:9] if (found := _FIELD.fullmatch(line))}
    if title is None or title[1] != path.name[:4]:
        raise ValueError(f"{path.name}: the first line is not `# {path.name[:4]} Title`")
    if fields.get("Subject") not in SUBJECTS:
        raise ValueError(f"{path.name}: Subject is none of {', '.join(SUBJECTS)}")
    if not fields.get("Status", "").startswith(STATUSES):
        raise ValueError(f"{path.name}: Status does not begin with {', '.join(STATUSES)}")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", fields.get("Date", "")):
        raise ValueError(f"{path.name}: Date is not YYYY-MM-DD")
    merges = tuple(fields["Merges"].split(", ")) if "Merges" in fields else ()
    return DecisionPage(path, title[1], title[2], fields["Subject"], fields["Status"], fields["Date"], merges)


def _row(page: DecisionPage) -> str:
    return (
        f"| [{page.number} {page.title}]({page.path.name}) | {page.status} | {page.date} | {', '.join(page.merges)} |"
    )

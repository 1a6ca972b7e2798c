"""The closing note speaks of what is published, and of nothing else."""

from __future__ import annotations

from audit.publish import Published
from audit.runner import AuditOptions, audit
from wellsourced.closing_note import doubted, lost, surviving, with_closing
from wellsourced_core.model import Change, Source, Written
from wellsourced_core.values import replace
from writer.open_questions import made_by

TUESDAY = Change(1, "on Tuesday", "on 4 March 2025", "", "It passed on 4 March 2025.")
YEAR = Change(2, "last year", "in 2024", "", "It fell in 2024.")


def test_a_change_whose_sentence_is_gone_is_not_spoken_of() -> None:
    written = Written("", quoted=(TUESDAY.sentence, YEAR.sentence), changes=(TUESDAY, YEAR))
    published = f"It fell in 2024 [1].\n\n{made_by(written.changes, contrasted=False)}\n"
    left = surviving(written.changes, published)
    assert left == (YEAR,)
    assert lost(written, published) == (TUESDAY.sentence,)
    closed = with_closing(published, written, left)
    assert "“on Tuesday”" not in closed
    assert "“last year”" in closed


def test_without_changes_every_sentence_stands_word_for_word() -> None:
    assert made_by((), contrasted=False).startswith("Every sentence above stands word for word in the source it cites;")


def test_a_sentence_that_cites_a_source_without_it_is_doubted() -> None:
    here, there = (
        Source(str(n), f"https://h{n}.example/", "", text) for n, text in ((1, "It is old."), (2, "It fell."))
    )
    text = "It is old [1]. It fell [1].\n"
    report = replace(audit(text, (here, there), AuditOptions(), "article.md"), findings=())
    published = Published(text, (here, there), report, ())
    assert doubted(Written(text, quoted=("It is old.", "It fell.", "It is gone.")), published) == ("It fell.",)

"""What `review` writes on request from the judgements: comments that allow findings, or entries of a baseline."""

from __future__ import annotations

import argparse
from pathlib import Path

from wellsourced.commands import Terminal
from wellsourced_core.errors import InputError, shown
from wellsourced_core.message_numbers import plural
from wellsourced_core.values import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.commands._jobs import Job

_INCOMPLETE = 3


def allow(terminal: Terminal, job: Job) -> int:
    """Write a comment above each paragraph whose findings of a rule were all disagreed with; 3 where none is.

    Raises InputError for a draft that is no Markdown: its file holds more than the text that is judged.
    """
    from audit.editing.allowances import allowances
    from audit.repair import apply
    from wellsourced.draft_files import write_back

    if job.draft.converted is not None:
        problem = "is no Markdown, so comments that allow cannot be written into it"
        raise InputError(job.draft.name, problem, "accept the findings in a baseline: --write-baseline F")
    found = allowances(job.draft.text, job.judged(job.look(job.draft.original)).findings, _disagreed(job))
    for one in found.shared:
        terminal.say(
            f"{shown(job.draft.name)}:{one.line}: {one.code} is not allowed here: its paragraph has another {one.code} "
            "that you did not disagree with"
        )
    write_back(job.draft, apply(job.draft.text, found.edits))
    terminal.say(f"{shown(job.draft.name)}: {plural(found.written, 'finding')} allowed")
    return 0 if found.written else _INCOMPLETE


def accept(args: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Accept in a baseline what was disagreed with, beside what it accepts already; 3 where there is nothing."""
    from wellsourced.commands._baseline import renewed
    from wellsourced.commands._options import refuse_folder
    from wellsourced.commands._output_paths import refuse_collisions

    refuse_folder(args.write_baseline)
    refuse_collisions((args.write_baseline,), (job.draft.path, *(args.sources or ())), "this review")
    full, wrong = job.look(job.draft.original), _disagreed(job)
    counting = {one.id for one in job.judged(full).findings}
    kept = tuple(one for one in full.findings if one.id in wrong or one.id not in counting)
    added = sum(one.id in wrong and one.id in counting for one in full.findings)
    renewed(Path(args.write_baseline), job.accepted, [replace(full, findings=kept)], [job.options], args.as_of)
    terminal.say(f"{shown(args.write_baseline)}: {plural(added, 'finding')} accepted")
    return 0 if added else _INCOMPLETE


def _disagreed(job: Job) -> dict[str, str]:
    """Return the reasons of what was disagreed with, by fingerprint."""
    return {one.id: one.reason for one in job.reviews.values() if one.judgement == "disagree"}

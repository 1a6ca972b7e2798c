"""Make the optional judge: a model that grades one source at a time, and whose answers only code reads."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from quality.judge import FALLBACK, Judge, Judgement, parse
from wellsourced.core.errors import BackendError
from wellsourced.prices import total
from writer.untrusted import one_line

if TYPE_CHECKING:
    from wellsourced.core.model import Source, Usage
    from wellsourced.wire import LlmOptions

# What of a source the model is shown, and so what it might repeat.
_TITLE, _TEXT = 300, 6_000


def claude(options: LlmOptions, api_key: str | None) -> Judge:
    """Return a judge that asks Claude. Raises InputError for a missing key at once, not at the first source.

    A service that fails makes a failed judgement; what the call took is in ``usage`` either way.
    """
    from wellsourced.llm import checked_key, judge

    key = checked_key(api_key)

    def grade(question: str, source: Source) -> Judgement:
        took: list[Usage] = []
        try:
            reply = judge(options, key, spend=took.append)(question, source)
            judged = parse(reply, f"{one_line(source.title, _TITLE)} {one_line(source.text, _TEXT)}")
        except BackendError as error:
            judged = Judgement(FALLBACK, error.problem, failed=True)
        return replace(judged, usage=total(took))

    return grade

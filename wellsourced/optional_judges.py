"""Build the optional judge: a model that grades sources. Only code reads its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quality.judge import Judge, Judgement, parse
from quality.thresholds import FALLBACK_GRADE
from wellsourced.messages_api import LlmOptions, as_judged
from wellsourced.prices import total
from wellsourced_core.errors import BackendError
from wellsourced_core.values import replace

if TYPE_CHECKING:
    from wellsourced_core.model import Source, Usage


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
            judged = parse(reply, " ".join(as_judged(source)))  # what it was shown is what it might repeat
        except BackendError as error:
            judged = Judgement(FALLBACK_GRADE, error.problem, failed=True)
        return replace(judged, usage=total(took))

    return grade

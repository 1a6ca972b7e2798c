"""Build the optional judges: a model that grades sources or looks at weak citations. Only code reads its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quality.judge import Judge, Judgement, parse
from quality.thresholds import FALLBACK_GRADE
from wellsourced.messages_api import ANSWER_TOKENS, LlmOptions, as_judged
from wellsourced.prices import total
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

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


def second_opinion(options: LlmOptions, api_key: str | None) -> tuple[Callable[[str], str], Callable[[str], float]]:
    """Return the call that asks for a second opinion, and what a prompt may cost at most in US dollars.

    Raises InputError for a missing key and ConfigError for a model without a price: its cost has no bound.
    """
    from wellsourced.llm import asker
    from wellsourced.prices import Sizes, ceiling, price_of
    from wellsourced.second_opinion import SYSTEM

    if price_of(options.prices, options.judge_model) is None:
        raise ConfigError(options.judge_model, "has no price, so its cost cannot be limited", "add it as [[llm.price]]")
    call = asker(options, api_key, system=SYSTEM)

    def most_usd(prompt: str) -> float:
        sent = len(f"{SYSTEM}{prompt}".encode())
        return ceiling(options.prices, options.judge_model, Sizes(sent, 0, ANSWER_TOKENS)).usd

    return call, most_usd

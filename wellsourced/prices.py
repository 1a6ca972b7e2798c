"""What a model call costs: the price table, and usage from counts that may be missing or nonsensical."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum

from wellsourced_core.model import Usage
from wellsourced_core.values import frozen

_MILLION = 1_000_000
_BATCH_DISCOUNT = 0.5
_BYTES_PER_TOKEN = 3
# What the service may add to the words of a request: its own instructions and the structure of blocks.
_OVERHEAD_TOKENS = 10_000


@frozen
class Price:
    """US dollars per million tokens; ``up_to`` bounds the prompt tokens that this row is for (None: any)."""

    model: str
    input: float
    output: float
    cache_read: float
    cache_write: float
    up_to: int | None = None


# As the vendor published them for the default models. Prices change: the operator checks them and overrides them with
# [[llm.price]].
PRICES = (
    Price("claude-sonnet-5-5", 2.00, 10.00, 0.20, 2.50),
    Price("claude-haiku-5-5", 0.10, 0.50, 0.01, 0.125, up_to=100_000),
    Price("claude-haiku-5-5", 0.50, 2.50, 0.05, 0.625),
)


@frozen
class Counts:
    """The tokens of one call as a service reported them; None where it did not."""

    input: int | None = None
    output: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None


@frozen
class Sizes:
    """What is known without the service: bytes sent and received, and the limit on the answer."""

    sent: int
    received: int
    max_tokens: int


def price_of(prices: Sequence[Price], model: str, prompt_tokens: int = 0) -> Price | None:
    """Return the row for a model and a prompt of that length, or None: no price is known."""
    rows = [row for row in prices if row.model == model]
    rows.sort(key=lambda row: float("inf") if row.up_to is None else row.up_to)
    return next((row for row in rows if row.up_to is None or prompt_tokens <= row.up_to), None)


def usage(prices: Sequence[Price], model: str, counts: Counts, sizes: Sizes, *, batch: bool = False) -> Usage:
    """Return the usage of one call; a count that makes no sense is replaced by our estimate, marked as such.

    Makes no sense: missing, negative, more prompt tokens than bytes were sent (plus overhead), or a longer answer than
    was allowed. The estimate is a token for three bytes. Message batches cost half.
    """
    fresh, read, write = counts.input, counts.cache_read or 0, counts.cache_write or 0
    knows_prompt = fresh is not None and min(fresh, read, write) >= 0
    knows_prompt = knows_prompt and (fresh or 0) + read + write <= sizes.sent + _OVERHEAD_TOKENS
    if fresh is None or not knows_prompt:
        fresh, read, write = -(-sizes.sent // _BYTES_PER_TOKEN), 0, 0
    output = counts.output
    knows_answer = output is not None and 0 <= output <= sizes.max_tokens
    if output is None or not knows_answer:
        output = -(-sizes.received // _BYTES_PER_TOKEN)
    price = price_of(prices, model, fresh + read + write)
    usd = 0.0
    if price is not None:
        tokens = fresh * price.input + read * price.cache_read + write * price.cache_write + output * price.output
        usd = tokens / _MILLION * (_BATCH_DISCOUNT if batch else 1.0)
    estimated = not (knows_prompt and knows_answer)
    return Usage(model, 1, fresh, output, read, write, usd, estimated, price is not None)


def ceiling(prices: Sequence[Price], model: str, sizes: Sizes, *, batch: bool = False) -> Usage:
    """Return the most a call may cost before it is made: a token for two bytes sent, the longest answer."""
    counts = Counts(-(-sizes.sent // 2), sizes.max_tokens)
    return usage(prices, model, counts, sizes, batch=batch)


def total(parts: Iterable[Usage]) -> Usage:
    """Add up the usage of several calls; the models' names are joined; if one has no price, there is no sum."""
    used = [one for one in parts if one.calls]
    if len(used) < 2:
        return used[0] if used else Usage()
    return Usage(
        model="+".join(dict.fromkeys(one.model for one in used)),
        calls=sum(one.calls for one in used),
        input_tokens=sum(one.input_tokens for one in used),
        output_tokens=sum(one.output_tokens for one in used),
        cache_read_tokens=sum(one.cache_read_tokens for one in used),
        cache_write_tokens=sum(one.cache_write_tokens for one in used),
        usd=fsum(one.usd for one in used),
        estimated=any(one.estimated for one in used),
        priced=all(one.priced for one in used),
    )

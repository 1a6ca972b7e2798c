"""Have a model write the article in one call, and turn its citations into ``[N]`` markers.

The call itself is passed in: this room knows no service. A reply that was cut off, refused, empty or a tool call is an
error, never a draft. A citation of a block that was not sent, and a number that the model typed in brackets itself,
stand in the draft as markers of no source, so that the audit tells of them (C101).
"""

from __future__ import annotations

from collections.abc import Callable

from wellsourced_core.errors import WriterError
from wellsourced_core.model import Assignment, Usage, Written
from wellsourced_core.values import field, frozen
from writer import prompt
from writer.citation_markers import Block, marked
from writer.finished_article import finished, has_words
from writer.outline import headless, held_to, outline_of, told
from writer.thresholds import TOKENS_PER_WORD, TOKENS_TO_THINK

_AGAIN = "run it again, or use the extractive writer"
_NOT_A_DRAFT = {
    "max_tokens": ("the answer was cut off at the token limit", "ask for fewer words or raise the limit"),
    "model_context_window_exceeded": ("the sources do not fit the model", "use fewer sources"),
    "refusal": ("the model declined to write", "reword the topic, or use the extractive writer"),
    "tool_use": ("the model called a tool instead of writing", _AGAIN),
    "pause_turn": ("the model paused instead of writing", _AGAIN),
    None: ("the answer broke off in the middle", _AGAIN),
}


@frozen
class Request:
    """A request to a model: system instructions, the parts of one message, and a limit on the answer."""

    system: str
    parts: tuple[prompt.Part, ...]
    max_tokens: int


@frozen
class Reply:
    """A model's answer; ``stop_reason`` is None if the answer never ended."""

    blocks: tuple[Block, ...]
    stop_reason: str | None
    usage: Usage = field(default_factory=Usage)


class UnusableReplyError(WriterError):
    """A reply that is not a draft but was paid for: ``usage`` says what it used."""

    def __init__(self, subject: object, problem: str, remedy: str, usage: Usage) -> None:
        super().__init__(subject, problem, remedy)
        self.usage = usage


def write(assignment: Assignment, complete: Callable[[Request], Reply], *, plain: bool = False) -> Written:
    """Write the article with one call of ``complete``; ``plain`` for a model without citations.

    Raises UnusableReplyError, a WriterError, for a reply that is no draft, and whatever ``complete`` raises.
    """
    return read(assignment, complete(request(assignment, plain=plain)), plain=plain)


def request(assignment: Assignment, *, plain: bool = False) -> Request:
    """Return the request for an article. The token limit leaves room to think before writing."""
    results = prompt.search_results(assignment)
    places = {
        one.n: f"source {one.n}" if plain else f"search result {i}" for i, one in reversed([*enumerate(results, 1)])
    }
    lines = [] if assignment.style.headings == "none" else told(outline_of(assignment), places)
    parts = prompt.plain(assignment, lines) if plain else prompt.parts(assignment, lines)
    limit = TOKENS_PER_WORD * assignment.words + TOKENS_TO_THINK
    return Request(prompt.system(plain=plain), parts, limit)


def read(assignment: Assignment, reply: Reply, *, plain: bool = False) -> Written:
    """Turn a reply to ``request(assignment)`` into the article, or raise UnusableReplyError."""
    kinds = {block.kind for block in reply.blocks}
    stop = "tool_use" if {"tool_use", "server_tool_use"} & kinds else reply.stop_reason
    if stop not in ("end_turn", "stop_sequence"):
        problem, remedy = _NOT_A_DRAFT.get(stop, ("the answer ended for an unknown reason", _AGAIN))
        raise UnusableReplyError(assignment.question, problem, remedy, reply.usage)
    text, fabricated = marked(reply.blocks, prompt.search_results(assignment), keep_typed=plain)
    text, dropped = _held(text, assignment)
    article = finished(text, assignment)
    if not has_words(text):
        raise UnusableReplyError(assignment.question, "the answer contains no words", _AGAIN, reply.usage)
    return Written(article, reply.usage, fabricated, dropped=dropped)


def _held(text: str, assignment: Assignment) -> tuple[str, tuple[str, ...]]:
    """Hold a reply to the outline that went with its request: the same code makes it again."""
    style = assignment.style
    if style.headings == "none":
        return headless(text), ()
    own = style.headings == "plain" or bool(style.language)
    return held_to(text, outline_of(assignment), own_headings=own)

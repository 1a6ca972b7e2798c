"""Any OpenAI-compatible address as the writer: one chat completion, with markers that the model types itself."""

from __future__ import annotations

from collections.abc import Callable

from wellsourced.messages_api import LlmOptions
from wellsourced.openai_api import Called, Endpoint, chat_body, endpoint, read_chat
from wellsourced.prices import Price, Sizes, price_of, usage
from wellsourced_core.errors import BackendError, WriterError
from wellsourced_core.values import replace
from writer.citation_markers import Block
from writer.grounded import Reply, Request
from writer.prompt import Text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import WriterConfig

KEY_VARIABLE = "WRITER_API_KEY"
# Why an answer ended, in the words of the message service that the writer knows.
_STOPS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal", "tool_calls": "tool_use"}


def writer_endpoint(config: WriterConfig) -> Endpoint:
    """Return where ``[writer]`` says that the model is. Raises ConfigError, and InputError for the key."""
    called = Called("writer.openai_url", "writer.openai_model", KEY_VARIABLE)
    return endpoint(called, config.openai_url, config.openai_model, config.openai_seconds)


def priced(options: LlmOptions, to: Endpoint) -> LlmOptions:
    """Return the options of a run that this model writes: a local one costs nothing, unless a price is given."""
    prices = options.prices
    if to.local and price_of(prices, to.model) is None:
        prices = (*prices, Price(to.model, 0.0, 0.0, 0.0, 0.0))
    return replace(options, writer_model=to.model, writer_citations=False, prices=prices)


def writer_call(options: LlmOptions, to: Endpoint) -> Callable[[Request], Reply]:
    """Return the call that writes: one chat completion. It raises WriterError (exit 4) after its retries."""

    def complete(request: Request) -> Reply:
        prompt = "\n\n".join(part.text for part in request.parts if isinstance(part, Text))
        body = chat_body(to, request.system, prompt, request.max_tokens)
        try:
            answer = read_chat(to, to.service.post(body))
        except BackendError as error:
            remedy = "start the service and try again, or use the extractive writer"
            raise WriterError(to.model, error.problem, remedy, code=error.code) from error
        sent = len(f"{request.system}{prompt}".encode())
        sizes = Sizes(sent, len(answer.text.encode()), request.max_tokens)
        stop = _STOPS.get(answer.finish_reason or "", answer.finish_reason)
        return Reply((Block(answer.text),), stop, usage(options.prices, to.model, answer.counts, sizes))

    return complete

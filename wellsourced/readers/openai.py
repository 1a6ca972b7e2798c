"""Any service that speaks OpenAI's chat completions as a reader: Ollama, llama.cpp, vLLM, LM Studio, gateways.

``[readers.openai]`` has url, model and seconds. A local address needs no key; OpenAI's own is OPENAI_API_KEY, that of
another address READER_API_KEY.
"""

from __future__ import annotations

from wellsourced.config import llm_options, named_options
from wellsourced.openai_api import URL, Called, Endpoint, chat_body, endpoint, read_chat
from wellsourced.opinions.reader import Answer
from wellsourced.opinions.sheets import SCHEMA, SYSTEM
from wellsourced.prices import Price, Sizes, ceiling, price_of, usage
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.config import Config
    from wellsourced.opinions.sheets import Sheet
    from wellsourced_core.model import Usage

OTHER_KEY = "READER_API_KEY"
_SECONDS, _MOST_SECONDS = 120.0, 3_600.0
_PLAIN = (400, 422)  # how a service answers that does not know structured answers
_CALLED = Called(
    "readers.openai.url",
    "readers.openai.model",
    OTHER_KEY,
    name="the reader",
    remedy="the questions stay open: start the service and ask again",
)


@frozen
class OpenAi:
    """A model behind an address. ``prices`` has one for it, or the address is local and costs nothing."""

    to: Endpoint
    prices: tuple[Price, ...]
    in_batches: bool = False

    @property
    def model(self) -> str:
        return self.to.model

    def ask(self, sheet: Sheet) -> Answer:
        """Return the answer to a sheet; a service that refuses a structured answer is asked for a plain one."""
        body = chat_body(self.to, SYSTEM, sheet.prompt, sheet.max_tokens)
        structured = {"type": "json_schema", "json_schema": {"name": "answers", "strict": True, "schema": SCHEMA}}
        try:
            reply = self.to.service.post({**body, "response_format": structured})
        except BackendError as error:
            if error.status not in _PLAIN:
                raise
            reply = self.to.service.post(body)
        answer = read_chat(self.to, reply)
        # One that was cut off is paid for, and answers no question.
        text = "" if answer.finish_reason == "length" else answer.text
        return Answer(text, usage(self.prices, self.model, answer.counts, self._sizes(sheet, text)))

    def most(self, sheet: Sheet) -> Usage:
        return ceiling(self.prices, self.model, self._sizes(sheet, ""))

    def _sizes(self, sheet: Sheet, text: str) -> Sizes:
        return Sizes(len(f"{SYSTEM}{sheet.prompt}".encode()), len(text.encode()), sheet.max_tokens)


def build(config: Config, *, asking: bool = True) -> OpenAi:
    """Make the reader. Raises ConfigError for its options or a price that is missing, InputError for the key."""
    options = named_options(config, "readers", "openai")
    for name in options:
        if name not in ("url", "model", "seconds"):
            raise ConfigError(f"readers.openai.{name}", "is not an option", "choose from model, seconds, url")
    url, model, seconds = options.get("url", URL), options.get("model", ""), options.get("seconds", _SECONDS)
    if not isinstance(model, str):
        raise ConfigError("readers.openai.model", "is no name", "name a model that the service has")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= _MOST_SECONDS:
        raise ConfigError("readers.openai.seconds", "is not a time in seconds", f"give up to {_MOST_SECONDS:g}")
    to = endpoint(_CALLED, str(url), model, float(seconds), asking=asking)
    return OpenAi(to, _prices(config, model, local=to.local))


def _prices(config: Config, model: str, *, local: bool) -> tuple[Price, ...]:
    prices: tuple[Price, ...] = llm_options(config).prices
    if price_of(prices, model) is not None:
        return prices
    if not local:
        raise ConfigError(model, "has no price, so its cost cannot be limited", "add it as [[llm.price]]")
    return (Price(model, 0.0, 0.0, 0.0, 0.0),)

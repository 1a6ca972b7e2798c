"""Any service that speaks OpenAI's chat completions as a reader: Ollama, llama.cpp, vLLM, LM Studio, gateways.

``[readers.openai]`` has url, model and seconds. A local address needs no key; OpenAI's own is OPENAI_API_KEY, that of
another address READER_API_KEY.
"""

from __future__ import annotations

import os
from ipaddress import ip_address

from retrieval.address_check import parse_url
from retrieval.rest import Service
from wellsourced.config import llm_options, named_options
from wellsourced.opinions.reader import Answer
from wellsourced.opinions.sheets import SCHEMA, SYSTEM
from wellsourced.prices import Counts, Price, Sizes, ceiling, price_of, usage
from wellsourced_core.errors import BackendError, ConfigError, InputError
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wellsourced.config import Config
    from wellsourced.opinions.sheets import Sheet
    from wellsourced_core.model import Usage

URL = "https://api.openai.com/v1"
OPENAI_KEY, OTHER_KEY = "OPENAI_API_KEY", "READER_API_KEY"
_NAME = "the reader"
_SECONDS, _MOST_SECONDS = 120.0, 3_600.0
_ANY_PORT = range(1, 65_536)
_PLAIN = (400, 422)  # how a service answers that does not know structured answers
_THOUGHT = "</think>"


@frozen
class OpenAi:
    """A model behind an address. ``prices`` has one for it, or the address is local and costs nothing."""

    service: Service
    model: str
    prices: tuple[Price, ...]
    vendor: bool  # OpenAI itself, whose newer models refuse a temperature
    in_batches: bool = False

    def ask(self, sheet: Sheet) -> Answer:
        """Return the answer to a sheet; a service that refuses a structured answer is asked for a plain one."""
        body = self._body(sheet)
        structured = {"type": "json_schema", "json_schema": {"name": "answers", "strict": True, "schema": SCHEMA}}
        try:
            reply = self.service.post({**body, "response_format": structured})
        except BackendError as error:
            if error.status not in _PLAIN:
                raise
            reply = self.service.post(body)
        text, counts = self._text(reply), reply.get("usage")
        told = counts if isinstance(counts, dict) else {}
        known = Counts(_count(told, "prompt_tokens"), _count(told, "completion_tokens"))
        return Answer(text, usage(self.prices, self.model, known, self._sizes(sheet, text)))

    def most(self, sheet: Sheet) -> Usage:
        return ceiling(self.prices, self.model, self._sizes(sheet, ""))

    def _body(self, sheet: Sheet) -> dict[str, Any]:
        messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": sheet.prompt}]
        limit = {"max_completion_tokens": sheet.max_tokens} if self.vendor else {"max_tokens": sheet.max_tokens}
        return {"model": self.model, "messages": messages, **limit} | ({} if self.vendor else {"temperature": 0})

    def _sizes(self, sheet: Sheet, text: str) -> Sizes:
        return Sizes(len(f"{SYSTEM}{sheet.prompt}".encode()), len(text.encode()), sheet.max_tokens)

    def _text(self, reply: dict[str, Any]) -> str:
        choices = reply.get("choices")
        first = choices[0] if isinstance(choices, list) and choices else None
        message = first.get("message") if isinstance(first, dict) else None
        text = message.get("content") if isinstance(message, dict) else None
        if not isinstance(first, dict) or not isinstance(text, str):
            raise BackendError(
                self.model, "returned no answer in the service's format", "check the url", code="bad-reply"
            )
        whole = first.get("finish_reason") != "length"  # one that was cut off is paid for, and answers no question
        return text.rpartition(_THOUGHT)[2] if whole else ""


def build(config: Config, *, asking: bool = True) -> OpenAi:
    """Make the reader. Raises ConfigError for its options or a price that is missing, InputError for the key."""
    options = named_options(config, "readers", "openai")
    for name in options:
        if name not in ("url", "model", "seconds"):
            raise ConfigError(f"readers.openai.{name}", "is not an option", "choose from model, seconds, url")
    url, model, seconds = options.get("url", URL), options.get("model", ""), options.get("seconds", _SECONDS)
    if not isinstance(model, str) or not model.strip():
        raise ConfigError("readers.openai.model", "is missing", "name a model that the service has")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= _MOST_SECONDS:
        raise ConfigError("readers.openai.seconds", "is not a time in seconds", f"give up to {_MOST_SECONDS:g}")
    try:
        target = parse_url(f"{str(url).strip().rstrip('/')}/chat/completions", ports=_ANY_PORT)
    except BackendError as error:
        remedy = "give the address of a service, such as http://localhost:11434/v1"
        raise ConfigError("readers.openai.url", error.problem, remedy) from error
    vendor, local = str(url).rstrip("/") == URL, is_local(target.host)
    variable = OPENAI_KEY if vendor else OTHER_KEY
    key = _key(variable, needed=asking and not local)
    headers = (("Authorization", f"Bearer {key}"),) if key else ()
    refused = (variable, "set a valid key in the environment")
    remedy = "the questions stay open: start the service and ask again"
    service = Service(_NAME, target, refused, headers, float(seconds), remedy=remedy)
    return OpenAi(service, model, _prices(config, model, local=local), vendor)


def is_local(host: str) -> bool:
    """Tell whether a host is this machine or its own network: an address of such a range, or a name without a dot."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".internal"))


def _key(variable: str, *, needed: bool) -> str:
    key = os.environ.get(variable, "").strip()
    if not key and needed:
        raise InputError(variable, "is not set", "export a key, or give readers.openai a local url")
    if not (key.isascii() and (key.isprintable() or not key)) or " " in key:
        raise InputError(variable, "contains a character that no key has (a line break or space?)", "export it again")
    return key


def _prices(config: Config, model: str, *, local: bool) -> tuple[Price, ...]:
    prices: tuple[Price, ...] = llm_options(config).prices
    if price_of(prices, model) is not None:
        return prices
    if not local:
        raise ConfigError(model, "has no price, so its cost cannot be limited", "add it as [[llm.price]]")
    return (Price(model, 0.0, 0.0, 0.0, 0.0),)


def _count(told: dict[str, Any], name: str) -> int | None:
    value = told.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None

"""Speak OpenAI's chat completions: Ollama, llama.cpp, vLLM, LM Studio, gateways and the vendor itself.

Requests are built and answers read here, without a client of their own: they go over the HTTP layer of the searches. A
local address needs no key; OpenAI's own is OPENAI_API_KEY, that of another address stands in a variable of its user's.
"""

from __future__ import annotations

import os
from ipaddress import ip_address

from retrieval.address_check import parse_url
from retrieval.rest import Service
from wellsourced.prices import Counts
from wellsourced_core.errors import BackendError, ConfigError, InputError
from wellsourced_core.values import frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

URL = "https://api.openai.com/v1"
OPENAI_KEY = "OPENAI_API_KEY"
_ANY_PORT = range(1, 65_536)
_THOUGHT = "</think>"  # a model that thinks aloud ends its thoughts so


@frozen
class Endpoint:
    """A model behind an address. ``vendor``: OpenAI itself, whose newer models refuse a temperature."""

    service: Service
    model: str
    vendor: bool
    local: bool


@frozen
class ChatAnswer:
    """An answer's text without its thoughts, why it ended (None where it does not say), and the tokens it took."""

    text: str
    finish_reason: str | None
    counts: Counts


@frozen
class Called:
    """How an endpoint is called where something is wrong with it: its options, its key, itself, and what to do."""

    url_option: str
    model_option: str
    key_variable: str
    name: str = ""  # the model's own where it is empty
    remedy: str = "try again later, or name another writer"


def endpoint(called: Called, url: str, model: str, seconds: float, *, asking: bool = True) -> Endpoint:
    """Make an endpoint; ``asking``: its key is needed. Raises ConfigError for its options, InputError for the key."""
    if not model.strip():
        raise ConfigError(called.model_option, "is missing", "name a model that the service has")
    try:
        target = parse_url(f"{url.strip().rstrip('/')}/chat/completions", ports=_ANY_PORT)
    except BackendError as error:
        remedy = "give the address of a service, such as http://localhost:11434/v1"
        raise ConfigError(called.url_option, error.problem, remedy) from error
    vendor, local = url.strip().rstrip("/") == URL, is_local(target.host)
    variable = OPENAI_KEY if vendor else called.key_variable
    key = _key(variable, called.url_option, needed=asking and not local)
    headers = (("Authorization", f"Bearer {key}"),) if key else ()
    refused = (variable, "set a valid key in the environment")
    service = Service(called.name or model, target, refused, headers, seconds, remedy=called.remedy)
    return Endpoint(service, model, vendor, local)


def chat_body(to: Endpoint, system: str, prompt: str, max_tokens: int) -> dict[str, Any]:
    """Return the body of a request: as sure of its answer as the service lets us ask."""
    messages = [{"role": "system", "content": system}, {"role": "user", "content": prompt}]
    limit = {"max_completion_tokens": max_tokens} if to.vendor else {"max_tokens": max_tokens, "temperature": 0}
    return {"model": to.model, "messages": messages, **limit}


def read_chat(to: Endpoint, reply: dict[str, Any]) -> ChatAnswer:
    """Read an answer. Raises BackendError, code bad-reply, for one of another shape."""
    choices = reply.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    text = message.get("content") if isinstance(message, dict) else None
    if not isinstance(first, dict) or not isinstance(text, str):
        raise BackendError(to.model, "does not answer with a message", "check the address", code="bad-reply")
    told = reply.get("usage")
    counts = told if isinstance(told, dict) else {}
    reason = first.get("finish_reason")
    return ChatAnswer(
        text.rpartition(_THOUGHT)[2],
        reason if isinstance(reason, str) else None,
        Counts(_count(counts, "prompt_tokens"), _count(counts, "completion_tokens")),
    )


def is_local(host: str) -> bool:
    """Tell whether a host is this machine or its own network: an address of such a range, or a name without a dot."""
    try:
        return ip_address(host.strip("[]")).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".internal"))


def _key(variable: str, url_option: str, *, needed: bool) -> str:
    key = os.environ.get(variable, "").strip()
    if not key and needed:
        raise InputError(variable, "is not set", f"export a key, or give {url_option} a local address")
    if not (key.isascii() and (key.isprintable() or not key)) or " " in key:
        raise InputError(variable, "contains a character that no key has (a line break or space?)", "export it again")
    return key


def _count(told: dict[str, Any], name: str) -> int | None:
    value = told.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None

"""Choose what makes vectors of texts: feature hashing, which needs nothing, a small local model, or a service."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from math import isfinite

from retrieval.hashed_embedding import Embedder, hashed
from retrieval.rest import DEADLINE, Service, api_key, service
from wellsourced_core.errors import BackendError, ConfigError
from wellsourced_core.prompt_injection import before_orders
from wellsourced_core.untrusted import visible
from wellsourced_core.values import frozen

MINILM = "minilm"  # the model of the extra, on this machine
OPTIONS = ("embed_url", "embed_model")
URL = "https://api.voyageai.com/v1/embeddings"
# Voyage's key is for Voyage alone: another address gets one of its own, if it needs one.
VOYAGE_KEY, OTHER_KEY = "VOYAGE_API_KEY", "EMBEDDING_API_KEY"
_LONGEST = 8_000
_MOST_NUMBERS = 16_000


@frozen
class Remote:
    """A service that answers ``{input, model}`` with ``data[0].embedding``, as Voyage, OpenAI and local servers do."""

    service: Service
    model: str

    def __call__(self, text: str) -> Sequence[float]:
        """Return the vector of a text, of which nothing invisible and no order to a model is sent. Raises BackendError.

        A text of nothing has no vector of its own: the service is asked for that of a full stop.
        """
        shown = visible(before_orders(text))[:_LONGEST].strip() or "."
        answer = self.service.post({"input": [shown], "model": self.model})
        data = self.service.results(answer, "data")
        vector = data[0].get("embedding") if data and isinstance(data[0], dict) else None
        if not isinstance(vector, list) or not 0 < len(vector) <= _MOST_NUMBERS or not all(map(_is_number, vector)):
            raise BackendError(self.service.name, "answers without a vector", "check embed_url", code="bad-reply")
        return [float(value) for value in vector]


def embedder_of(backend: str, options: Mapping[str, str | int | float | bool]) -> Embedder:
    """Return the embedder that a backend's options name: hashing without ``embed_model``. Raises ConfigError.

    ``minilm`` is the model of the extra of that name; any other is one that a service has.

    ``embed_url`` is the service's address, by default Voyage's, whose key is VOYAGE_API_KEY of the environment; that of
    another service is EMBEDDING_API_KEY, if it needs one.
    """
    model, url = options.get("embed_model", ""), options.get("embed_url", "")
    for name, value in (("embed_model", model), ("embed_url", url)):
        if not isinstance(value, str):
            raise ConfigError(f"backends.{backend}.{name}", "is not a text", "write it in quotation marks")
    if not str(model).strip():
        if url:
            raise ConfigError(f"backends.{backend}.embed_model", "is missing", "name the model that embed_url serves")
        return hashed
    if model == MINILM and not url:
        from retrieval.minilm.model import embed, session

        session(1)  # what is missing shows before anything is read
        return embed
    address = str(url) or URL
    variable = VOYAGE_KEY if address == URL else OTHER_KEY
    key = api_key(variable) if address == URL or os.environ.get(variable) else ""
    refused = (variable, "set a valid key in the environment")
    return Remote(service("embeddings", address, refused, key=key, deadline=DEADLINE), str(model))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)

"""Claude as a reader: ``llm.reader_model`` or else ``llm.judge_model``; the key is ANTHROPIC_API_KEY."""

from __future__ import annotations

import os

from wellsourced.config import llm_options, named_options
from wellsourced.messages_api import LlmOptions, most_of_reading
from wellsourced.opinions.reader import Answer
from wellsourced.prices import price_of
from wellsourced_core.errors import ConfigError
from wellsourced_core.values import frozen, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wellsourced.config import Config
    from wellsourced.opinions.sheets import Sheet
    from wellsourced_core.model import Usage


@frozen
class Claude:
    """The model that reads, and the call that asks it; without a key there is only the model."""

    options: LlmOptions
    call: Callable[[Sheet], Answer] | None = None
    in_batches: bool = True

    @property
    def model(self) -> str:
        return self.options.reader_model

    def ask(self, sheet: Sheet) -> Answer:
        if self.call is None:
            raise ValueError("a reader that was made to ask nothing is asked")
        return self.call(sheet)

    def most(self, sheet: Sheet) -> Usage:
        return most_of_reading(self.options, sheet)


def build(config: Config, *, asking: bool = True) -> Claude:
    """Make the reader. Raises InputError for the key, ConfigError for the options or a model without a price."""
    from wellsourced.llm import KEY_VARIABLE, reader_call

    options = options_of(config)
    if price_of(options.prices, options.reader_model) is None:
        problem = "has no price, so its cost cannot be limited"
        raise ConfigError(options.reader_model, problem, "add it as [[llm.price]]")
    return Claude(options, reader_call(options, os.environ.get(KEY_VARIABLE)) if asking else None)


def options_of(config: Config) -> LlmOptions:
    """Return the options of the service with the model that reads. Raises ConfigError."""
    for name in named_options(config, "readers", "claude"):
        raise ConfigError(f"readers.claude.{name}", "is not an option", "[llm] has the options of this service")
    options: LlmOptions = llm_options(config)
    return replace(options, reader_model=options.reader_model.strip() or options.judge_model)

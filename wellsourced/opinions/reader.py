"""What every reader is: a model that answers sheets, and says before what an answer may cost at most."""

from __future__ import annotations

from typing import Protocol

from wellsourced_core.model import Usage
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wellsourced.opinions.sheets import Sheet


@frozen
class Answer:
    """A model's whole answer, and what it took."""

    text: str
    usage: Usage = field(default_factory=Usage)


class Reader(Protocol):
    """A model behind a service. Safe to call from several threads at once."""

    @property
    def model(self) -> str:
        """Return the name under which its opinions are kept."""

    @property
    def in_batches(self) -> bool:
        """Tell whether its service is the one whose message batches a night may use."""

    def ask(self, sheet: Sheet) -> Answer:
        """Return the model's whole answer. Raises BackendError where the service fails."""

    def most(self, sheet: Sheet) -> Usage:
        """Return the most that an answer may take."""

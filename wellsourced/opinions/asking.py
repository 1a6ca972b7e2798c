"""Ask a reader what is not known yet, within a budget, and keep each answer the moment it is there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed

from wellsourced.opinions.questions import key_of
from wellsourced.opinions.sheets import Sheet, read, sheets
from wellsourced.prices import total
from wellsourced_core.errors import BackendError
from wellsourced_core.model import Opinion, Usage
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wellsourced.opinions.questions import Question
    from wellsourced.opinions.reader import Reader

Opinions = dict[str, Opinion]
_WORKERS = 8


@frozen
class Limits:
    """The most questions of a run, and the most US dollars that they may cost together."""

    questions: int = 20
    usd: float = 0.05


@frozen
class Plan:
    """The sheets that would be sent, the most they may take, and how many questions stay open for lack of budget."""

    sheets: tuple[Sheet, ...]
    most: Usage
    left: int
    limits: Limits  # what is left of them afterwards

    @property
    def questions(self) -> int:
        return sum(len(sheet.questions) for sheet in self.sheets)


@frozen
class Answers:
    """The new opinions, what they took, and why some requests brought none."""

    opinions: Opinions = field(default_factory=dict)
    used: Usage = field(default_factory=Usage)
    faults: tuple[BackendError, ...] = ()


def plan(wanted: Iterable[Question], known: Mapping[str, Opinion], reader: Reader, limits: Limits) -> Plan:
    """Choose what to ask: the questions whose answers can change most, each once, as many as the limits allow."""
    unique = {one.content: one for one in sorted(wanted, key=lambda one: -one.worth)}
    new = [one for one in unique.values() if key_of(one.content, reader.model) not in known]
    new.sort(key=lambda one: (one.worth, one.content))
    chosen: list[Sheet] = []
    mosts: list[Usage] = []
    for sheet in sheets(new[: limits.questions]):
        most = reader.most(sheet)
        if sum(one.usd for one in mosts) + most.usd <= limits.usd:
            chosen.append(sheet)
            mosts.append(most)
    bound = total(mosts)
    asked = sum(len(sheet.questions) for sheet in chosen)
    rest = Limits(limits.questions - asked, max(0.0, limits.usd - bound.usd))
    return Plan(tuple(chosen), bound, len(new) - asked, rest)


def ask(planned: Sequence[Sheet], reader: Reader, keep: Callable[[Mapping[str, Opinion]], None]) -> Answers:
    """Send sheets and read the replies; ``keep`` is handed all new opinions after every reply that brought some.

    A request that fails leaves its questions open. Whatever else a request raises (a key to correct, a budget that is
    spent) is raised after the answers that came have been kept; of several, all at once.
    """
    found: Opinions = {}
    used: list[Usage] = []
    faults: list[BackendError] = []
    others: list[Exception] = []
    with ThreadPoolExecutor(_WORKERS) as pool:
        waiting = {pool.submit(reader.ask, sheet): sheet for sheet in planned}
        for done in as_completed(waiting):
            try:
                reply = done.result()
            except BackendError as error:
                faults.append(error)
                continue
            except Exception as error:
                others.append(error)
                continue
            used.append(reply.usage)
            new = read(reply.text, waiting[done], reader.model)
            if new:
                found.update(new)
                keep(dict(sorted(found.items())))
    if others:
        raise others[0] if len(others) == 1 else ExceptionGroup("several requests failed", others)
    return Answers(dict(sorted(found.items())), total(used), tuple(faults))

"""Ask a reader what is not known yet, within a budget, and keep each answer the moment it is there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, as_completed

from wellsourced.opinions.questions import key_of
from wellsourced.opinions.sheets import Sheet, read, sheets
from wellsourced.prices import total
from wellsourced_core.errors import BackendError, WellsourcedError
from wellsourced_core.model import Opinion, Usage
from wellsourced_core.values import field, frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wellsourced.opinions.questions import Question
    from wellsourced.opinions.reader import Reader

Opinions = dict[str, Opinion]
_WORKERS = 4  # requests at once: a model on this machine answers few


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
    left = limits.usd
    for whole in sheets(new[: limits.questions]):
        sheet = _affordable(whole, reader, left)
        if sheet.questions:
            chosen.append(sheet)
            mosts.append(reader.most(sheet))
            left -= mosts[-1].usd
    bound = total(mosts)
    asked = sum(len(sheet.questions) for sheet in chosen)
    rest = Limits(limits.questions - asked, max(0.0, left))
    return Plan(tuple(chosen), bound, len(new) - asked, rest)


def _affordable(sheet: Sheet, reader: Reader, usd: float) -> Sheet:
    """Return as much of a sheet as may be asked for so much, the questions that matter most first; perhaps nothing."""
    while sheet.questions and reader.most(sheet).usd > usd:
        sheet = Sheet(sheet.questions[:-1])
    return sheet


def ask(planned: Sequence[Sheet], reader: Reader, keep: Callable[[Mapping[str, Opinion]], None]) -> Answers:
    """Send sheets and read the replies; ``keep`` is handed all new opinions after every reply that brought some.

    A request that fails leaves its questions open. What the user must correct, and a budget that is spent, is raised
    after the answers that came have been kept; so is whatever else a request raises, of several all at once.
    """
    found: Opinions = {}
    used: list[Usage] = []
    failed: dict[int, Exception] = {}
    with ThreadPoolExecutor(_WORKERS) as pool:
        waiting = {pool.submit(reader.ask, sheet): place for place, sheet in enumerate(planned)}
        for done in as_completed(waiting):
            try:
                reply = done.result()
            except Exception as error:
                failed[waiting[done]] = error
                continue
            used.append(reply.usage)
            new = read(reply.text, planned[waiting[done]], reader.model)
            if new:
                found.update(new)
                keep(dict(sorted(found.items())))
    return Answers(dict(sorted(found.items())), total(used), _faults([failed[place] for place in sorted(failed)]))


def _faults(failed: Sequence[Exception]) -> tuple[BackendError, ...]:
    """Return the failures of the service; raises what else went wrong."""
    others = [error for error in failed if not isinstance(error, BackendError)]
    for error in others:
        if isinstance(error, WellsourcedError):
            raise error
    if others:
        raise others[0] if len(others) == 1 else ExceptionGroup("several requests raised", others)
    return tuple(error for error in failed if isinstance(error, BackendError))

"""An optional second judge: grades from any callable, and the parsing of a model's answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from threading import Thread

from quality.thresholds import FALLBACK_GRADE, JUDGE_SECONDS, QUOTED_CHARACTERS, REPLY_HEAD_CHARACTERS
from wellsourced_core.errors import BackendError, WellsourcedError, shown
from wellsourced_core.model import Batch, ScoredSource, Source, Usage
from wellsourced_core.patterns import compiled
from wellsourced_core.values import field, frozen, replace


@frozen
class Judgement:
    """A grade from 1 to 5 and why. ``failed``: the grade is the stated fallback, ``why`` says what happened.

    ``usage`` is what the answer used, also if it failed.
    """

    grade: int
    why: str
    failed: bool = False
    usage: Usage = field(default_factory=Usage)


Judge = Callable[[str, Source], Judgement]


def parse(reply: str, quoted: str = "") -> Judgement:
    """Read a model's answer: the first JSON object with a whole ``score`` (or ``grade``) from 1 to 5.

    Prose and fences around it are ignored, and so is an object that stands in ``quoted``, the text that was
    judged: that is its author's verdict and not the model's. No such object, two that disagree, or a score out
    of range or spelled out make a failed judgement with the middle grade; the answer's words stay as its
    explanation.
    """
    own = "".join(quoted[:QUOTED_CHARACTERS].split())
    found = [
        _grade(obj) for raw, obj in objects(reply[:REPLY_HEAD_CHARACTERS]) if not own or "".join(raw.split()) not in own
    ]
    grades = [j for j in found if j is not None]
    if not grades:
        return _failed(f"unreadable answer: {shown(reply.strip(), 120)}")
    if len({j.grade for j in grades}) > 1:
        return _failed(f"answers disagree: {', '.join(str(j.grade) for j in grades)}")
    return grades[0]


def grades(
    question: str, sources: Sequence[Source], judge: Judge, *, workers: int = 10, seconds: float = JUDGE_SECONDS
) -> tuple[Judgement, ...]:
    """Ask the judge about every source, ``workers`` at once; one that fails or is late has the middle grade.

    The order is that of the sources. Every answer has ``seconds``; a late one is not waited for, not even at
    the end of the program. What ends a run (a budget, a disk, what the user must correct) is no bad answer and is
    raised.
    """
    answers: list[Judgement] = []
    for first in range(0, len(sources), workers):
        wave = [_asked(judge, question, source) for source in sources[first : first + workers]]
        done, _ = wait(wave, timeout=seconds)
        answers.extend(f.result() if f in done else _failed(f"no answer within {seconds:g} s") for f in wave)
    return tuple(answers)


def _asked(judge: Judge, question: str, source: Source) -> Future[Judgement]:
    future: Future[Judgement] = Future()

    def answer() -> None:
        try:
            future.set_result(_sane(judge(question, source)))
        except BackendError as error:
            future.set_result(_failed(f"BackendError: {shown(str(error), 120)}"))
        except WellsourcedError as error:
            future.set_exception(error)
        except Exception as error:  # whatever else a judge raises fails one grade, not the run
            future.set_result(_failed(f"{type(error).__name__}: {shown(str(error), 120)}"))

    Thread(target=answer, daemon=True).start()
    return future


def _failed(why: str) -> Judgement:
    return Judgement(FALLBACK_GRADE, why, failed=True)


def regrade(batch: Batch, judgements: Sequence[Judgement | None]) -> Batch:
    """Return the batch with the judge's grades and reasons, in the batch's own order.

    Junk keeps its own, and so does a source that was not judged (None).
    """
    pairs = zip(batch.scored, judgements, strict=True)
    return replace(batch, scored=tuple(_regraded(scored, judged) for scored, judged in pairs))


def _regraded(scored: ScoredSource, judged: Judgement | None) -> ScoredSource:
    if scored.junk is not None or judged is None:
        return scored
    said = "no judgement" if judged.failed else "judged"
    why = f"{said}: {judged.why}"
    return replace(scored, grade=judged.grade, why=why, reason=_first_part(why))


def _first_part(reply: str) -> str:
    """Return what a model says before its first semicolon, short enough for a list."""
    return reply.partition(";")[0]


def _sane(judged: Judgement) -> Judgement:
    if 1 <= judged.grade <= 5:
        return judged
    return replace(_failed(f"grade {judged.grade} is not 1 to 5: {judged.why}"), usage=judged.usage)


_OPEN = compiled(r"\{")


def objects(reply: str) -> list[tuple[str, dict[str, object]]]:
    """Return the JSON objects of a text, as written and as read, each once, at most 20."""
    decoder = json.JSONDecoder()
    objects: list[tuple[str, dict[str, object]]] = []
    end = tries = 0
    for brace in _OPEN.finditer(reply):
        if brace.start() < end or tries == 20:
            continue
        tries += 1
        try:
            value, end = decoder.raw_decode(reply, brace.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            objects.append((reply[brace.start() : end], value))
    return objects


def _grade(answer: dict[str, object]) -> Judgement | None:
    grade = answer.get("score", answer.get("grade"))
    if isinstance(grade, float) and grade.is_integer():
        grade = int(grade)
    if isinstance(grade, bool) or not isinstance(grade, int) or not 1 <= grade <= 5:
        return None
    why = next((v for k in ("explanation", "reason", "why") if isinstance(v := answer.get(k), str)), "")
    return Judgement(grade, shown(why.strip()) or "no reason given")

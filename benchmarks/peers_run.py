"""One tool on the rows of `benchmarks.peers`, in that tool's own environment: `peers_run.py TOOL ROWS.json`.

It prints {"version", "seconds", "answers"}: for a checker whether each (claim, source) is accused, for a ranker the
order of each question's documents. Time is the processor's, without imports and reading. The network is closed.
"""

from __future__ import annotations

import json
import re
import socket
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NoReturn

_MARKER = re.compile(r"\s?\[[0-9, \[\]]{0,40}\]")
_WORD = re.compile(r"\w+")
Accuse = Callable[[str, str], Any]
Rank = Callable[[str, list[str]], list[float]]


def wellsourced(errors_only: bool = False) -> Accuse:
    from audit.pairs import judge
    from wellsourced_core.model import Claim, Pair, Source

    accusing = {"C102", "N201", "N203", "Q301", "Q302", "Q303"} if errors_only else None

    def accuse(claim: str, source: str) -> bool:
        found = set(judge(Pair(Claim(claim), Source("", "", "", source))).findings) - {"C104"}
        return bool(found if accusing is None else found & accusing)

    return accuse


def corroborate() -> Accuse:
    import corroborate as tool

    return lambda claim, source: not tool.check_answer(query="", retrieved_chunks=[source], answer=claim).ok()


def citation_integrity_check() -> Accuse:
    from citation_integrity_check import verify

    def accuse(claim: str, source: str) -> bool:
        marked = f"{claim.rstrip(' .!?')} [1]."
        found = verify(marked, [{"id": "1", "text": source}]).unsupported
        return any(one.reason == "insufficient_overlap" for one in found)

    return accuse


def grounded_check() -> Accuse:
    from grounded import Source, extract, verify

    return lambda claim, source: not verify(extract(claim), [Source(path=Path("source.txt"), raw=source)]).passed


def hallucination_check() -> Accuse:
    from hallucination_check import check

    return lambda claim, source: bool(check(claim, [source]).unsupported)


def cite_right() -> Accuse:
    from cite_right import is_grounded

    return lambda claim, source: not is_grounded(claim, [source])


def rank_bm25() -> Rank:
    from rank_bm25 import BM25Okapi

    return lambda query, texts: list(BM25Okapi([_words(text) for text in texts]).get_scores(_words(query)))


def bm25s() -> Rank:
    import bm25s as tool

    def rank(query: str, texts: list[str]) -> list[float]:
        index = tool.BM25()
        index.index(tool.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)
        tokens = tool.tokenize(query, stopwords="en", show_progress=False)
        places, scores = index.retrieve(tokens, k=len(texts), show_progress=False)
        by_place = dict(zip(map(int, places[0]), map(float, scores[0]), strict=True))
        return [by_place[i] for i in range(len(texts))]

    return rank


def wellsourced_ranking() -> Rank:
    from datetime import date

    from quality.composite import judge
    from quality.options import Options
    from wellsourced_core.model import Source

    options, day = Options(), date(2026, 1, 1)

    def rank(query: str, texts: list[str]) -> list[float]:
        sources = [Source(str(i), "", "", text) for i, text in enumerate(texts)]
        batch = judge(query, sources, options, day, [source.id for source in sources])
        scores = {one.source.id: one.axis("relevance") for one in batch.scored}
        return [scores[source.id] for source in sources]

    return rank


CHECKERS: dict[str, Callable[[], Accuse]] = {
    "wellsourced": wellsourced,
    "wellsourced, errors alone": lambda: wellsourced(errors_only=True),
    "corroborate": corroborate,
    "citation-integrity-check": citation_integrity_check,
    "grounded-check": grounded_check,
    "hallucination-check": hallucination_check,
    "cite-right": cite_right,
}
RANKERS: dict[str, Callable[[], Rank]] = {
    "wellsourced": wellsourced_ranking,
    "rank-bm25": rank_bm25,
    "bm25s": bm25s,
}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _close_network() -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError("a comparison reaches no network")

    socket.socket.connect = refuse  # type: ignore[method-assign, assignment]
    socket.getaddrinfo = refuse  # type: ignore[assignment]


def main(tool: str, path: str) -> None:
    _close_network()
    task = json.loads(Path(path).read_text("utf-8"))
    answers: list[Any] = []
    if task["kind"] == "pairs":
        rows = [(_MARKER.sub("", row["claim"]), row["source"]) for row in task["rows"]]
        accuse = CHECKERS[tool]()
        accuse(*rows[0])  # tables are read on the first call
        before = time.process_time()
        answers = [bool(accuse(claim, source)) for claim, source in rows]
    else:
        rank = RANKERS[tool]()
        rank(task["rows"][0]["query"], task["rows"][0]["texts"])
        before = time.process_time()
        answers = [[float(score) for score in rank(row["query"], row["texts"])] for row in task["rows"]]
    seconds = time.process_time() - before
    print(json.dumps({"version": version(tool.partition(",")[0]), "seconds": seconds, "answers": answers}))


if __name__ == "__main__":
    main(*sys.argv[1:])

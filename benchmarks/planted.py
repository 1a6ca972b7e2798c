"""What a fabricating model gets past the policy `publish`: 500 planted faults and the right sentences around them.

    python -m benchmarks.planted [--faults N] [--sets NAME...] [--rules CODE...] [--show]

Articles are made by the whole pipeline from fixtures/corpus, by a model that plants faults it knows of
(benchmarks.fabricator), once with citations by the service and once with markers that the model writes itself;
with --sets from the corpora and topics of fixtures/articles, so many faults in each.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

from audit.publish import PublishOptions
from benchmarks.articles import topics
from benchmarks.fabricator import KINDS, Fabricator, Fate, fates
from retrieval.backends import build
from retrieval.backends.corpus import index
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced_core.errors import WriterError
from wellsourced_core.model import Article, Topic
from writer import grounded

FIXTURES = Path(__file__).parent.parent / "fixtures"
ARTICLES = FIXTURES / "articles"
DAY = date(2026, 11, 21)
FAULTS = 500
QUESTIONS = (
    "The noise ordinance of the city of Port Marlow",
    "First-dance songs at weddings",
    "Rumba flamenca against Cuban rumba",
    "Hotel booking strategies",
    "Do heat pumps work in cold climates?",
    "Sleep and shift work",
    "Coffee prices and the drought in Brazil",
    "Water level of the Alder Creek reservoir",
    "Feeding and hydration of a sourdough starter",
    "Protected bicycle lanes and street safety",
    "How flamenco and classical guitars differ in construction",
    "Street tree census of Port Marlow",
)


@dataclass
class Tally:
    """The fates of all sentences, by how the model cites, and how many drafts were refused whole."""

    fates: dict[bool, list[Fate]] = field(default_factory=lambda: {False: [], True: []})
    articles: int = 0
    refused: int = 0

    def add(self, other: Tally) -> None:
        """Count what was measured elsewhere, too."""
        for plain, found in other.fates.items():
            self.fates[plain] += found
        self.articles += other.articles
        self.refused += other.refused


def measure(
    corpus: Path, faults: int = FAULTS, options: PublishOptions | None = None, questions: Sequence[str] = QUESTIONS
) -> Tally:
    """Make articles until so many faults are planted, half of them in each way to cite."""
    tally = Tally()
    backend = build("corpus", {"path": str(corpus)})
    for plain in (False, True):
        for seed, question in _rounds(questions):
            if sum(bool(fate.said.kind) for fate in tally.fates[plain]) >= faults / 2:
                break
            model = Fabricator(seed, plain)
            write = partial(grounded.write, complete=model.complete, plain=plain)
            tools = Tools((backend,), write, "fabricator", complete=model.complete)
            settings = Settings(DAY, publish=options or PublishOptions())
            try:
                article = make_article(Topic("", question, words=900), tools, settings)
            except WriterError:
                tally.refused += 1
                continue
            if model.said:
                tally.articles += 1
                tally.fates[plain] += judged(model, article)
    return tally


def judged(model: Fabricator, article: Article) -> list[Fate]:
    """Hold what a model said against the article that was published of it."""
    numbers = {scored.source.id: n for n, scored in enumerate(article.provenance.kept, 1)}
    shelf = {source.n: numbers[source.id] for source in article.sources}
    return fates(model.said, article.markdown, shelf.get)


def _rounds(questions: Sequence[str]) -> Iterator[tuple[int, str]]:
    for seed in range(100):
        for question in questions:
            yield seed, question


def table(tally: Tally) -> str:
    """Return the table per kind in Markdown."""
    lines = ["| kind | citations by | planted | reached | share kept out |", "|---|---|---:|---:|---:|"]
    everything = [fate for found in tally.fates.values() for fate in found]
    for kind in KINDS:
        for plain, how in ((False, "the service"), (True, "the model")):
            lines.append(_row(f"{kind} | {how}", [f for f in tally.fates[plain] if f.said.kind == kind]))
    lines.append(_row("**all** | ", [fate for fate in everything if fate.said.kind]))
    right = [fate for fate in everything if not fate.said.kind]
    lost, bare = sum(not fate.there for fate in right), sum(fate.there and not fate.cites_right for fate in right)
    moved = sum(fate.there and fate.said.kind == "wrong source" and fate.cites_right for fate in everything)
    swapped = Counter(fate.said.kind for fate in everything)["wrong source"]
    lines += [
        "",
        f"{tally.articles} articles, {tally.refused} drafts refused whole.",
        f"Right sentences: {len(right)}; lost {lost} ({_percent(lost, len(right))}).",
        f"Kept without their right source: {bare} ({_percent(bare, len(right))}).",
        f"Sentences with a wrong source: {swapped}; published with the right one {moved} ({_percent(moved, swapped)}).",
    ]
    return "\n".join(lines)


def _row(name: str, found: list[Fate]) -> str:
    reached = sum(fate.reached for fate in found)
    return f"| {name} | {len(found)} | {reached} | {_percent(len(found) - reached, len(found))} |"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def main() -> None:
    names = sorted(folder.name for folder in ARTICLES.iterdir())
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=FAULTS)
    parser.add_argument(
        "--sets",
        nargs="+",
        default=[],
        choices=names,
        help="sets of fixtures/articles, in the place of fixtures/corpus",
    )
    parser.add_argument("--rules", nargs="+", default=list(PublishOptions().rules), help="the rules that remove")
    parser.add_argument("--show", action="store_true", help="print what reached and what was lost")
    args = parser.parse_args()
    tally, options = Tally(), PublishOptions(rules=tuple(args.rules))
    shelves = {ARTICLES / name / "docs": [topic.question for topic in topics(ARTICLES / name)] for name in args.sets}
    with tempfile.TemporaryDirectory() as folder:
        for n, (documents, questions) in enumerate((shelves or {FIXTURES / "corpus": QUESTIONS}).items()):
            corpus = Path(folder) / f"{n}.sqlite"
            index(documents, corpus)
            tally.add(measure(corpus, args.faults, options, questions))
    print(table(tally))
    for found in tally.fates.values() if args.show else ():
        for fate in found:
            if fate.reached or (not fate.said.kind and not (fate.there and fate.cites_right)):
                print(fate)


if __name__ == "__main__":
    main()

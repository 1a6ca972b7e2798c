"""What bounds the articles of fixtures/articles: ``python -m benchmarks.article_limits``.

First: how much of the answers' words the writer tells, and how much a chooser could tell that knows the answer: in as
many words as the first paragraph has, taking the run that adds most of the answer for its words (budgeted maximum
coverage, Lin and Bilmes 2011). Then: how well what code knows of a told sentence foretells that a reader marked it as a
fragment, as dangling or as wrongly dated. A logistic regression is fitted on all sets but one and tried on that one;
.5 is chance, 1 certain.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from benchmarks.articles import ROOT, answers_of, bare, in_letters, judged, sections
from benchmarks.fit_worth import assignments
from wellsourced_core.model import Assignment
from wellsourced_core.text import content
from wellsourced_core.values import frozen
from writer.extractive import write
from writer.quotable_sentences import usable_sentences
from writer.quoted_sentence import Sentence
from writer.sentence_choice import Bundles, on_subject
from writer.sentence_needs import needs
from writer.shared_subject import shelf_of

STIFFNESS = 0.1
LEFT_OUT = (0.05, 0.1, 0.2)  # of the told sentences, those first that look worst


@frozen
class Shares:
    """Of the words of an answer, those that something holds, in [0, 1]."""

    paragraph: float
    article: float
    best: float
    quotable: float
    pages: float


def best_choice(found: Sequence[Sentence], wanted: frozenset[str], words: int) -> float:
    """Return how much of what is ``wanted`` runs of at most so many words hold, chosen by one who knows it."""
    bundles, taken, held, length = Bundles(found), dict[object, Sentence](), set[str](), 0
    has = {s.place: content(s.text) & wanted for s in found}
    while True:
        options = []
        for s in found:
            new = [one for one in bundles.of(s) if one.place not in taken]
            more = sum(one.words for one in new)
            gain = len(frozenset[str]().union(*(has[one.place] for one in new)) - held)
            if s.offered and gain and length + more <= words:
                options.append((gain / more, new))
        if not options:
            return len(held) / len(wanted)
        for one in max(options, key=lambda option: option[0])[1]:
            taken[one.place] = one
            held |= has[one.place]
            length += one.words


def shares_of(assignment: Assignment, answer: str, markdown: str) -> Shares:
    """Return what of an answer the article holds, and what it could."""
    wanted = content(answer) - content(assignment.question)
    told = [paragraph for section in sections(markdown) for paragraph in section.paragraphs]
    first = " ".join(told[0]) if told else ""
    near = on_subject(usable_sentences(assignment), shelf_of(assignment.passages, assignment.question).near)

    def share(text: str) -> float:
        return len(wanted & content(text)) / len(wanted)

    return Shares(
        share(first),
        share(" ".join(" ".join(one) for one in told)),
        best_choice(near, wanted, len(first.split())),
        share(" ".join(s.text for s in near)),
        share(" ".join(p.source.source.text for p in assignment.passages)),
    )


def features_of(s: Sentence, near: float) -> list[float]:
    """Return what code knows of a sentence that is told."""
    own, text = needs(s.text), f" {s.text.lower()} "
    said = (own.previous, own.pronoun, own.pair, own.person, len(own.nouns), len(own.others), s.text.endswith("?"))
    stands = (len(s.needs), len(s.begins), s.of_page, s.fresh, s.offered, s.ends, bool(s.under), bool(s.heading))
    voice = (s.own_voice, '"' in s.text or "“" in s.text, " we " in text or " our " in text, " you" in text)
    rest = (s.words, len(s.changes), bool(s.host), bool(s.of_day), bool(s.verbless), any(map(str.isdigit, s.text)))
    return [float(one) for one in (*said, *stands, *voice, *rest, near)]


def told_sentences(assignment: Assignment, quoted: Sequence[str]) -> Iterator[tuple[Sentence, float]]:
    """Yield the sentences that an article tells, each with how near its source is."""
    near = shelf_of(assignment.passages, assignment.question).near
    at = {s.text: s for s in usable_sentences(assignment)}
    yield from ((at[text], near[at[text].source]) for text in quoted if text in at)


def main() -> None:
    found, rows, marked, sets = list[Shares](), list[list[float]](), list[bool](), list[str]()
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted(path.parent for path in ROOT.glob("*/topics.jsonl")):
            answers = answers_of(folder)
            faults = [one for one in judged(folder) if one["kind"] in ("fragment", "dangling", "dated")]
            bad = {(one["topic"], in_letters(bare(one["sentence"]))) for one in faults if "mended" not in one}
            for topic, assignment in assignments(folder, Path(scratch)).items():
                written = write(assignment)
                found.append(shares_of(assignment, answers[topic][1], written.markdown))
                for sentence, near in told_sentences(assignment, written.quoted):
                    rows.append(features_of(sentence, near))
                    marked.append((topic, in_letters(sentence.text)) in bad)
                    sets.append(folder.name)
    print("| of the answer's words | mean |\n|---|---:|")
    for name in ("paragraph", "best", "article", "quotable", "pages"):
        print(f"| {name} | {np.mean([getattr(one, name) for one in found]):.1%} |")
    x, y, of = np.array(rows), np.array(marked), np.array(sets)
    foretold = np.zeros(len(y))
    for name in sorted(set(sets)):
        model = make_pipeline(StandardScaler(), LogisticRegression(C=STIFFNESS, max_iter=1000))
        foretold[of == name] = model.fit(x[of != name], y[of != name]).predict_proba(x[of == name])[:, 1]
    print(f"\n{y.sum()} of {len(y)} told sentences marked; area under the curve {roc_auc_score(y, foretold):.2f}")
    order = np.argsort(-foretold)
    for share in LEFT_OUT:
        fewer = y[order[: int(share * len(y))]].sum() / y.sum()
        print(f"without the {share:.0%} that look worst: {fewer:.0%} of the marks fewer")


if __name__ == "__main__":
    main()

"""What the extractive writer makes of 290 topics with near misses beside them: figures that code can count.

    python -m benchmarks.articles [--out DIR] [--set NAME...]

Each set of fixtures/articles is a corpus of dated pages, with its topics and judgements.jsonl: the sentences that a
reader found wanting, by topic and words. What only reading tells is counted from those; a sentence that is no longer
written no longer counts.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from retrieval.backends import build
from retrieval.backends.corpus import index
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced_core.model import Article, Topic
from wellsourced_core.patterns import compiled
from wellsourced_core.source_leads import read_lead
from wellsourced_core.text import content, sentences
from writer.extractive import OTHERWISE, write
from writer.figures import figures, is_exact
from writer.open_questions import HEADING
from writer.sentence_needs import is_speakerless

ROOT = Path(__file__).parent.parent / "fixtures" / "articles"
DAY = date(2026, 11, 23)
_MARKERS = compiled(r" ?(?:\[[0-9]+\])+")
# What its source says of itself has a speaker, with marks or, where a date was written out in it, without.
_SPOKEN = compiled(r"[\"”]|\b(?:In the words of|in its own words)\b")


@dataclass(frozen=True)
class Section:
    """A section of a published article: its heading, and its paragraphs as sentences without markers."""

    heading: str
    paragraphs: tuple[tuple[str, ...], ...]

    @property
    def sentences(self) -> list[str]:
        return [one for paragraph in self.paragraphs for one in paragraph]


@dataclass(frozen=True)
class Made:
    """An article of a topic, and what can be counted in it."""

    topic: str
    article: Article

    @cached_property
    def sections(self) -> list[Section]:
        """Return the sections that sources are quoted in: those before what they do not say."""
        return list(sections(self.article.markdown))

    @property
    def sentences(self) -> list[str]:
        return [one for section in self.sections for one in section.sentences]

    @property
    def otherwise(self) -> float:
        """Return the share of the sentences under "Also reported"."""
        rest = sum(len(section.sentences) for section in self.sections if section.heading == OTHERWISE)
        return rest / (len(self.sentences) or 1)

    @property
    def told_twice(self) -> list[str]:
        """Return the exact figures that two sentences state; tables and lists, which stand whole, may state them again.

        So may all what the question has: its own figures are its subject.
        """
        asked = figures(self.article.markdown.partition("\n")[0])
        stated = Counter(figure for one in self.sentences if "; " not in one for figure in figures(bare(one)) - asked)
        twice = (one for one, count in stated.items() if count > 1 and is_exact(one))
        return [f"{value:g} {unit}".strip() for value, _, unit in sorted(twice, key=str)]

    @property
    def speakerless(self) -> list[str]:
        """Return the quotations that neither their sentence nor a quotation right before them gives to anybody."""
        return [
            one
            for section in self.sections
            for paragraph in section.paragraphs
            for before, one in zip(("", *paragraph), paragraph, strict=False)
            if is_speakerless(one) and not _SPOKEN.search(before)
        ]

    @property
    def findings(self) -> list[str]:
        return [
            f"{f.code} {f.message}" for f in self.article.audit.findings if f.severity.value in ("error", "warning")
        ]


def sections(markdown: str) -> Iterator[Section]:
    body = markdown.partition(f"\n## {HEADING}\n")[0]
    for part in f"\n{body}".split("\n## ")[0:]:
        heading, _, text = part.partition("\n")
        paragraphs = [
            tuple(_sentences(block))
            for block in text.split("\n\n")
            if block.strip() and not block.startswith(("#", ">"))
        ]
        yield Section(heading.strip(), tuple(one for one in paragraphs if one))


def _sentences(paragraph: str) -> Iterator[str]:
    plain = _MARKERS.sub("", paragraph).replace("\\", "").strip()
    yield from (plain[start:end] for start, end in sentences(plain))


def topics(folder: Path) -> list[Topic]:
    """Return the topics of a set; what its writer noted beside them is for readers."""
    rows = [json.loads(line) for line in (folder / "topics.jsonl").read_text("utf-8").splitlines()]
    return [Topic(row["id"], row["topic"]) for row in rows]


def make(folder: Path, scratch: Path) -> list[Made]:
    """Write an article for every topic of a set."""
    corpus = scratch / f"{folder.name}.sqlite"
    index(folder / "docs", corpus)
    tools = Tools((build("corpus", {"path": str(corpus)}),), write)
    rows = [json.loads(line) for line in (folder / "files.jsonl").read_text("utf-8").splitlines()]
    # Nothing is written before its sources.
    day = max(DAY, *(date.fromisoformat(row["date"]) for row in rows if row["date"] > "1"))
    return [Made(topic.id, make_article(topic, tools, Settings(day))) for topic in topics(folder)]


def judged(folder: Path) -> list[dict[str, str]]:
    """Return what readers found wanting: topic, kind, sentence, why, by."""
    path = folder / "judgements.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.exists() else []


def answered_share(found: Sequence[Made], answers: Mapping[str, tuple[str, str]]) -> tuple[float, float]:
    """Return how much of the words of each topic's answer its article holds, and its first paragraph, in the mean.

    ``answers`` are questions with their answers: a word of the question does not count.
    """
    whole = first = 0.0
    for one in found:
        question, text = answers[one.topic]
        wanted = content(text) - content(question)
        opening = one.sections[0].paragraphs[0] if one.sentences and one.sections[0].paragraphs else ()
        whole += len(wanted & content(" ".join(one.sentences))) / len(wanted)
        first += len(wanted & content(" ".join(opening))) / len(wanted)
    return whole / len(found), first / len(found)


def answers_of(folder: Path) -> dict[str, tuple[str, str]]:
    """Return what a set's topics ask and what answers them."""
    rows = [json.loads(line) for line in (folder / "topics.jsonl").read_text("utf-8").splitlines()]
    return {row["id"]: (row["topic"], row["answer"]) for row in rows}


def table(name: str, found: Sequence[Made], judgements: Sequence[dict[str, str]], share: tuple[float, float]) -> str:
    """Return the figures of a set in Markdown."""
    written = [one for one in found if one.article.provenance.outcome != "insufficient"]
    total = sum(len(one.sentences) for one in written)
    there = {(one.topic, in_letters(said)) for one in written for text in one.sentences for said in (text, bare(text))}
    # A row with "mended" says why its sentence is right where it stands now.
    faults = [row for row in judgements if row["kind"] != "answer" and "mended" not in row]
    bad = [row for row in faults if (row["topic"], in_letters(row["sentence"])) in there]
    kinds = Counter(row["kind"] for row in bad)
    overtaken = kinds.pop("superseded", 0)
    # A row with "of" judges the first paragraphs of an earlier writer.
    answered = sum(row["kind"] == "answer" and row["sentence"] == "yes" and "of" not in row for row in judgements)
    most = max((one.otherwise for one in written), default=0.0)
    rows = (
        ("topics, of these refused", f"{len(found)}, {len(found) - len(written)}"),
        ("sentences, words", f"{total}, {sum(len(text.split()) for one in written for text in one.sentences)}"),
        ("of the answer's words: article, first paragraph", f"{share[0]:.0%}, {share[1]:.0%}"),
        ("under “Also reported”: all, the most in one", f"{_mean(written):.1%}, {most:.1%}"),
        ("figures told twice", str(sum(len(one.told_twice) for one in written))),
        ("quotations without a speaker", str(sum(len(one.speakerless) for one in written))),
        ("findings of the audit", str(sum(len(one.findings) for one in written))),
        ("read: fragments, dangling, wrongly dated", _share(kinds.total(), total, dict(kinds))),
        ("read: overtaken by a newer page", _share(overtaken, total)),
        ("read: first paragraph answers", f"{answered} of {len(found)}" if judgements else "not read"),
    )
    return "\n".join((f"| {name} | |", "|---|---|", *(f"| {what} | {value} |" for what, value in rows)))


def _share(count: int, total: int, kinds: Mapping[str, int] | None = None) -> str:
    return f"{count} ({count / (total or 1):.1%})" + (f" {kinds}" if kinds else "")


def _mean(written: Sequence[Made]) -> float:
    total = sum(len(one.sentences) for one in written)
    return sum(one.otherwise * len(one.sentences) for one in written) / (total or 1)


def bare(text: str) -> str:
    """Return a sentence without the day, the host and the title before it."""
    read = read_lead(text)
    return read[1] if read is not None else text


def in_letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="keep the articles in this folder")
    folders = sorted(path.parent for path in ROOT.glob("*/topics.jsonl"))
    names = [folder.name for folder in folders]
    parser.add_argument("--set", nargs="+", dest="sets", choices=names, default=names, help="only these sets")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        for folder in (one for one in folders if one.name in args.sets):
            found = make(folder, Path(scratch))
            share = answered_share(found, answers_of(folder))
            print(table(f"set {folder.name}", found, judged(folder), share), end="\n\n")
            for one in found if args.out else ():
                args.out.mkdir(parents=True, exist_ok=True)
                (args.out / f"{one.topic}.md").write_text(one.article.markdown, "utf-8")


if __name__ == "__main__":
    main()

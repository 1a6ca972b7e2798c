"""The answer when there is too little evidence: what was searched, what came back, and where to look next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from quality.axes.recency import topic_class
from quality.thresholds import QUERY_HEAD_CHARACTERS, REFUSAL_AIM_WORDS
from wellsourced_core.errors import shown
from wellsourced_core.model import Attempt, Decision, Insufficient, Outcome, ScoredSource
from wellsourced_core.patterns import compiled
from wellsourced_core.text import content, host_of, idf, terms, unique
from wellsourced_core.values import frozen

_MARKUP = str.maketrans(dict.fromkeys('[]<>`*_#|\\~“”"', " "))


@frozen
class _Topic:
    """Advice on searching for a class of topic: why it is hard, what to add, where to look."""

    hard: str
    facets: tuple[str, ...]
    places: str


_TOPICS = {
    "default": _Topic(
        "Questions like this are often answered in figures that sit in databases and printed reports rather than "
        "on pages that search engines index, or under a name the question does not use.",
        ("annual report", "official statistics", "survey results"),
        "the public register or responsible authority, the national statistics office, and the trade body of the field",
    ),
    "news": _Topic(
        "Recent events are first covered in short reports that copy one agency, while the documents behind them are "
        "published days or weeks later.",
        ("official statement", "press release", "timeline"),
        "the press office of the authority concerned, a national news agency, and the archive of a regional newspaper",
    ),
    "technology": _Topic(
        "Product facts change with every release, and pages written to sell or to rank well crowd out the few that "
        "document what was measured and how.",
        ("technical documentation", "independent benchmark", "release notes"),
        "the maker's own documentation, its public issue tracker, and tests by independent laboratories",
    ),
    "science": _Topic(
        "Research on a narrow point often stands behind a publisher's paywall, uses technical terms where the "
        "question uses everyday ones, or has simply not been done yet.",
        ("systematic review", "peer-reviewed study", "dataset"),
        "an index of scholarly literature, a university's repository, and the public body that funds the field",
    ),
    "law": _Topic(
        "Legal questions turn on a jurisdiction and a date, and commentary about a rule is far easier to find than "
        "the rule itself or the decisions that apply it.",
        ("full text statute", "court decision", "official gazette"),
        "the official gazette, the database of the competent court, and the regulator that applies the rule",
    ),
    "standards": _Topic(
        "The texts of standards are mostly sold and not published, so the open web holds summaries of them rather "
        "than their wording.",
        ("specification text", "technical committee", "conformance guide"),
        "the standards body's own catalogue, its national member, and the industry association that trains users of it",
    ),
    "history": _Topic(
        "Older events are recorded in archives, books and newspapers that are only partly digitised, and popular "
        "retellings repeat each other without naming a source.",
        ("archive record", "primary source", "scholarly history"),
        "the state or city archive concerned, a national library's digitised newspapers, and university presses",
    ),
}
_PADDING = (
    "No article was written, because a text that sounds certain on so little would mislead its readers.",
    "Naming the place, the period and the organisation in the question usually helps most.",
    "A person who knows the field can also add sources by hand, and they will be judged by the same rules.",
    "Nothing above says that the answer does not exist; it says that these searches did not find it.",
    "If one good document is known already, its title or address makes the best next query.",
)


def answer(
    question: str,
    attempts: Sequence[Attempt],
    outcome: Outcome,
    as_of: date,
    reasons: Sequence[Decision] = (),
    missing: Sequence[str] = (),
) -> str:
    """Write the insufficient-data answer as Markdown, 150 to 250 words whatever the input.

    ``reasons`` are a profile's objections if there were enough sources, ``missing`` is what would remove them.
    Every statement is about the searches that were made or about searching; none is about the question's subject.
    Titles and queries are cut and stripped of markup.
    """
    topic = _TOPICS[topic_class(question, as_of)]
    for detail in (3, 2, 1, 0):
        text = _compose(question, attempts, outcome, (reasons, missing), as_of, topic, detail, 0)
        if _count(text)[1] <= REFUSAL_AIM_WORDS[1]:
            break
    for padding in range(1, len(_PADDING) + 1):
        if _count(text)[0] >= REFUSAL_AIM_WORDS[0]:
            break
        text = _compose(question, attempts, outcome, (reasons, missing), as_of, topic, detail, padding)
    return text


def sharper(question: str, attempts: Sequence[Attempt], as_of: date) -> tuple[str, str]:
    """Return two queries that keep the question's rarest words and ask for a kind of document.

    Neither has the same content words as the question or as a query already made.
    """
    core = _core(question)
    tried = {content(question[:QUERY_HEAD_CHARACTERS]), *(content(a.query[:QUERY_HEAD_CHARACTERS]) for a in attempts)}
    facets = _TOPICS[topic_class(question, as_of)].facets
    fresh: list[str] = []
    # Years make the supply endless, so two new queries are always found.
    for back in range(len(tried) + 2):
        for facet in facets:
            query = f"{core} {facet}" if back == 0 else f"{core} {facet} {as_of.year - back}"
            if content(query) not in tried:
                tried.add(content(query))
                fresh.append(query.strip())
            if len(fresh) == 2:
                return fresh[0], fresh[1]
    raise ValueError("no new query")  # unreachable: there are more candidates than queries tried


def _compose(
    question: str,
    attempts: Sequence[Attempt],
    outcome: Outcome,
    objections: tuple[Sequence[Decision], Sequence[str]],
    as_of: date,
    topic: _Topic,
    detail: int,
    padding: int,
) -> str:
    asked = _plain(question, 16, 120) or "(no words)"
    blocks = (
        f"# Not enough evidence: {asked}",
        f"**What was searched.** {_searched(attempts, as_of, max(1, detail))}",
        f"**What was found.** {_found(outcome, objections[0])}",
        _missing(objections[1], 3 if detail else 1),
        *_nearest(outcome, detail),
        f"**Why this may be hard to find.** {topic.hard}",
        f"**Sharper questions.** {_sharpened(question, attempts, as_of)}",
        f"**Where better evidence may be.** Good places to ask next are {topic.places}.",
        " ".join(_PADDING[:padding]),
    )
    return "\n\n".join(block for block in blocks if block) + "\n"


def _sharpened(question: str, attempts: Sequence[Attempt], as_of: date) -> str:
    first, second = sharper(question, attempts, as_of)
    if not _core(question):
        return (
            "The question has no words to search for; name its subject, its place and its period, "
            f"and add a kind of document, such as “{first}” or “{second}”."
        )
    return f"Try “{first}”, or “{second}”: they keep the rarest words and ask for a kind of document, not an answer."


def _searched(attempts: Sequence[Attempt], as_of: date, most: int) -> str:
    made = [q for q in unique(_plain(a.query, 10, 80) for a in attempts) if q]
    failed = sum(a.error is not None for a in attempts)
    if not attempts:
        return f"No search was made up to {as_of}; only the sources given were judged."
    shown_queries = ", ".join(f"“{q}”" for q in made[:most]) or "a query without words"
    more = f" and {len(made) - most} more" if len(made) > most else ""
    text = f"Up to {as_of}, {_number(len(attempts), 'search was', 'searches were')} made: {shown_queries}{more}."
    return f"{text} {_number(failed, 'of them', 'of them')} failed." if failed else text


def _found(outcome: Outcome, reasons: Sequence[Decision]) -> str:
    numbers = dict(outcome.decision.numbers)
    found = int(numbers.get("found", len(outcome.kept) + len(outcome.dropped)))
    kept = len(outcome.kept)
    need = int(numbers.get("short", 2))
    if not found:
        return "The searches returned nothing, so there was nothing to judge."
    lead = f"{_number(found, 'source', 'sources')} came back; {kept or 'none'} matched the question"
    if reasons:
        objections = "; ".join(_plain(r.why, 18, 120) for r in reasons[:3])
        return f"{lead}, but what they say was not solid enough to publish: {objections}."
    if kept >= need and isinstance(outcome, Insufficient):
        return f"{lead}, which {_plain(outcome.decision.why, 24, 160)}."
    if isinstance(outcome, Insufficient):
        lead += f", and even a short report needs {need}"
    return f"{lead}."


def _missing(missing: Sequence[str], most: int) -> str:
    wanted = "; ".join(_plain(one, 16, 110) for one in missing[:most])
    return f"**What is missing.** Before this can be written: {wanted}." if wanted else ""


def _nearest(outcome: Outcome, most: int) -> Iterator[str]:
    """Yield one list of the nearest sources, each with its grade and what was wrong with it."""
    near = sorted((*outcome.kept, *outcome.dropped), key=lambda s: (s.junk is not None, -s.composite, s.source.id))
    items = [_item(scored, scored in outcome.kept) for scored in near[:most]]
    if items:
        yield "\n".join(items)


def _item(scored: ScoredSource, kept: bool) -> str:
    title = _plain(scored.source.title, 9, 70) or "untitled"
    host = _plain(host_of(scored.source.url).removeprefix("www."), 2, 40) or "no address"
    if scored.junk is not None:
        verdict = f"not a source but {_plain(scored.reason, 5, 40) or 'an empty page'}"
    elif kept:
        verdict = f"grade {scored.grade} of 5, relevant but not enough by itself"
    else:
        verdict = f"grade {scored.grade} of 5, {_plain(scored.reason, 16, 110)}"
    return f"- “{title}” ({host}): {verdict}"


def _core(question: str) -> str:
    """Return the five rarest content words of the question as written, in its order."""
    head = " ".join(question[:QUERY_HEAD_CHARACTERS].translate(_MARKUP).split())
    if len(head) > 8 and " " not in head:  # a script without spaces is kept whole, not in character pairs
        return _plain(head, 1, 60) if content(head) else ""
    read = terms(head)
    first: dict[str, str] = {}
    for stem, start, end in zip(read.stems, read.starts, read.ends, strict=True):
        if end - start <= 30:
            first.setdefault(stem, head[start:end])
    rarest = sorted(first, key=lambda stem: (-idf(stem), stem))[:5]
    return " ".join(word for stem, word in first.items() if stem in rarest)


def _plain(text: str, words: int, characters: int) -> str:
    """Return text without markup on one line, cut at a number of words and characters."""
    line = shown(" ".join(text[: 20 * characters].translate(_MARKUP).split()), 10 * characters)
    cut = " ".join(line.split()[:words])[:characters].rstrip()
    runs = list(islice(_WORD.finditer(cut), words + 4))
    if len(runs) == words + 4:  # "a.b.c.d" is one word to some and many to others
        cut = cut[: runs[words].start()].rstrip()
    return cut + ("…" if len(cut) < len(line) else "")


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


_WORD = compiled(r"\w+")


def _count(text: str) -> tuple[int, int]:
    """Return the smallest and largest word count by the usual ways of counting."""
    plain = [w for w in text.split() if any(c.isalnum() for c in w)]
    return len(plain), max(len(text.split()), len(_WORD.findall(text)))

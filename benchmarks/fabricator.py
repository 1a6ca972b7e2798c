"""A model that fabricates: right articles made of the sources it is sent, with known faults planted into them.

It sees what a model sees, the request, and decides by hashes, so that the same request gives the same article. It
knows nothing of the audit: what is right and what is wrong follows from how it made the sentence.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape

from wellsourced_core.text import content, sentences
from writer.citation_markers import Block, Citation
from writer.grounded import Reply, Request
from writer.plain_markdown import cited
from writer.prompt import SearchResult, Text

KINDS = ("out of range", "wrong source", "altered number", "invented quote", "own list")
_SOURCE = re.compile(
    r'<source n="([0-9]+)" address=(?:"([^"]*)"|\'[^\']*\') title=[^\n]*>\n(.*?)\n</source>', re.DOTALL
)
_NUMBER = re.compile(r"(?<![\w.,$€£-])[$€£]?([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?)(?![\w-]|[.,][0-9])")
_ALONE = re.compile(r"[A-Z][^\n]{40,260}[.]")
_SPOKEN = re.compile(r'"([^"\n]{20,160}),?" said (?:[^\W\d_][\w.]*[ ,]){1,14}[^"\n]{0,60}[.]')
_SPEAKER = re.compile(r'" said (?:the [a-z]+ )?((?:[A-Z][\w.]+ ?){2,3})')
_LEANS = re.compile(
    r"(?:It|This|That|These|Those|They|He|She|Its|Their|His|Her|Both|Others?|Another|But|And|So|Then)\b"
)
# Rewording that keeps what is said: other words of the same meaning.
_SYNONYMS = {
    "about": "roughly", "rose": "climbed", "fell": "dropped", "shows": "indicates", "most": "the majority of",
    "needs": "requires", "need": "require", "get": "receive", "often": "frequently", "big": "large", "use": "employ",
    "begins": "starts", "began": "started", "because": "since", "keep": "hold", "people": "persons", "found": "saw",
    "while": "whereas", "also": "in addition", "cost": "came to", "found that": "reported that", "help": "assist",
}  # fmt: skip
_PROPER = frozenset("Finland Sweden Norway Northlake Port Governor Brazil Roasters Volunteers Coffee Harbor".split())
_SPEAKERS = ("Corvin Aldous", "Merrit Sandoval", "Ilse Brandmark", "Tobiah Quennell")
_INVENTED = (
    "nobody in this town has ever asked for anything of the sort",
    "we burned the reports before the second meeting and never looked back",
    "my grandmother would have laughed at every one of these figures",
    "the committee agreed in private that it could not possibly last",
)
_LISTS = (
    "## References\n\n1. Aldous, C. (2031). {a}. https://{a}.example/paper\n2. {b} Review. https://{b}.example/x\n",
    "**Sources**\n\n- [{a} Institute](https://{a}.example/)\n- {b} Almanac, https://{b}.example/\n",
    "[1]: https://{a}.example/one\n[2]: https://{b}.example/two\n",
    "## Works cited\n\n[1] {a} Quarterly, 2030. https://{a}.example/q\n\n[2] {b} Annals, 2029. https://{b}.example/a\n",
    "[^1]: {a} Bulletin, https://{a}.example/b\n[^2]: {b} Digest, https://{b}.example/d\n",
    "Sources:\n\n1. {a} Gazette - https://{a}.example/g\n2. {b} Herald - https://{b}.example/h\n",
)
_RANGES = ("[{n}]", "[{n}]", "[{n}]", "【{n}】", "[^{n}]", "[1-{n}]", "[{n}†source]")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of an article: what a reader sees of it, the sources it rests on, the fault in it ("" for none).

    ``trace`` is what a fault leaves in a published text: the words that must not stand there, or "" where the
    fault is a citation; ``wrong`` are then the sources it must not cite.
    """

    text: str
    right: tuple[int, ...]
    kind: str = ""
    trace: str = ""
    wrong: tuple[int, ...] = ()


@dataclass
class Fabricator:
    """The model: ``seed`` varies the article, ``rewords`` says how many of ten right sentences are not verbatim."""

    seed: int = 0
    plain: bool = False
    rewords: int = 5
    per_article: int = 6
    kinds: Sequence[str] = KINDS
    said: list[Said] = field(default_factory=list)

    def complete(self, request: Request) -> Reply:
        """Answer a request for an article."""
        return Reply(tuple(self.blocks(results(request))), "end_turn")

    def blocks(self, shelf: Sequence[SearchResult]) -> Iterator[Block]:
        """Yield the blocks of an article; ``said`` holds afterwards what stands in it."""
        self.said = []
        yield Block("# An article by a careless model\n\n")
        made = list(self._sentences(shelf))
        faults = self._plan(made, shelf)
        for at, (index, position, text) in enumerate(made):
            if at and at % 8 == 0:
                yield Block(f"\n\n## Part {'ABCDEFGHIJ'[at // 8 % 10]}\n\n")
            bullet = "- " if at % 8 >= 5 else ""
            end = "\n" if at % 8 >= 4 else " "
            yield from self._sentence(shelf, index, position, text, faults.get(at, ""), bullet, end, at)
        if "own list" in self.kinds and made and self._chance(made[0][2], 2) == 0:
            yield self._list(made[0][2])

    # ------------------------------------------------------------------------------------------ right sentences

    def _sentences(self, shelf: Sequence[SearchResult]) -> Iterator[tuple[int, int, str]]:
        """Choose sentences that stand alone, of all sources in turn: (result, place in it, text)."""
        seen: set[str] = set()
        pools = [
            [
                (index, position, one)
                for position, one in enumerate(result.sentences)
                if (_ALONE.fullmatch(one) and one.count('"') == 0 and ". " not in one and not _LEANS.match(one))
                or _SPOKEN.fullmatch(one)
            ]
            for index, result in enumerate(shelf)
        ]
        for pool in pools:
            pool.sort(key=lambda found: _hash(self.seed, found[2]))
        for turn in range(4):
            for pool in pools:
                if turn < len(pool) and pool[turn][2] not in seen:
                    seen.add(pool[turn][2])
                    index, position, text = pool[turn]
                    if self._chance(text, 10) < self.rewords and '"' not in text:
                        text = reworded(text, self._chance(text, 4))
                    yield index, position, text

    def _plan(self, made: Sequence[tuple[int, int, str]], shelf: Sequence[SearchResult]) -> dict[int, str]:
        """Say which sentence gets which fault: at most every third one, kinds in turn."""
        kinds = [kind for kind in self.kinds if kind != "own list"]
        plan: dict[int, str] = {}
        first = self._chance("first", 3)
        for turn, at in enumerate(range(first, len(made), 3)):
            if len(plan) == self.per_article or not kinds:
                break
            kind = kinds[(turn + self.seed) % len(kinds)]
            text, n = made[at][2], shelf[made[at][0]].n
            if '"' in text:
                kind = "invented quote" if "invented quote" in kinds else kind
            if kind == "out of range" and turn % 2 and _NUMBER.search(text):
                kind = "altered number"
            if kind == "altered number" and altered(text, shelf, n) is None:
                kind = "wrong source"
            if kind == "wrong source" and not strangers(text, shelf, n):
                kind = "out of range"
            if kind in kinds:
                plan[at] = kind
        return plan

    # ------------------------------------------------------------------------------------------ one sentence

    def _sentence(
        self,
        shelf: Sequence[SearchResult],
        index: int,
        position: int,
        text: str,
        kind: str,
        bullet: str,
        end: str,
        at: int,
    ) -> Iterator[Block]:
        n = shelf[index].n
        right = tuple(sorted({one.n for one in shelf if carries(one, text)} | {n}))
        last = max(one.n for one in shelf)
        if kind == "out of range":
            label = str(last + 1 + self._chance(text, 60))
            marker = _RANGES[self._chance(text, len(_RANGES)) if self.plain else 0].format(n=label)
            self.said.append(Said(text, right, kind, wrong=(-1,)))
            if self.plain:
                yield Block(f"{bullet}{text[:-1]} {marker}.{end}")
            elif self._chance(text, 2):
                yield Block(f"{bullet}{text}{end}", (Citation(len(shelf) + 5, 0, 1),))
            else:
                yield Block(f"{bullet}{text[:-1]} 【{label}】.{end}", (Citation(index, 900, 901),))
            return
        if kind == "invented quote" and '"' in text:
            text, trace = misquoted(text, self._chance(text, 2))
            self.said.append(Said(text, (), kind, trace=trace))
        elif kind == "invented quote":
            quote = _INVENTED[self._chance(text, len(_INVENTED))]
            text = (
                f"“{quote.capitalize()},” said {_SPEAKERS[self._chance(text + '?', 4)]} of the matter in {1990 + at}."
            )
            self.said.append(Said(text, (), kind, trace=quote.lower()))
        elif kind == "altered number":
            text = altered(text, shelf, n, self._chance(text, 3)) or altered(text, shelf, n) or text
            self.said.append(Said(text, (), kind, trace=text))
        elif kind == "wrong source":
            wrong = strangers(text, shelf, n)
            other = wrong[self._chance(text, len(wrong))]
            self.said.append(Said(text, right, kind, wrong=tuple({one.n for one in shelf} - set(right))))
            yield self._cited(shelf, other, 0, text, bullet, end)
            return
        else:
            self.said.append(Said(text, right))
        yield self._cited(shelf, index, position, text, bullet, end)

    def _cited(
        self, shelf: Sequence[SearchResult], index: int, position: int, text: str, bullet: str, end: str
    ) -> Block:
        if self.plain:
            return Block(f"{bullet}{cited(text, [shelf[index].n])}{end}")
        return Block(f"{bullet}{text}{end}", (Citation(index, position, position + 1),))

    def _list(self, about: str) -> Block:
        a, b = (f"invented{_hash(self.seed, name, about) % 9973}" for name in "ab")
        form = _LISTS[self._chance(f"form {about}", len(_LISTS))]
        self.said += [Said("", (), "own list", trace=a), Said("", (), "own list", trace=b)]
        return Block("\n\n" + form.format(a=a, b=b))

    def _chance(self, what: str, sides: int) -> int:
        return _hash(self.seed, self.plain, what) % sides


# ---------------------------------------------------------------------------------------------- right and wrong


def results(request: Request) -> tuple[SearchResult, ...]:
    """Return the sources of a request, in either of its forms."""
    found = tuple(part for part in request.parts if isinstance(part, SearchResult))
    text = "\n".join(part.text for part in request.parts if isinstance(part, Text))
    return found or tuple(
        SearchResult(int(n), address, "", tuple(unescape(line[4:]) for line in body.split("\n")))
        for n, address, body in _SOURCE.findall(text)
    )


def reworded(text: str, way: int = 0) -> str:
    """Say the same in other words: a table of synonyms, and a lead, another order, or one clause less."""
    said = " ".join(_SYNONYMS.get(word, word) for word in text.split(" "))
    lowered = said if said.split(" ")[0] in _PROPER or not said[1:2].islower() else said[0].lower() + said[1:]
    head, comma, tail = lowered[:-1].partition(", ")
    if way == 1:
        return f"According to what was published, {lowered}"
    if way == 2 and comma and min(len(head), len(tail)) > 20 and "," not in tail:
        return f"{said[:-1].partition(', ')[0]}." if _NUMBER.search(head) else f"It is known that {lowered}"
    if way == 3:
        return f"As the report puts it, {lowered[:-1]} at this point."
    return said


def misquoted(text: str, way: int) -> tuple[str, str]:
    """Change a word of a quotation, or give it to somebody else; return the sentence and what betrays it."""
    speaker = _SPEAKER.search(text)
    words = text.split(" ")
    inside = [i for i, word in enumerate(words[1 : text[1:].index('"')], 1) if word.isalpha() and len(word) > 4]
    inside = [i for i in inside if i < text[: text.index('"', 1)].count(" ")]
    if speaker and (way == 0 or not inside):
        other = _SPEAKERS[len(text) % len(_SPEAKERS)]
        changed = text[: speaker.start(1)] + other + text[speaker.end(1) :]
        return changed, changed
    if inside:
        words[inside[len(text) % len(inside)]] = "seldom"
    return " ".join(words), " ".join(words)


def altered(text: str, shelf: Sequence[SearchResult], n: int, way: int = 0) -> str | None:
    """Change a number of a sentence to one that its source does not have, or has for something else."""
    said = " ".join(" ".join(one.sentences) for one in shelf if one.n == n)
    numbers = list(_NUMBER.finditer(text))
    elsewhere = [m[1] for m in _NUMBER.finditer(said) if m[1] not in text]
    if way == 0 and numbers and elsewhere:
        found = numbers[len(text) % len(numbers)]
        like = [other for other in elsewhere if len(other) == len(found[1])]
        if like:
            return text[: found.start(1)] + like[len(text) % len(like)] + text[found.end(1) :]
    for found in numbers[len(text) % max(1, len(numbers)) :] + numbers:
        digits = found[1]
        for shift in (3, 2, 5, 4, 1):
            changed = f"{(int(digits[0]) + shift - 1) % 9 + 1}{digits[1:]}"
            if changed != digits and not re.search(rf"(?<![0-9]){re.escape(changed)}(?![0-9])", said):
                return text[: found.start(1)] + changed + text[found.end(1) :]
    return None


def strangers(text: str, shelf: Sequence[SearchResult], n: int) -> list[int]:
    """Return the places of the sources that plainly do not say a sentence, though they are on its topic."""
    return [at for at, one in enumerate(shelf) if one.n != n and not carries(one, text)]


def carries(result: SearchResult, text: str) -> bool:
    """Tell whether a source has a sentence that shares half of this one's words: then it may be cited too."""
    wanted = content(text)
    return any(2 * len(wanted & content(one)) >= len(wanted) for one in result.sentences)


def _hash(*what: object) -> int:
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:6], "big")


# ---------------------------------------------------------------------------------------------- what came of it


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a sentence: is it there, does it cite a right source, did its fault reach the reader."""

    said: Said
    there: bool
    cites_right: bool
    reached: bool


_MARKER = re.compile(r" ?[\[【]\^?[0-9][0-9, –-]*(?:†[a-z]+)?[\]】]")
_LABELS = re.compile(r"[0-9]+")


def fates(said: Sequence[Said], published: str, ids: Callable[[int], int | None]) -> list[Fate]:
    """Hold what was said against a published article; ``ids`` gives the shelf's number of a published label."""
    body = published.partition("\n## Sources\n")[0]
    there = [(_plain(one), _cites(one, ids)) for one in _pieces(body)]
    shown, everything = _plain(body), published.lower()
    found = []
    for one in said:
        key = _plain(one.text)
        citing = [labels for text, labels in there if key and key in text]
        cites = {label for labels in citing for label in labels}
        if one.trace:
            reached = one.trace.lower() in everything or _plain(one.trace) in shown
        else:
            reached = bool(cites - set(one.right)) if one.kind else False
        found.append(Fate(one, bool(citing), bool(cites & set(one.right)), reached))
    return found


def _pieces(body: str) -> Iterator[str]:
    for line in body.splitlines():
        yield from (line[start:end] for start, end in sentences(line))


def _cites(piece: str, ids: Callable[[int], int | None]) -> tuple[int, ...]:
    labels = [int(label) for marker in _MARKER.findall(piece) for label in _LABELS.findall(marker)]
    return tuple(found if (found := ids(label)) is not None else -1 for label in labels)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", _MARKER.sub("", text)).lower().split())

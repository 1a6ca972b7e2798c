"""Laws of what saves time: each shortcut says what the long way says."""

from __future__ import annotations

import re
from itertools import chain, pairwise, product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from audit import quotes
from audit.agreement.kinds import DATED
from audit.agreement.strength import strength
from audit.draft import parse
from audit.meaning.clauses import BOUNDARY, boundaries
from audit.meaning.near_copy import near_copy
from audit.meaning.opposites import antonym, may_oppose
from audit.meaning.rules import ON_STATEMENTS
from audit.meaning.rules.swapped_roles import _at, _relations
from audit.meaning.statement import Objection, Statement
from audit.meaning.tokens import _one_word, _phrases
from audit.meaning.tokens import tokens as meant
from audit.meaning.words import WORD, lowered_words, said
from audit.numbers.candidates import competes, competitors, find_candidates
from audit.numbers.conflicts import _most_alike, _same_measure, surroundings
from audit.numbers.context import context_of
from audit.numbers.context_score import ContextScore
from audit.numbers.nearest_sentence import direction_mismatch, sentence_mismatch
from audit.numbers.numbered_text import read
from audit.numbers.rules.unit_slip import same_figure
from audit.numbers.sentence_rank import SentenceRank
from audit.reading.marker_window import Windows, shares_term
from audit.reading.term_matches import find_hits, has_equivalent, may_begin
from audit.reading.term_weights import made_of
from audit.runner import AuditOptions, open_case
from audit.source_index import SourceIndex
from audit.support import missing_names, prepare, read_claim
from audit.thresholds import FEWEST_SHARED_WORDS, MOST_RELATIONS, PLACE_THRESHOLDS
from wellsourced_core.model import Claim, Source
from wellsourced_core.quantities import may_count, quantities, without_names
from wellsourced_core.quantities.dates import _calendar, _century, _clock, _counts_only, _decade, _year
from wellsourced_core.quantities.parser import _mentions
from wellsourced_core.quantities.tokens import _ASCII_TOKEN, _TOKEN, tokens
from wellsourced_core.text import _WORD, Memo, fold, surfaces, words

laws = settings(max_examples=150)
PIECES = (
    "don't ", "l’eau ", "東京大阪神戸", "a_b ", "1,234 567 ", "x" * 80, "é́tait ", "harbour ", "Bar-baz ", ". ", "\n\n",
    "rating ", "half a million ", "the second ", "a ", "’80s ", "never ", "rose ", "fell ", "[1] ", "२५ ", "flying",
)  # fmt: skip
texts = st.one_of(st.lists(st.sampled_from(PIECES), max_size=60).map("".join), st.text(max_size=120))
LETTERS = st.text(alphabet="abdegilnorsty", min_size=6, max_size=14)


@given(texts)
@laws
def test_words_without_places_are_the_words_with_places(text: str) -> None:
    assert tuple(surfaces(text)) == words(text).surfaces


@given(st.text(alphabet="aB z'_.,-0123456789\t\n\x1f\"()", max_size=24))
@laws
def test_words_of_ascii_are_the_words_of_any_text(text: str) -> None:
    found = list(_WORD.finditer(text))
    read = words(text)
    assert read.surfaces == tuple(one[0] for one in found) == tuple(surfaces(text))
    assert list(zip(read.starts, read.ends, strict=True)) == [one.span() for one in found]


@given(st.text(alphabet="aB z'_.,-0123456789\t\n\x1f\"()", max_size=24))
@laws
def test_tokens_of_ascii_are_the_tokens_of_any_text(text: str) -> None:
    assert _ASCII_TOKEN.findall(text) == _TOKEN.findall(text)
    assert lowered_words(text) == tuple(map(said, WORD.findall(text)))


BEHIND = (
    *(
        "'",
        "of",
        "de",
        "to",
        "and",
        "bis",
        "may",
        "May",
        "April",
        "Juni",
        "st",
        "th",
        "am",
        "pm",
        "p",
        "uhr",
        "century",
    ),
    *(".", "s", "-", "/", ":", "b", "bc", "ad", "ce", "o'clock", "boats", "percent", "first", "年", "3", "2021"),
)


def test_digits_that_only_count_are_no_date() -> None:
    for before, digits, gap, behind, after in product(
        ("", "ad ", "April 3 to "), ("5", "80"), ("", " "), BEHIND, BEHIND
    ):
        t = tokens(f"{before}{digits}{gap}{behind} {after} 5 May")
        i = len(before.split())
        if t.low[i] == digits and _counts_only(t, i):
            assert not any(dated(t, i) for dated in (_calendar, _clock, _century, _decade, _year))


WORDS = "but while whereas although though which who because however and compared versus from down up UP 5up".split()
clauses = st.lists(st.sampled_from((*WORDS, " ", "-", " - ", ",", "3", "’", "(")), max_size=20).map("".join)


@given(texts, clauses)
@laws
def test_clauses_end_where_the_one_pattern_says(text: str, signs: str) -> None:
    for one in (text, signs, signs + text):
        assert boundaries(one) == [found.start() for found in BOUNDARY.finditer(one)]


@given(texts)
@laws
def test_numbers_without_names_are_those_that_are_no_names(text: str) -> None:
    assert quantities(text) == without_names(quantities(text, names=True))


NUMBERS = (
    "sales rose 12 % in 2019 ", "to $4.2 million ", "from 11 to 14 ", "aged 40 ", "3 of 5 ", "5 m ", "Arrow 3 ",
    "1200 men ", "in May 2020, ", "two of them ", "profit fell by 12 points; ", "12th ", "over 300 euros ",
    "sales of the harbour. ",
)  # fmt: skip
DATES = (
    "on 03/05/2024 ", "on 26 May ", "since May 2019 ", "by 26 May 2019 ", "in the 1990s ", "in the 19th century ",
    "in 1904-05 ", "between 2011 and 2021 ", "after 3 March ", "before 1995 ", "until 5 March 2024 ", "in 1995 ",
    "in the 1890s ", "in 2019 ", "after 2012 ", "the 20th century ",
)  # fmt: skip
MORE = (
    "over 5 km ", "about 12,000 men ", "3,500 men ", "3,482 men ", "under 30 % ", "from 10 to 30 km ", "about 20 km ",
    "won 3-1 ", "5 points ", "-2.6 % ", "a loss of 2.6 % ", "A$5 million ", "$5 million ", "5,000,000 men ", "37 °C ",
    "37 degrees ", "12,000,000,001 men ", "a third of them ", "33 % ", "more than 3,000 ", "nearly 5 million dollars ",
    "5 kg ", "5,000 g ", "people over 60 ", "people aged 65 ", "up to 30 km ", "at least 10 ", "twice ", "Route 12 ",
)  # fmt: skip
looked_up = st.lists(st.sampled_from((*NUMBERS, *DATES, *MORE)), min_size=1, max_size=14).map("".join)
counted = st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=14).map("".join)


@given(looked_up, looked_up, st.sampled_from(("", "Sales of 2019", "12 harbours")))
@laws
def test_what_is_looked_up_is_all_that_carries_a_number(claim: str, text: str, title: str) -> None:
    source = read(text, names=True, more=title)
    for q in read(claim, names=True).mentions:
        found = find_candidates(q, source, frozenset())
        strengths = {i: v for i, other in enumerate(source.mentions) if (v := strength(q, other)) > 0}
        assert found.strengths == strengths
        assert list(found.strengths) == sorted(strengths)
        assert found.compared is None
        others = [i for i, other in enumerate(source.mentions) if i not in strengths and competes(q, other)]
        assert competitors(q, source, frozenset(), strengths, found) == others[:64]
        same = [i for i, other in enumerate(source.mentions) if other.kind not in DATED and same_figure(q, other)]
        assert q.kind in DATED or [i for i in source.figures.near(q) if same_figure(q, source.mentions[i])] == same


@given(st.lists(st.frozensets(st.sampled_from("abcdefgh")), max_size=40), st.frozensets(st.sampled_from("abcdefxy")))
@laws
def test_sentences_are_put_in_the_order_of_the_words_they_share(
    said: list[frozenset[str]], words: frozenset[str]
) -> None:
    holders = {word: [at for at, one in enumerate(said) if word in one] for word in "abcdefgh"}
    overlap = SentenceRank(holders, len(said))
    among = [at for at in range(len(said)) if at % 3]
    assert list(overlap.most_first(words, overlap.bits(among))) == sorted(among, key=lambda at: -len(said[at] & words))


@given(counted, counted, st.sampled_from(("", "Sales of 2019", "12 harbours")))
@laws
def test_no_number_fits_better_than_its_bound_says(claim: str, text: str, title: str) -> None:
    mine, source = read(claim), read(text, names=True, more=title)
    numbers = range(len(source.mentions))
    for index in range(len(mine.mentions)):
        sought = ContextScore(context_of(mine, index), source)
        bounds = [(sought.most_affinity(i), sought.most_fit(i)) for i in numbers]
        for i, (most_affinity, most_fit) in enumerate(bounds):
            assert sought.affinity(i) <= most_affinity
            assert sought.binding(i) <= sought.most_binding
            assert sought.fit(i) <= most_fit
        if numbers:
            fresh = ContextScore(context_of(mine, index), source)
            assert fresh.best_fit(numbers) == max(numbers, key=lambda i: (sought.fit(i), -i))


PLACE = st.sampled_from(("Ardle", "Skerry", "Lorn", "the north"))
SHIPPED = st.builds(
    "{}The {} of {} {} {} {}. ".format,
    st.sampled_from(("", "In 2019 ", "In 2020 ", "In 2019 and 2020 ")),
    st.sampled_from(("ferry", "new ferry", "harbour")),
    PLACE,
    st.sampled_from(("carried", "served", "was said to have carried")),
    st.sampled_from(("340", "345", "512", "about 512", "9", "EUR 340", "12%")),
    st.sampled_from(("passengers", "boats", "boats with 345 passengers", "of all passengers")),
)


@given(st.lists(SHIPPED, max_size=8).map("".join), st.lists(SHIPPED, max_size=8).map("".join))
@settings(max_examples=400)
def test_what_may_measure_the_same_is_all_that_does(first: str, second: str) -> None:
    mine, theirs = surroundings(read(first, names=True)), surroundings(read(second, names=True))
    for i in mine.around:
        shared = {j: len(mine.around[i] & theirs.around[j]) for j in theirs.around}
        alike = sorted((j for j, n in shared.items() if n >= FEWEST_SHARED_WORDS), key=lambda j: (-shared[j], j))
        likely = _most_alike(mine, i, theirs)
        assert likely == [j for j in alike if j in likely]
        assert not [j for j in alike if j not in likely and _same_measure(mine, i, theirs, j)]


@given(counted, counted)
@laws
def test_sentences_without_opposites_have_no_part_with_them(claim: str, text: str) -> None:
    if not may_oppose(claim, text):
        assert antonym(claim, text, loose=True) is None
        half = " ".join(claim.split()[len(claim.split()) // 2 :])
        assert antonym(half, text, loose=True) is None


@given(texts)
@laws
def test_a_text_that_may_count_nothing_has_no_number(text: str) -> None:
    if not may_count(text):
        assert _mentions(tokens(text)) == []


SAID = (
    "", "opened ", "closed ", "never ", "rose ", "fell ", "isn't ", "all ", "some ", "30 % of ", "the majority of ",
    "failed to ", "unclear whether ", "voted for ", "voted against ", "causes ", "is linked to ", "no ",
    "more ferries than in 2019 ", "fewer ferries than in 2019 ",
)  # fmt: skip


def test_what_contradicts_nothing_at_a_glance_contradicts_nothing() -> None:
    found = set()
    for mine, theirs in product(SAID, repeat=2):
        claim, text = (f"Near the harbour smoke {said}schools and cancer." for said in (mine, theirs))
        source = read(text, names=True)
        long_way = sentence_mismatch(read(claim), source, PLACE_THRESHOLDS)
        assert direction_mismatch(claim, source) == long_way
        found.add(long_way and long_way.kind)
    assert found == {None, "negated", "denied", "reversed"}


@given(LETTERS)
@laws
def test_no_beginning_of_a_word_that_a_source_has_is_passed_over(word: str) -> None:
    for cut in range(3, len(word)):
        if term := made_of(word[:cut]):
            assert may_begin(word, frozenset([term[:4]]))


PARTS = (
    "Ferry", "boat", "ferryboat", "fog", "Rail", "ROAD", "railroad", "NASA", "national aeronautics space agency", "two",
    "ii", "invest", "investors", "boat's", "copies", "Émigré", "Émigré bands", "émigrébands",
)  # fmt: skip


@example(["fog", "Ferry", "boat"], ["ferryboat"])
@example(["Rail", "ROAD"], ["railroad"])
@given(st.lists(st.sampled_from(PARTS), max_size=6), st.lists(st.sampled_from(PARTS), max_size=2))
@laws
def test_terms_looked_up_together_are_found_as_each_alone_is(said: list[str], held: list[str]) -> None:
    claim, source = read_claim(Claim(" ".join(said))), prepare(" ".join(held))
    found = {claim.terms[index] for _, index in find_hits(claim, source).at}
    assert found == {term for term in claim.terms if has_equivalent(claim, term, source)}
    for (left, one), (right, other) in pairwise(zip(claim.words, claim.found, strict=True)):
        if one and other and (left + right).isalpha() and made_of(fold(left) + fold(right)) in source.positions:
            assert {one, other} <= found


SHELF = (
    Source("a", "https://a.example", "", "Mayor Haugen opened 40 locks of the harbour. “We waited for years.”", n=1),
    Source("b", "https://b.example", "", "Mayor Lind closed 30 locks of the harbour and sold the old cranes.", n=2),
)
CITED = (
    "Mayor Haugen opened 40 locks of the harbour", "Mayor Lind closed locks of the harbour [2]",
    "Mayor Moe opened the harbour [1], Mayor Lind sold the old cranes", "“We waited for years,” said Haugen",
    "the [1] locks of the harbour were sold with forty cranes", "the harbour has locks", "nothing of this stands",
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from(CITED), st.sampled_from(("[1]", "[2]", "[1][2]", "[7]"))), max_size=8))
@laws
def test_what_is_kept_of_a_cited_sentence_is_what_it_has(said: list[tuple[str, str]]) -> None:
    text = " ".join(f"{line} {cited}." for line, cited in said)
    case = open_case(f"{text}\n\n## References\n\n1. https://a.example\n2. https://b.example\n", SHELF, AuditOptions())
    backed = list(case.facts.backed)
    carrying = {
        (case.draft.markers[c.marker].sentence, c.source) for c in case.citations if c.verdict in ("supported", "weak")
    }
    assert {(one.sentence, source) for one in backed for source in one.sources} == carrying
    for one in backed:
        claim = read_claim(Claim(case.texts.claim(one.sentence)))
        assert one.missing_names == tuple(missing_names(claim, case.texts.source(source)) for source in one.sources)
    claims = {one.sentence: case.texts.claim(one.sentence) for one in backed}
    assert {one.sentence for one, *_ in case.facts.statistics} == {at for at, one in claims.items() if quantities(one)}
    quoted = {one.sentence for one, *_ in case.facts.quotations}
    assert quoted == {at for at, one in claims.items() if quotes.quotes(one)}


@given(st.lists(st.sampled_from(PIECES), max_size=80).map("".join), texts)
@laws
def test_windows_of_a_draft_share_what_each_one_shares(text: str, source: str) -> None:
    draft = parse(f"{text}\n\n## References\n\n1. https://a.example\n")
    read = prepare(source)
    windows = Windows(draft.prose)
    for marker in draft.markers:
        assert windows.share_term(marker.start, marker.end, read) == shares_term(
            draft.prose, marker.start, marker.end, read
        )


@given(texts, st.lists(texts, max_size=12), st.floats(0.1, 1.0))
@laws
def test_the_rarest_terms_lead_to_every_source_within_reach(claim: str, members: list[str], least: float) -> None:
    asked = read_claim(Claim(claim))
    sources = [prepare(member) for member in members]
    keys = [{key for term in source.positions for key in (term, term[:5])} for source in sources]
    everywhere = set(chain.from_iterable(keys))
    sought = [term if term in everywhere or len(term) < 5 else term[:5] for term in asked.terms]
    weights = [sum(weight for key, weight in zip(sought, asked.weights, strict=True) if key in held) for held in keys]
    found = tuple(i for i, weight in enumerate(weights) if weight and weight >= least * asked.total)
    assert SourceIndex(sources).within_reach(asked, least) == found


SPOKEN = st.lists(
    st.sampled_from(
        (
            *("a", "the", "not", "no", "never", "is", "to", "be", "may", "will", "plans", "and", "or", "who", "had"),
            *("from", "before", "after", "than", "by", "of", "but", ",", ";", "(", "most", "largest", "some", "all"),
            *(
                "a lot of",
                "Not all",
                "due to",
                "nearby",
                "K\u212aose to",
                "close to",
                "3",
                "1.5",
                "more",
                "less",
                "ſome",
            ),
            *("Kerr", "Lorn", "buys", "bought", "acquisition", "closed", "shut", "mill", "costs", "led", "unusual"),
        )
    ),
    max_size=24,
).map(" ".join)


@given(SPOKEN)
@laws
def test_a_sentence_without_a_phrase_is_left_as_it_is(sentence: str) -> None:
    _, table = _phrases()
    longest_first = sorted(table, key=lambda one: (-len(one), one))
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)
    assert _one_word(sentence) == pattern.sub(lambda found: table[found[0].lower()], sentence)


@given(SPOKEN)
@laws
def test_only_words_that_relate_say_what_relates_two_sides(sentence: str) -> None:
    said = meant(sentence)
    every = [one for at in range(len(said)) for one in _at(said, at) if one.one and one.other]
    assert _relations(said, {token.key for token in said}) == every[:MOST_RELATIONS]


@given(SPOKEN, st.sampled_from(("", ".", " .")), st.booleans(), st.booleans())
@laws
def test_a_sentence_beside_itself_is_judged_as_if_it_were_compared(
    text: str, end: str, alone: bool, said: bool
) -> None:
    def judged(pair: Statement) -> list[Objection | None]:
        return [rule.judge(pair) for rule in ON_STATEMENTS]

    given = (text + end, text, 1.0, alone, lambda _: said, lambda: ())
    long = Statement(*given)
    vars(long)["copy"] = near_copy(long.claim, long.source)
    assert judged(Statement(*given)) == judged(long)


def test_a_memo_stays_bounded() -> None:
    memo = Memo(str.upper)
    made = [memo[str(number)] for number in range(40_000)]
    assert made[-1] == "39999"
    assert len(memo) <= 1 << 13
    assert memo["x" * 100] == "X" * 100
    assert "x" * 100 not in memo


def test_a_word_that_the_window_cuts_is_read_from_the_cut_on() -> None:
    source = prepare("The harbour is old.")
    shared = []
    for gap in range(120, 160):
        prose = f"zz d'harbour{'.' * gap}   {'.' * 200}"
        start = len("zz d'harbour") + gap
        said = shares_term(prose, start, start + 3, source)
        assert Windows(prose).share_term(start, start + 3, source) == said
        shared.append(said)
    assert True in shared
    assert False in shared

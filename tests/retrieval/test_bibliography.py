"""Bibliographies of reference managers are read as sources, and what is wrong in them is named with its line."""

import json
import unicodedata
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.bibliography import is_bibliography, read_bibliography
from retrieval.latex import plain
from wellsourced_core.errors import InputError
from wellsourced_core.model import Source


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bibliography")


def bib(folder: Path, text: str) -> tuple[Source, ...]:
    path = folder / "refs.bib"
    path.write_bytes(text.encode("utf-8"))
    return read_bibliography(path)


def outcome(folder: Path, text: str) -> tuple[str, ...]:
    """Return the keys that are read, or the place that is refused; any other error fails the test."""
    try:
        return tuple(source.id for source in bib(folder, text))
    except InputError as error:
        return (error.subject,)


def csl(folder: Path, *items: object) -> tuple[Source, ...]:
    path = folder / "refs.json"
    path.write_text(json.dumps(items, indent=1), "utf-8")
    return read_bibliography(path)


# ------------------------------------------------------------------------------------------------- BibTeX


def test_an_entry_becomes_a_source(folder: Path) -> None:
    (source,) = bib(
        folder,
        r"""Anything outside of entries is no content, not even ask@example.org.
        @comment{jabref-meta: grouping {nested};}
        @preamble{"\newcommand{\x}{y}"}
        @Article{orlo:2019,
          author = "K{\"o}nig, J{\"o}rg and others",
          title = {{\'E}tude of {BELLS} in K{\"o}ln---a ``{\ss}urvey'' \& more},
          year = 2019, month = may, day = 26,
          url = {https://example.org/a\_b?x=1\&y=2~z}, doi = {10.1000/xyz},
          abstract = "The bell
                      weighs {"}340{"} kilograms.",
        }""",
    )
    assert source == Source(
        id="orlo:2019",
        url="https://example.org/a_b?x=1&y=2~z",
        title="Étude of BELLS in Köln—a “ßurvey” & more",
        text='The bell weighs "340" kilograms.',
        published=date(2019, 5, 26),
    )


@pytest.mark.parametrize("doi", ["10.1000/a(1)", "doi:10.1000/a(1)", "https://dx.doi.org/10.1000/a(1)"])
def test_without_an_address_the_doi_gives_one(folder: Path, doi: str) -> None:
    assert bib(folder, f"@book{{k, doi = {{{doi}}}}}")[0].url == "https://doi.org/10.1000/a(1)"


def test_an_address_is_found_where_old_styles_put_it(folder: Path) -> None:
    assert bib(folder, r"@misc{k, howpublished = {\url{https://example.org/x}}}")[0].url == "https://example.org/x"


@pytest.mark.parametrize(
    ("fields", "published"),
    [
        ("date = {2020-03-04}", date(2020, 3, 4)),
        ("date = {2020-03-04/2021-01-01}", date(2020, 3, 4)),
        ("date = {2020-03}", date(2020, 3, 1)),
        ("date = {2020~}", date(2020, 1, 1)),
        ("year = 2020", date(2020, 1, 1)),
        ('year = "2020", month = "September"', date(2020, 9, 1)),
        ("year = {2020}, month = {9}", date(2020, 9, 1)),
        ("year = {2020}, month = dec, day = 24", date(2020, 12, 24)),
        ("date = {2021-02-30}", None),
        ("year = {in press}", None),
        ("year = {0999}", None),
        ("year = {20201}", None),
        ("title = {2020}", None),
    ],
)
def test_what_is_missing_of_a_date_is_the_first(folder: Path, fields: str, published: date | None) -> None:
    assert bib(folder, f"@misc{{k, {fields}}}")[0].published == published


def test_abbreviations_are_put_in_and_values_joined(folder: Path) -> None:
    text = '@string{who = "Bell " # {Guild}}\n@misc{k, title = WHO # ", no. " # 7 # " " # unknown}'
    assert bib(folder, text)[0].title == "Bell Guild, no. 7 unknown"


def test_entries_may_stand_in_parentheses_and_end_with_a_comma(folder: Path) -> None:
    sources = bib(folder, "@misc(a, title={A (b)},)\r\n@misc{b(1), title={B},\r\n}\r@misc{c}")
    assert [(s.id, s.title) for s in sources] == [("a", "A (b)"), ("b(1)", "B"), ("c", "")]


def test_title_and_subtitle_make_the_title(folder: Path) -> None:
    assert bib(folder, "@book{k, title={A}, subtitle={B}}")[0].title == "A: B"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("@misc{a}\n\n@misc{a}", 3, "key of line 1"),
        ("@misc{a}\n@misc{b,\n title={x\n}\n", 2, "not closed"),
        ("@misc{a}\n@misc{b,\n title={x\n\n", 3, "never closed"),
        ('@misc{b,\n title="x}"}', 2, "never closed"),
        ("@misc{b,\n title x}", 2, "no = and value"),
        ("@misc{b,\n title = }", 2, "value is missing"),
        ("@misc{b\n title = {x}}", 1, "not closed as expected (line 2)"),
        ("\n@misc{,title={x}}", 2, "no key"),
        ("\n@comment{ x", 2, "never closed"),
        ('@string{a = "x"\n@misc{b}', 1, "@string is not closed"),
    ],
)
def test_a_fault_is_named_with_its_line(folder: Path, text: str, line: int, problem: str) -> None:
    with pytest.raises(InputError) as caught:
        bib(folder, text)
    assert caught.value.subject.endswith(f"refs.bib:{line}")
    assert problem in caught.value.problem


def test_abbreviations_of_abbreviations_cannot_take_all_memory(folder: Path) -> None:
    doubling = "".join(f"@string{{a{i + 1} = a{i} # a{i}}}" for i in range(60))
    with pytest.raises(InputError, match="out of proportion"):
        bib(folder, "@string{a0 = {ten letter}}" + doubling + "@misc{k, title = a60}")


ATTACKS = {
    "braces": "@misc{a, t=" + "{" * 200_000,
    "ats": "@ a" * 100_000,
    "percents": "@misc{a," + "%" * 200_000,
    "spaces": "@misc{a," + " " * 200_000,
    "quotes": '@misc{a,t="' + '\\"' * 100_000,
    "accents": "@misc{a,title={" + "\\'   " * 60_000 + "}}",
    "commands": "@misc{a,title={" + "\\a" * 100_000 + "}}",
    "links": "@misc{a,url={" + "http://" * 50_000 + "}}",
    "joins": "@misc{a,t=1" + "#1" * 50_000 + "}",
    "entries": "".join(f"@misc{{k{i}}}\n" for i in range(5_000)),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_files_are_read_or_refused_in_linear_time(folder: Path, name: str) -> None:
    assert outcome(folder, ATTACKS[name])


KEYS = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters=",{}%"), min_size=1, max_size=12)
WORDS = st.text(st.characters(exclude_categories=("C", "Z"), exclude_characters="{}\\$~-`'%&#_\""), min_size=1)


@settings(max_examples=60)
@given(st.dictionaries(KEYS, st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=5), st.booleans())
def test_what_is_written_is_read(folder: Path, titles: dict[str, list[str]], quoted: bool) -> None:
    opening, closing = ('"', '"') if quoted else ("{", "}")
    text = "\n".join(f"@misc{{{key},\n title = {opening}{' '.join(words)}{closing}}}" for key, words in titles.items())
    assert [(s.id, s.title) for s in bib(folder, text)] == [(k, " ".join(w)) for k, w in titles.items()]


@settings(max_examples=150)
@given(
    st.lists(st.sampled_from([*"@{}(),=\"#%\n \\'", "misc", "@misc{", "title", "key", "@string{", "=1"]), max_size=25)
)
def test_any_file_is_read_or_refused(folder: Path, pieces: list[str]) -> None:
    keys = outcome(folder, "".join(pieces))
    assert len(set(keys)) == len(keys) > 0


# -------------------------------------------------------------------------------------------------- LaTeX


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"na\"{\i}ve {\'\i}ndice \'{\i}", "naïve índice í"),
        (r"\v{C}apek Erd{\H o}s \c{c} \c c \r a", "Čapek Erdős ç ç å"),
        (r"{\O}re, \L{}\'od\'z, Stra{\ss}e", "Øre, Łódź, Straße"),
        (r"50\% \{x\} \$5 C\# a\_b \& c", "50% {x} $5 C# a_b & c"),
        (r"\emph{one} \textbf{two} \unknown{three}", "one two three"),
        (r"TGF-$\beta$, $\lambda$ and $\Omega$", "TGF-β, λ and Ω"),
        ("1990--2000 --- so ``it'' was~said", "1990–2000 — so “it” was said"),
        (r"soft\-hyphen line\\break", "softhyphen line break"),
    ],
)
def test_latex_reads_as_people_see_it(written: str, meant: str) -> None:
    assert plain(written) == meant


@settings(max_examples=100)
@given(st.text(alphabet="\\{}$~'\"`^=.-uvHcir ab\nß%&#_", max_size=40))
def test_plain_text_is_one_line_without_braces_of_markup(text: str) -> None:
    read = plain(text)
    assert read == " ".join(read.split())
    assert read.count("{") <= text.count("\\{")
    assert read.count("}") <= text.count("\\}")


@given(st.sampled_from("aeounsczAEOUNSCZ"), st.sampled_from("`'^~=.\"uHvckrdb"))
def test_an_accent_composes_with_its_letter(letter: str, accent: str) -> None:
    read = plain(f"x\\{accent}{{{letter}}}y")
    assert read == unicodedata.normalize("NFC", read)
    assert unicodedata.normalize("NFD", read)[:2] == f"x{letter}"
    assert len(unicodedata.normalize("NFD", read)) == 4


# ----------------------------------------------------------------------------------------------- CSL-JSON


def test_a_csl_item_becomes_a_source(folder: Path) -> None:
    item = {
        "id": "orlo2019",
        "type": "article",
        "title": "The <i>bells</i> of Orlo",
        "DOI": "10.1000/xyz",
        "URL": "https://example.org/a",
        "issued": {"date-parts": [[2019, 5, 26], [2020, 1, 1]]},
        "abstract": "<jats:p>The bell weighs\n 340 kg, a > b.</jats:p>",
        "volume": 12,
    }
    assert csl(folder, item) == (
        Source(
            id="orlo2019",
            url="https://example.org/a",
            title="The bells of Orlo",
            text="The bell weighs 340 kg, a > b.",
            published=date(2019, 5, 26),
        ),
    )


def test_a_bare_csl_item_is_enough(folder: Path) -> None:
    assert csl(folder, {"id": 7, "DOI": "10.1000/x"}) == (Source("7", "https://doi.org/10.1000/x", "", ""),)


@pytest.mark.parametrize(
    ("issued", "published"),
    [
        ({"date-parts": [["2019", "5"]]}, date(2019, 5, 1)),
        ({"date-parts": [[2019]]}, date(2019, 1, 1)),
        ({"raw": "2019-05-26"}, date(2019, 5, 26)),
        ({"date-parts": [[2019, 13, 1]]}, None),
        ({"date-parts": [[]]}, None),
        ({"date-parts": [[10**30]]}, None),
        ({"date-parts": [[-44]]}, None),
        ({"literal": "spring"}, None),
        ("2019", None),
    ],
)
def test_csl_dates(folder: Path, issued: object, published: date | None) -> None:
    assert csl(folder, {"id": "a", "issued": issued})[0].published == published


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ('{"id": "a"}', 1, "not a JSON array"),
        ('[{"id": "a"},\n{"id": "a"}]', 2, "key of line 1"),
        ('[{"id": "a"},\n 5]', 2, "not an object"),
        ('[{"id": "a"},\n {"title": "t"}]', 2, '"id"'),
        ('[{"id": "a"},\n {"id": "b", "URL": 5}]', 2, '"URL"'),
        ('[{"id": "a"},\n\n {"id": }]', 3, "not JSON"),
        ('[{"id": "a"},\n]', 2, "not JSON"),
        ('[{"id": "a"}\n {"id": "b"}]', 2, "not closed"),
        ('[{"id": "a"}\n', 2, "not closed"),
        ('[{"id": "a"}]\n[]', 1, "continues"),
        ("[\n" + "[" * 100_000, 2, "nested too deeply"),
    ],
)
def test_a_fault_in_csl_is_named_with_its_line(folder: Path, text: str, line: int, problem: str) -> None:
    path = folder / "bad.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        read_bibliography(path)
    assert caught.value.subject.endswith(f"bad.json:{line}")
    assert problem in caught.value.problem


def test_half_a_surrogate_pair_in_csl_reaches_no_source(folder: Path) -> None:
    path = folder / "half.json"
    path.write_text(r'[{"id": "a\ud800", "title": "t\udfff"}]', "utf-8")
    (source,) = read_bibliography(path)
    assert (source.id, source.title) == ("a\ufffd", "t\ufffd")


# -------------------------------------------------------------------------------------------------- files


def test_files_that_are_no_bibliography_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.bib").write_text("nothing here", "utf-8")
    (tmp_path / "empty.json").write_text(" [ ] ", "utf-8")
    (tmp_path / "latin.bib").write_bytes(b"@misc{a,\n title={\xe4}}")
    (tmp_path / "folder.bib").mkdir()
    for name, problem in {
        "empty.bib": "no entry",
        "empty.json": "no entry",
        "latin.bib": "not UTF-8",
        "folder.bib": "is a folder",
        "absent.bib": "no such file",
        "nul\0.bib": "no such file",
        "refs.txt": "not a bibliography",
    }.items():
        with pytest.raises(InputError, match=problem):
            read_bibliography(tmp_path / name)
    with pytest.raises(InputError, match=r"latin\.bib:2"):
        read_bibliography(tmp_path / "latin.bib")


def test_a_bibliography_is_known_by_name_and_beginning(tmp_path: Path) -> None:
    array, lines = tmp_path / "a.json", tmp_path / "b.json"
    array.write_bytes(b'\xef\xbb\xbf \n[{"id": "a"}]')
    lines.write_text('{"url": "u", "title": "t"}\n', "utf-8")
    assert is_bibliography(array)
    assert is_bibliography(tmp_path / "absent.bib")
    assert not is_bibliography(lines)
    assert not is_bibliography(tmp_path / "absent.json")
    assert not is_bibliography(tmp_path / "sources.jsonl")
    assert read_bibliography(array)[0].id == "a"


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ('{"id": "a", "volume": NaN}', "NaN"),
        ('{"id": "a", "issued": {"date-parts": [[-Infinity]]}}', "-Infinity"),
        ('{"id": "a", "title": "x", "title": "y"}', '"title" twice'),
        ('{"id": "a", "author": [{"family": "x", "family": "y"}]}', '"family" twice'),
    ],
)
def test_j81_csl_json_is_read_as_strictly_as_other_sources(folder: Path, item: str, said: str) -> None:
    path = folder / "refs.json"
    path.write_text(f'[{{"id": "b"}},\n{item}]', "utf-8")
    with pytest.raises(InputError, match=said) as caught:
        read_bibliography(path)
    assert str(caught.value).startswith(f"{path}:2: ")

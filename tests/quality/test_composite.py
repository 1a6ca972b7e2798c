"""Judging a batch: weights, order, origins and what counts among the best three."""

import os
import subprocess
import sys
from datetime import date
from math import fsum

import pytest

from quality import axes
from quality.axis_names import axis_names
from quality.composite import judge
from quality.options import Options
from wellsourced_core.model import Source

DAY = date(2026, 5, 1)
QUESTION = "leaf blower ban in Hamburg"
ON = "The leaf blower ban in Hamburg applies from March. Hamburg fines each leaf blower that breaks the ban."
OFF = "The orchestra played two symphonies on Friday. The audience of 900 was pleased with the soloist."
WALL = "Verify you are human. Enable JavaScript and cookies to continue reading about the leaf blower ban in Hamburg."


def source(i, text=ON, url=None):
    return Source(str(i), url or f"https://host{i}.example.org/{i}", "", f"{text} Note {i} closes this text.")


def run(*sources, origins=None, options=None):
    return judge(QUESTION, sources, options or Options(), DAY, origins)


def test_axes_are_found_by_file():
    assert axis_names() == ("authority", "density", "recency", "relevance")
    assert len(axes.axes()) == 4


def test_a_new_axis_is_one_file_and_weighs_nothing_until_configured(tmp_path):
    code = (
        "from datetime import date; import quality; quality.__path__.append({0!r});"
        "from quality import axes; axes.__path__.append({0!r} + '/axes');"
        "from quality.composite import judge; from quality.options import Options;"
        "from wellsourced_core.model import Source;"
        "o = {1}; b = judge('ban', [Source('a', '', '', 'a ban')], o, date(2026, 1, 1));"
        "print([(a.name, a.weight) for a in b.scored[0].axes if a.name == 'charm'], b.scored[0].composite)"
    )
    (tmp_path / "axes").mkdir()
    (tmp_path / "axes" / "charm.py").write_text(
        "from wellsourced_core.model import AxisScore\n"
        "def score(query, pages, options):\n"
        "    return [AxisScore('charm', 1.0, options.weight('charm'), 'charming') for page in pages]\n",
        "utf-8",
    )

    def said(options):
        script = code.format(str(tmp_path), options)
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout

    assert said("Options()").startswith("[('charm', 0.0)]")
    assert said("Options(weights=(('charm', 1.0),))") == "[('charm', 1.0)] 1.0\n"


def test_composite_is_the_weighted_sum():
    (scored,) = run(source(1)).scored
    assert scored.composite == pytest.approx(fsum(a.value * a.weight for a in scored.axes))
    assert {a.name: a.weight for a in scored.axes} == {
        "authority": 0.2, "density": 0.2, "recency": 0.15, "relevance": 0.45,
    }  # fmt: skip


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5])
def test_f01_the_top_3_is_a_mean_over_what_there_is(count):
    batch = run(*(source(i, ON if i % 2 else OFF) for i in range(count)))
    best = [s.composite for s in batch.scored][:3]
    assert batch.top3_composite == pytest.approx(sum(best) / len(best) if best else 0)


def test_ties_are_broken_by_canonical_url_then_id():
    urls = ["https://b.example.org/x", "http://www.a.example.org/x/", "https://a.example.org/x"]
    batch = judge(QUESTION, [Source(str(i), u, "", ON) for i, u in enumerate(urls)], Options(), DAY)
    assert [s.source.id for s in batch.scored] == ["1", "2", "0"]


def test_junk_is_scored_but_is_not_among_the_best():
    wall = Source("w", "https://w.example.org/", "", WALL)
    batch = run(wall, source(1, OFF))
    assert next(s for s in batch.scored if s.source.id == "w").junk == "S502"
    assert batch.top3_relevance == next(s for s in batch.scored if s.source.id == "1").axis("relevance")


def test_f11_an_origin_counts_once():
    same = [source(i) for i in range(3)]
    once = run(same[0], source(9, OFF), origins=["0", "9"])
    often = run(*same, source(9, OFF), origins=["0", "0", "0", "9"])
    assert often.top3_composite == pytest.approx(once.top3_composite, abs=1e-3)


def test_f11_equal_texts_are_one_origin_without_being_told():
    a, b = Source("a", "https://b.example.org/", "", ON), Source("b", "https://a.example.org/", "", ON)
    assert {s.origin for s in run(a, b).scored} == {"b"}
    assert {s.origin for s in run(b, a).scored} == {"b"}


def test_origins_that_do_not_fit_are_a_callers_bug():
    with pytest.raises(ValueError, match="2 origins"):
        run(source(1), origins=["1", "1"])


@pytest.mark.parametrize("question", ["", "the", "🤷", "ban " * 25_000])
def test_f05_any_question_is_judged(question):
    batch = judge(question, [source(1), source(2, OFF)], Options(), DAY)
    assert len(batch.scored) == 2
    if not question.startswith("ban"):
        assert batch.top3_relevance == 0


def test_f12_100_000_sources_are_judged_one_by_one():
    texts = ("A short note on the ban.", "Two symphonies.", "Hamburg bans the leaf blower.", "Nothing at all.")
    sources = [Source(str(i), f"https://h{i % 977}.example.org/{i}", "", texts[i % 4]) for i in range(100_000)]
    batch = judge(QUESTION, sources, Options(), DAY, [s.id for s in sources])
    assert len(batch.scored) == 100_000
    assert batch.scored[0].source.text == texts[2]
    assert len({s.composite for s in batch.scored}) == 4


SCRIPT = """
from datetime import date
from quality.composite import judge
from quality.gate import decide, line
from quality.options import Options
from quality.refusal import answer
from quality.selection import select
from wellsourced_core.model import Attempt, Source
texts = ["The leaf blower ban applies.", "A ban on leaf blowers, in Hamburg.", "Symphonies.", "Blower of leaves."]
sources = [Source(str(i), f"https://h{i}.example.org/", "T", t) for i, t in enumerate(texts * 3)]
batch = judge("leaf blower ban in Hamburg", sources, Options(), date(2026, 5, 1))
outcome = decide(batch, "standard", Options())
print(batch, outcome, [line(i, s) for i, s in enumerate(batch.scored, 1)])
print(select(batch.query, outcome.kept, Options()))
print(answer("leaf blower ban in Hamburg", [Attempt("original", "leaf blower", ())], outcome, date(2026, 5, 1)))
"""


def test_f07_hash_seed_locale_and_time_zone_change_no_byte():
    outputs = set()
    for seed, zone, locale in (
        ("0", "UTC", "C"),
        ("1", "Pacific/Auckland", "C.UTF-8"),
        ("42", "America/Lima", "tr_TR"),
    ):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONUTF8": "1"}
        done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, env=environment, check=True)
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert b"composite=" in outputs.pop()


def test_a_relevance_equal_to_a_cut_point_has_the_higher_grade():
    value = run(source(1)).scored[0].axis("relevance")
    assert run(source(1), options=Options(grades=(value / 3, value / 2, value, 1.0))).scored[0].grade == 4
    assert run(source(1), options=Options(grades=(value / 3, value / 2, value + 1e-9, 1.0))).scored[0].grade == 3

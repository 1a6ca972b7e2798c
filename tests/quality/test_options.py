"""Options: every senseless number is refused at construction, with the key that holds it."""

from dataclasses import replace
from math import inf, nan

import pytest

from quality.options import MODES, Mode, Options, Profile
from wellsourced_core.errors import ConfigError

PAIRS = (("relevance", 0.45), ("authority", 0.20), ("recency", 0.15), ("density", 0.20))


@pytest.mark.parametrize(
    ("weights", "key"),
    [
        (PAIRS[:3], "quality.weights"),
        ((*PAIRS[:3], ("density", 0.21)), "quality.weights"),
        ((("relevance", 1.2), ("density", -0.2)), "quality.weights.relevance"),
        ((("relevance", 1.0), ("density", -0.0001)), "quality.weights.density"),
        ((("relevance", nan), ("density", 0.2)), "quality.weights.relevance"),
        ((("relevance", inf),), "quality.weights.relevance"),
        ((("relevance", "0,45"),), "quality.weights.relevance"),
        ((("relevance", True),), "quality.weights.relevance"),
        ((("beauty", 1.0),), "quality.weights"),
        ((("relevance", 0.5), ("relevance", 0.5)), "quality.weights"),
        ((), "quality.weights"),
    ],
)
def test_f02_wrong_weights_are_refused_by_name(weights, key):
    with pytest.raises(ConfigError) as caught:
        Options(weights=weights)
    assert caught.value.subject == key


@pytest.mark.parametrize("bad", [1.5, -0.1, "0,35", nan, None, True])
@pytest.mark.parametrize("key", ["retry_composite", "retry_relevance", "mmr_lambda", "unknown", "recency_floor"])
def test_f03_a_senseless_threshold_is_refused_by_name(key, bad):
    with pytest.raises(ConfigError) as caught:
        replace(Options(), **{key: bad})
    assert caught.value.subject == f"quality.{key}"


@pytest.mark.parametrize("edge", [0, 1, 0.0, 1.0])
def test_f03_0_and_1_are_thresholds(edge):
    assert replace(Options(), retry_composite=edge).retry_composite == edge


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"grades": (0.1, 0.2, 0.3)}, "quality.grades"),
        ({"grades": (0.1, 0.3, 0.2, 0.4)}, "quality.grades"),
        ({"keep_grade": 6}, "quality.keep_grade"),
        ({"keep_grade": 2.5}, "quality.keep_grade"),
        ({"modes": (Mode("quick", 3, 4, 1, 1),)}, "gate.quick"),
        ({"modes": (Mode("quick", 3, 2, 3, 1),)}, "gate.quick"),
        ({"modes": (Mode("quick", 0, 0, 0, 1),)}, "gate.quick.sources"),
        ({"profiles": (Profile("strict", True, support=2),)}, "profile.strict.support"),
        ({"half_lives": (("news", 0),)}, "quality.half_lives.news"),
        ({"half_lives": (("gossip", 3.0),)}, "quality.half_lives"),
        ({"authority": (("a.org", 1.1),)}, "quality.authority.a.org"),
        ({"authority": (("a.org", 0.1), ("A.ORG", 0.2))}, "quality.authority.A.ORG"),
        ({"topic": "gossip"}, "quality.topic"),
        ({"passages": 0}, "quality.passages"),
        ({"passage_tokens": 10}, "quality.passage_tokens"),
    ],
)
def test_anything_else_out_of_range_is_refused_by_name(change, key):
    with pytest.raises(ConfigError) as caught:
        replace(Options(), **change)
    assert caught.value.subject == key


def test_the_modes_are_those_of_the_table():
    assert [(m.name, m.sources, m.full, m.short, m.passes) for m in MODES] == [
        ("quick", 3, 3, 1, 1),
        ("standard", 7, 4, 2, 2),
        ("deep", 10, 5, 2, 5),
    ]


def test_an_unknown_mode_or_profile_is_a_configuration_error():
    with pytest.raises(ConfigError):
        Options().mode("slow")
    with pytest.raises(ConfigError):
        Options().profile("lax")


def test_an_axis_without_a_weight_weighs_nothing():
    assert Options(weights=(("relevance", 1.0),)).weight("density") == 0


@pytest.mark.parametrize(
    "host", ["", " ", "https://a.example", "https://a.example/x", "a.example/x", "*.a.example", "a.example:443",
             "u@a.example", "a..example", ".a.example", "a.example..", "xn--\u00fc.example"],
)  # fmt: skip
def test_j122_a_key_that_is_the_host_of_no_address_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match="is not a host") as caught:
        Options(authority=((host, 0.5),))
    assert caught.value.subject == f"quality.authority.{host}"


@pytest.mark.parametrize("again", ["B\u00dcCHER.example", "xn--bcher-kva.example", "b\u00fccher.example."])
def test_j122_one_host_in_two_spellings_is_given_twice(again: str) -> None:
    with pytest.raises(ConfigError, match="is given twice"):
        Options(authority=(("b\u00fccher.example", 0.5), (again, 0.6)))

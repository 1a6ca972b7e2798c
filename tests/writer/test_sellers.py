"""A page that sells what it speaks of is told from one that only names prices or shops."""

import pytest

from wellsourced_core.model import Source
from writer.sellers import sells


@pytest.mark.parametrize(
    ("url", "title", "text"),
    [
        (
            "https://kettlewright.example/products/swift-2",
            "Swift 2 kettle",
            "Our fastest kettle yet. The Swift 2 boils a litre in 90 seconds and keeps it hot for an hour.",
        ),
        (
            "https://kettlewright.example/why-descale",
            "Why descale?",
            (
                "Limescale costs you money! Every Kettlewright has a filter, and our descaler takes ten minutes. "
                "A Kettlewright lasts for life. Free delivery from 30 euros."
            ),
        ),
        (
            "https://tidytread.example/stairs",
            "Save up to 40 % with TidyTread™",
            "Creaking stairs? Screw it, snap it, done. Free delivery from 30 euros.",
        ),
    ],
)
def test_sellers_are_told_by_their_signs(url: str, title: str, text: str) -> None:
    assert sells(Source("1", url, title, text))


@pytest.mark.parametrize(
    ("url", "title", "text"),
    [
        (
            "https://marnpost.example/news/kettle-prices",
            "Kettle prices up by a tenth",
            (
                "Kettles cost a tenth more than a year ago, said Ida Brandt of the Marn Post's test room. "
                '"Order now and save up to 40 %!" said one shop. Our reader Jo Hale told us of a kettle at £89.'
            ),
        ),
        (
            "https://kettletalk.example/t/descale",
            "Descaling with vinegar!!!",
            "It worked! I used half a litre and let it stand overnight.",
        ),
        (
            "https://www.marn.example/services/pest-control",
            "Pest control: what it costs",
            "Marn charges £48 for wasps. Our officers come within three days. Rats are free of charge.",
        ),
        (
            "https://kettlehelp.example/news/trade-deal-agreed",
            "What to do when a kettle burns you!",
            "Kettlehelp is here for you. Our nurses advise you free of charge. Kettlehelp needs your gift!",
        ),
        ("", "", "Kettles boil water."),
    ],
)
def test_who_reports_advises_or_complains_sells_nothing(url: str, title: str, text: str) -> None:
    assert not sells(Source("1", url, title, text))

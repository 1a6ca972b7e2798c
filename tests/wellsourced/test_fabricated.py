"""What a model cites of its own invention is told as C101, and no sentence stays bare for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

import pytest
from fakes.claude import KEY, answering, fake_claude, text_block
from fakes.fabricator import request_of

from audit.publish import PublishOptions
from benchmarks.fabricator import results
from wellsourced.formats.records import provenance
from wellsourced.llm import writer_call
from wellsourced.messages_api import LlmOptions
from wellsourced.pipeline import Settings, Tools, make_article
from wellsourced_core.errors import WriterError
from wellsourced_core.model import Article, Source, Topic
from writer.grounded import write

DAY = date(2026, 11, 21)
QUESTION = "The swing bridge of Port Marlow"
TEXTS = (
    "The swing bridge of Port Marlow opened in 1908 and turns on a pivot of cast iron.",
    "Port Marlow's swing bridge is opened for ships twice a day by a keeper who lives beside it.",
    "The swing bridge of Port Marlow was painted green, and its motor was renewed by the port.",
    "A swing bridge of this kind is rare: Port Marlow keeps the last one on the coast.",
)
RIGHT = "The swing bridge of Port Marlow opened in 1908."
INVENTED = "Penguins vote on the bridge in winter."

Blocks = Callable[[dict[str, Any]], list[dict[str, Any]]]


class Shelf:
    name = "shelf"

    def search(self, _query: str, _limit: int) -> tuple[Source, ...]:
        return tuple(
            Source(f"s{i}", f"https://h{i}.example/p", f"Bridge {i}", text, date(2026, 5, 1))
            for i, text in enumerate(TEXTS)
        )


def article_of(blocks: Blocks, *, plain: bool = False, policy: str = "remove") -> Article:
    with fake_claude(answering(blocks)) as fake:
        complete = writer_call(LlmOptions(base_url=fake.base_url, retries=0), KEY)
        tools = Tools(
            (Shelf(),), partial(write, complete=complete, plain=plain), "claude", complete=complete, plain=plain
        )
        settings = Settings(DAY, publish=PublishOptions(failed_facts=policy))
        return make_article(Topic("", QUESTION), tools, settings)


def place(body: dict[str, Any], text: str) -> tuple[int, int, int]:
    """Return where the request has the source's sentence, as a citation names it."""
    shelf = results(request_of(body))
    at = next(i for i, one in enumerate(shelf) if any(text in sentence for sentence in one.sentences))
    return at, 0, 1


def told(article: Article) -> list[str]:
    record = json.loads(provenance.render(article))
    return [one["message"] for one in record["repairs"] if one["code"] == "C101"]


def typed(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [text_block(f"{RIGHT} ", place(body, "opened in 1908")), text_block(f"{INVENTED[:-1]} [42].")]


def out_of_range(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [text_block(f"{RIGHT} ", place(body, "opened in 1908")), text_block(INVENTED, (17, 0, 1))]


def in_bounds(body: dict[str, Any]) -> list[dict[str, Any]]:
    return [text_block(f"{RIGHT} ", place(body, "opened in 1908")), text_block(f"{INVENTED[:-1]} [2].")]


@pytest.mark.parametrize(
    ("blocks", "why"),
    [
        (typed, "[42] was typed by the model"),
        (in_bounds, "[2] was typed by the model"),
        (out_of_range, "the model cited sentence 1 of search result 18"),
    ],
)
def test_a_fabricated_citation_is_told_and_its_sentence_goes(blocks: Blocks, why: str) -> None:
    article = article_of(blocks)
    assert "opened in 1908 [1]." in article.markdown
    assert "Penguins" not in article.markdown
    assert "500" not in article.markdown
    messages = told(article)
    assert any(message.startswith(why) for message in messages), messages
    assert any("lost its only citation and is removed: “Penguins vote" in message for message in messages)


@pytest.mark.parametrize("blocks", [typed, in_bounds, out_of_range])
def test_flagged_the_sentence_stays_and_says_so(blocks: Blocks) -> None:
    article = article_of(blocks, policy="flag")
    assert "Penguins vote on the bridge in winter *(unconfirmed)*." in article.markdown
    assert "[42]" not in article.markdown
    assert any("flagged: “Penguins vote" in message for message in told(article))


def test_a_sentence_with_a_right_citation_beside_it_stays() -> None:
    def blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
        return [text_block(f"{RIGHT[:-1]} [42].", place(body, "opened in 1908"), (17, 0, 1))]

    article = article_of(blocks)
    assert "The swing bridge of Port Marlow opened in 1908 [1]." in article.markdown
    assert len([one for one in told(article) if "which it was not given" in one or "typed by" in one]) == 2


def test_a_typed_number_in_a_heading_leaves_the_heading() -> None:
    def blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
        return [text_block("# Bridges\n\n## Opening [3]\n\n"), text_block(RIGHT, place(body, "opened in 1908"))]

    article = article_of(blocks)
    assert "## Opening\n" in article.markdown
    assert any(message.startswith("[3] was typed") for message in told(article))


def test_a_model_that_types_its_markers_is_held_to_the_same() -> None:
    def blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
        shelf = results(request_of(body))
        n = next(one.n for one in shelf if any("opened in 1908" in sentence for sentence in one.sentences))
        return [text_block(f"{RIGHT[:-1]} [{n}]. {INVENTED[:-1]} [42].")]

    article = article_of(blocks, plain=True)
    assert "opened in 1908 [1]." in article.markdown
    assert "Penguins" not in article.markdown
    assert any("removed" in message for message in told(article))


def test_an_article_of_inventions_only_is_none() -> None:
    with pytest.raises(WriterError, match="no citation of the draft stood up"):
        article_of(lambda _body: [text_block(f"{INVENTED[:-1]} [42].")])


def test_a_sentence_that_also_stands_uncited_by_right_is_not_lost() -> None:
    """The title of a section may repeat a sentence that is cited below it."""

    def blocks(body: dict[str, Any]) -> list[dict[str, Any]]:
        return [text_block(f"{RIGHT}\n\n"), text_block(RIGHT, place(body, "opened in 1908"))]

    article = article_of(blocks)
    assert article.markdown.count("opened in 1908") == 2
    assert article.provenance.outcome == "full"

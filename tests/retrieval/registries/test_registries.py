"""The services on loopback, in their own shapes: what they have, what they lack, and when they are down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from fakes.registries import Recorded, Server, asked, registry
from fakes.web import Request, reply
from fakes.web import Server as Plain

from retrieval.cache import Cache
from retrieval.registries import ORDER, build
from retrieval.registries.interface import Answer, Question, RegistryOptions
from wellsourced_core.errors import ConfigError
from wellsourced_core.model import Person

TIDES = Recorded(
    "Slow <i>tides</i> &amp; bays",
    (("Chidi", "Okafor"), ("Wei", "Chen 0002")),
    2014,
    "Journal of Tides",
    "10.5555/tides",
    subtitle="a study",
    retracted="10.5555/notice",
)
PREPRINT = Recorded("Slow tides & bays", (("Chidi", "Okafor"),), 2013, "", arxiv="1301.0001")
QUESTION = Question("Slow tides & bays: a study")


@pytest.fixture
def served() -> Iterator[Server]:
    with Server(registry([TIDES], arxiv=[PREPRINT])) as running:
        yield running


def by_name(server: Server, cache: Cache | None = None, **options: object) -> dict[str, object]:
    return {one.name: one for one in asked(server, cache, **options)}


@pytest.mark.parametrize("name", ["Crossref", "OpenAlex", "doi.org"])
def test_a_doi_is_looked_up(served: Server, name: str) -> None:
    answers = by_name(served)[name].identify(["doi:10.5555/tides"])  # type: ignore[attr-defined]
    (work,) = answers["doi:10.5555/tides"].works
    assert work.titles[0] == "Slow tides & bays: a study"
    assert work.authors[0] == Person("Okafor", "Chidi")
    assert (work.years, work.venues, work.doi) == ((2014,), ("Journal of Tides",), "10.5555/tides")
    assert work.retracted


@pytest.mark.parametrize("name", ["Crossref", "OpenAlex", "DBLP"])
def test_a_title_is_searched_for(served: Server, name: str) -> None:
    answer = by_name(served)[name].search(QUESTION)  # type: ignore[attr-defined]
    # DBLP lists only what has every word, markup and all.
    assert answer.state == "answered"
    assert name == "DBLP" or answer.works[0].doi == "10.5555/tides"


def test_arxiv_is_asked_by_identifier_and_title(served: Server) -> None:
    arxiv = by_name(served)["arXiv"]
    (work,) = arxiv.identify(["arxiv:1301.0001"])["arxiv:1301.0001"].works  # type: ignore[attr-defined]
    assert (work.kind, work.arxiv, work.doi) == ("preprint", "1301.0001", "10.48550/arxiv.1301.0001")
    assert (work.years, work.venues) == ((2013,), ("arXiv",))
    assert arxiv.search(Question("Slow tides & bays")).works == (work,)  # type: ignore[attr-defined]
    assert arxiv.identify(["arxiv:1301.0002"])["arxiv:1301.0002"] == Answer("answered")  # type: ignore[attr-defined]


def test_what_doi_org_does_not_know_is_refuted_and_only_there(served: Server) -> None:
    services = by_name(served)
    assert services["doi.org"].identify(["doi:10.5555/none"])["doi:10.5555/none"] == Answer("refuted")  # type: ignore[attr-defined]
    assert services["Crossref"].identify(["doi:10.5555/none"])["doi:10.5555/none"] == Answer("answered")  # type: ignore[attr-defined]


def doi_org(server: Plain) -> object:
    (found,) = [
        one for one in build({"doi_org": server.url("/doi")}, RegistryOptions(delay=0.0), None) if one.name == "doi.org"
    ]
    return found


def test_an_agency_that_lacks_a_record_proves_nothing() -> None:
    """A 404 behind a redirect is the agency's; one of doi.org's own is believed unless its list has the DOI."""
    listed = json.dumps([{"DOI": "10.5555/b", "RA": "mEDRA"}])
    refused = json.dumps([{"DOI": "10.5555/c", "status": "DOI does not exist"}])

    def answer(request: Request) -> bytes:
        routes = {
            "/doi/10.5555/a": reply("", "302 Found", Location="/agency/a"),
            "/doi/doiRA/10.5555/b": reply(listed),
            "/doi/doiRA/10.5555/c": reply(refused),
            "/doi/10.5555/d": reply("<html>a page</html>"),
        }
        return routes.get(request.path, reply("", "404 Not Found"))

    server = Plain(answer=answer)
    names = [f"doi:10.5555/{letter}" for letter in "abcd"]
    states = {one: found.state for one, found in doi_org(server).identify(names).items()}  # type: ignore[attr-defined]
    server.close()
    assert list(states.values()) == ["registered", "registered", "refuted", "registered"]


def test_a_failure_is_no_answer_and_is_not_asked_again() -> None:
    server = Plain(answer=lambda _: reply("", "503 Down", Retry_After="0"))
    addresses = {name: server.url(f"/{name}") for name in ORDER}
    for one in build(addresses, RegistryOptions(delay=0.0), None):
        for _ in range(3):
            if one.searches():
                assert one.search(QUESTION).state == "down"
            else:
                assert one.identify(["doi:10.5555/a"])["doi:10.5555/a"].state == "down"
        before = len(server.requests)
        one.search(QUESTION)
        assert len(server.requests) == before, one.name
    server.close()


@pytest.mark.parametrize("body", ["", "no JSON", "[]", '{"message": 1}', '{"result": {}}', '{"results": 1}', "<feed"])
def test_j145_an_answer_of_another_shape_is_a_failure(body: str) -> None:
    server = Plain(answer=lambda _: reply(body))
    addresses = {name: server.url(f"/{name}") for name in ORDER}
    for one in build(addresses, RegistryOptions(delay=0.0), None):
        if one.searches():
            assert one.search(QUESTION).state == "down", one.name
    server.close()


def test_answers_are_kept_and_failures_are_not(served: Server, tmp_path: Path) -> None:
    cache = Cache.open(tmp_path / "cache")
    first = {name: _everything(one) for name, one in by_name(served, cache).items()}
    before = len(served.registry.requests)
    assert {name: _everything(one) for name, one in by_name(served, cache).items()} == first
    assert {name: _everything(one) for name, one in by_name(served, cache, offline=True).items()} == first
    assert len(served.registry.requests) == before


def _everything(one: object) -> list[object]:
    identifiers = [name for name in ("doi:10.5555/tides", "doi:10.5555/none", "arxiv:1301.0001") if one.knows(name)]  # type: ignore[attr-defined]
    return [one.identify(identifiers), one.search(QUESTION) if one.searches() else None]  # type: ignore[attr-defined]


def test_offline_nobody_is_asked(served: Server) -> None:
    for one in asked(served, offline=True):
        assert not one.searches() or one.search(QUESTION).state == "down"
    assert served.registry.requests == []


def test_dois_are_asked_for_forty_at_a_time(served: Server) -> None:
    names = [f"doi:10.5555/{number}" for number in range(100)]
    by_name(served)["Crossref"].identify(names)  # type: ignore[attr-defined]
    assert len(served.registry.requests) == 3


def test_a_batch_that_is_refused_is_halved() -> None:
    def answer(request: Request) -> bytes:
        if "bad" in request.path:
            return reply("", "400 Bad Request")
        return reply(json.dumps({"message": {"items": []}}))

    server = Plain(answer=answer)
    (crossref,) = [
        one for one in build({"crossref": server.url("")}, RegistryOptions(delay=0.0), None) if one.name == "Crossref"
    ]
    found = crossref.identify(["doi:10.5555/a", "doi:10.5555/bad", "doi:10.5555/b"])
    server.close()
    assert {answer.state for answer in found.values()} == {"answered"}


def test_openalex_is_skipped_at_its_own_address_without_a_key() -> None:
    found = {one.name: one.skipped for one in build({}, RegistryOptions(), None)}
    assert {name for name, why in found.items() if why} == {"OpenAlex"}
    keyed = {one.name: one.skipped for one in build({}, RegistryOptions(openalex_key="k"), None)}
    assert not any(keyed.values())


def test_a_key_is_in_no_answer(tmp_path: Path) -> None:
    server = Plain(answer=lambda _: reply("", "403 Forbidden"))
    options = RegistryOptions(delay=0.0, openalex_key="secret-key")
    (found,) = [one for one in build({"openalex": server.url("")}, options, None) if one.name == "OpenAlex"]
    answer = found.search(QUESTION)
    server.close()
    assert answer.state == "down"
    assert "secret-key" not in repr(answer)


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError):
        build({"dblp": "ftp://x"}, RegistryOptions(), None)


def test_j144_a_redirect_into_the_private_network_is_not_followed() -> None:
    """That there is a redirect shows that the DOI is registered."""
    inside = Plain(answer=lambda _: reply("{}"))
    server = Plain(answer=lambda _: reply("", "302 Found", Location=inside.url("/secret")))
    state = doi_org(server).identify(["doi:10.5555/a"])["doi:10.5555/a"].state  # type: ignore[attr-defined]
    server.close()
    inside.close()
    assert (state, inside.connections) == ("registered", 0)

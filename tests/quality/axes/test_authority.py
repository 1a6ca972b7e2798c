"""Authority: the host alone counts, by table and public suffix, never by what an address merely contains."""

import pytest

from quality.axes import authority
from quality.axis_input import Query, read
from quality.options import Options
from wellsourced_core.model import Source

OPTIONS = Options()
TRUSTED = {"government", "international", "statistics", "standards", "education", "publisher"}

SPOOFS = """
https://nih.gov.evil.example/study
https://nature.com@evil.example/
https://nature.com:443@evil.example/
https://evil.example/nih.gov
https://evil.example/?u=https://www.nature.com/
https://evil.example/#nature.com
https://evil.example\\@nih.gov/
https://evil.example\\.nih.gov/
https://who.int.evil.example/
https://www.gov.uk.evil.example/
https://gov.uk-news.com/
https://nhs.uk.health-news.info/
https://nature-com.com/
https://nature.com.co.evil.net/
https://naturecom.net/
https://thelancet.com.reviews.top/
https://harvard.edu.ranking.site/
https://harvard-edu.org/
https://my-harvard.edu.example/
https://edu.example/
https://gov.example/
https://mil.example/
https://int.example/
https://ac.uk.example/
https://cdc-gov.org/
https://cdcgov.info/
https://fakenih.org/
https://notnature.com/
https://science.org.blogspot.com/
https://nih-gov.github.io/
https://who.int.github.io/
https://harvard.edu.netlify.app/
https://gov.herokuapp.com/
https://edu.wordpress.com/
https://gov.substack.com/
https://ac.medium.com/
https://nature.com.s3.amazonaws.com/
https://gov.pages.dev/
https://n\u0430ture.com/
https://nih.g\u043ev/
https://\u0455cience.org/
https://na\u0442ure.com/
https://nature.c\u043em/
https://xn--nture-7qa.com/
https://gov\u2024uk.com/
https://nih.gov\u3002evil.example/
https://nih.gov\uff0eevil.example/
https://nih.gov%2eevil.example/
https://nih.gov%00.evil.example/
https://nih.gov .evil.example/
https://evil.example;nih.gov/
https://[nih.gov]/
https://nih.gov_evil.example/
https://europa.eu.int-news.com/
https://europa.eu.com/
https://un.org.ru.com/
https://worldbank.org.uk.com/
https://census.gov.statistics.xyz/
https://iso.org.standards.shop/
https://gov/
https://edu/
ftp://nih.gov/file
javascript:nature.com
data:text/html,nature.com
nature.com
//nature.com/x
https:///nature.com/
https://user:nature.com@evil.example/
https://127.0.0.1/nature.com
https://2130706433/nih.gov
""".strip().split("\n")


def standing(url):
    return authority.standing(url, OPTIONS)


@pytest.mark.parametrize("url", SPOOFS)
def test_a_spoofed_address_is_never_trusted(url):
    found = standing(url)
    assert found.kind not in TRUSTED
    assert found.value <= 0.5


def test_there_are_at_least_sixty_spoofs():
    assert len(set(SPOOFS)) >= 60


@pytest.mark.parametrize(
    ("url", "kind", "value"),
    [
        ("https://www.nasa.gov/x", "government", 0.92),
        ("https://some-county.gov/", "government", 0.90),
        ("https://www.gov.uk/guidance", "government", 0.90),
        ("https://www.nhs.uk/conditions", "government", 0.92),
        ("https://data.mofa.go.jp/x", "government", 0.90),
        ("https://hacienda.gob.mx/", "government", 0.90),
        ("https://um.warszawa.gov.pl/", "government", 0.90),
        ("https://physics.ac.nz/", "education", 0.90),
        ("https://dept.someuni.edu.au/", "education", 0.90),
        ("https://cs.smallcollege.edu/", "education", 0.90),
        ("https://x.eumetsat.int/", "international", 0.90),
        ("https://WWW.Nature.COM./articles/x", "publisher", 0.90),
        ("https://link.springer.com/article/1", "publisher", 0.85),
        ("https://someone.github.io/", "user", 0.30),
        ("https://someone.substack.com/p/1", "user", 0.30),
        ("https://sites.google.com/view/x", "user", 0.30),
        ("https://nobody-knows-this.example.org/", "unknown", 0.50),
    ],
)
def test_tiers(url, kind, value):
    found = standing(url)
    assert (found.kind, found.value) == (kind, value)


def test_go_is_a_government_only_where_it_is_reserved():
    assert standing("https://x.go.kr/").kind == "government"
    assert standing("https://gov.go.it/").kind == "unknown"


def test_own_table_goes_before_the_curated_one_and_host_before_domain():
    own = Options(authority=(("nature.com", 0.2), ("blog.nature.com", 0.1)))
    assert authority.standing("https://www.nature.com/", own).value == 0.2
    assert authority.standing("https://blog.nature.com/", own).value == 0.1
    assert authority.standing("https://deep.blog.nature.com/", own).value == 0.2


def test_unknown_is_flagged_and_has_the_configured_value():
    page = read(Source("a", "https://nobody-knows-this.example.org/", "", "x"))
    (axis,) = authority.score(Query("q", None), [page], Options(unknown=0.4))
    assert (axis.value, axis.known) == (0.4, False)


def test_a_url_of_100_kb_is_just_unknown():
    assert standing("https://" + "a." * 50_000 + "example/").kind == "unknown"


def test_the_table_is_well_formed_and_large():
    table = authority._table()
    assert len(table) >= 600
    for domain, found in table.items():
        assert domain == domain.strip().lower()
        assert "." in domain
        assert "/" not in domain
        assert 0 <= found.value <= 1
    assert len({found.kind for found in table.values()}) >= 12


def test_www_is_no_host_of_its_own_in_the_users_table():
    own = Options(authority=(("blog.nature.com", 0.1),))
    assert authority.standing("https://www.blog.nature.com/", own).value == 0.1


def test_j122_a_host_of_the_own_table_is_found_in_any_case() -> None:
    own = Options(authority=(("Blog.Nature.COM", 0.1), ("BÜCHER.example", 0.2)))
    assert authority.standing("https://blog.nature.com/", own).value == 0.1
    assert authority.standing("https://WWW.BLOG.NATURE.COM/", own).value == 0.1
    assert authority.standing("https://bücher.example/", own).value == 0.2


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("localhost", "http://localhost:8080/a"),
        ("wiki", "https://wiki/harbour"),
        ("example.org.", "https://example.org/a"),
        ("example.org", "https://example.org./a"),
        ("b\u00fccher.example", "https://xn--bcher-kva.example/a"),
        ("xn--bcher-kva.example", "https://B\u00dcCHER.example/a"),
    ],
)
def test_j122_a_host_of_the_own_table_is_found_in_any_spelling(host: str, url: str) -> None:
    assert authority.standing(url, Options(authority=((host, 0.9),))).kind == "own"

"""Make each service's view of a work: spelled as that service spells, with what records lack and get wrong.

How often each variation happens is set here, by chance from the work and the service alone: the same in every run.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import crc32

from benchmarks.record_shapes import SERVICES, Recorded, View
from retrieval.latex import plain

INITIALS, SWAPPED, NO_AUTHORS, LAST_MISSING = 0.25, 0.04, 0.04, 0.03
MARKUP, SPLIT_TITLE, LOST_SUBTITLE, UPPER = 0.12, 0.35, 0.06, 0.15
LONG_VENUE, NO_VENUE, OTHER_YEAR = 0.6, 0.12, 0.12
PREPRINTED = 0.4
# Long names of common venues, each as several services write them.
# ruff: noqa: E501
LONG: Mapping[str, Sequence[str]] = {
    "NeurIPS": ("Advances in Neural Information Processing Systems", "Neural Information Processing Systems"),
    "ICML": ("International Conference on Machine Learning", "Proceedings of the {n}th International Conference on Machine Learning"),
    "ICLR": ("International Conference on Learning Representations", "The Tenth International Conference on Learning Representations, ICLR {y}"),
    "CVPR": ("{y} IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)", "Computer Vision and Pattern Recognition"),
    "ICCV": ("{y} IEEE/CVF International Conference on Computer Vision (ICCV)",),
    "ECCV": ("Computer Vision – ECCV {y}", "European Conference on Computer Vision"),
    "AAAI": ("Proceedings of the AAAI Conference on Artificial Intelligence", "AAAI Conference on Artificial Intelligence"),
    "KDD": ("Proceedings of the {n}th ACM SIGKDD Conference on Knowledge Discovery and Data Mining",),
    "CCS": ("Proceedings of the {y} ACM SIGSAC Conference on Computer and Communications Security",),
    "SOSP": ("Proceedings of the {n}th Symposium on Operating Systems Principles",),
    "SIGIR": ("Proceedings of the {n}th International ACM SIGIR Conference on Research and Development in Information Retrieval",),
    "WWW": ("Proceedings of the ACM Web Conference {y}", "The Web Conference"),
    "CHI": ("Proceedings of the {y} CHI Conference on Human Factors in Computing Systems",),
    "ICDM": ("{y} IEEE International Conference on Data Mining (ICDM)",),
    "ACL": ("Proceedings of the {n}th Annual Meeting of the Association for Computational Linguistics",),
    "NAACL": ("Proceedings of the {y} Conference of the North American Chapter of the Association for Computational Linguistics",),
    "OSDI": ("USENIX Symposium on Operating Systems Design and Implementation",),
    "SOUPS": ("Symposium on Usable Privacy and Security",),
    "Mach. Learn.": ("Machine Learning",),
    "J. Mach. Learn. Res.": ("Journal of Machine Learning Research",),
    "Trans. Mach. Learn. Res.": ("Transactions on Machine Learning Research",),
    "ACM Trans. Graph.": ("ACM Transactions on Graphics",),
    "Proc. ACM Manag. Data": ("Proceedings of the ACM on Management of Data",),
    "Proc. VLDB Endow.": ("Proceedings of the VLDB Endowment",),
}  # fmt: skip


def views(rows: Sequence[Mapping[str, Any]], *, missing: float = 0.0) -> dict[str, View]:
    """Return each service's view of real works; a share of them is in none but the resolver of DOIs."""
    found: dict[str, list[Recorded]] = {service: [] for service in SERVICES}
    for row in rows:
        gone = _chance("gone", row).random() < missing
        for service in SERVICES:
            if _has(service, row) and not (gone and service != "doi"):
                found[service].append(_seen(service, row))
    return {service: View(works) for service, works in found.items()}


def _chance(name: str, row: Mapping[str, Any]) -> random.Random:
    return random.Random(crc32(f"{name} {row['title']} {row['year']}".encode()))


def _doi(row: Mapping[str, Any]) -> str:
    return str(row.get("doi") or "").lower()


def _arxiv(row: Mapping[str, Any]) -> str:
    doi = _doi(row)
    if doi.startswith("10.48550/arxiv."):
        return doi.removeprefix("10.48550/arxiv.").split("v")[0]
    if "booktitle" in row and _chance("preprint", row).random() < PREPRINTED:
        number = crc32(row["title"].encode())
        return f"{str(row['year'])[2:]}{1 + number % 12:02d}.{number % 100000:05d}"
    return ""


def _has(service: str, row: Mapping[str, Any]) -> bool:
    doi = _doi(row)
    if service == "crossref":
        return bool(doi) and not doi.startswith("10.48550/")
    if service == "doi":
        return bool(doi)
    if service == "dblp":
        return "booktitle" in row
    if service == "arxiv":
        return bool(_arxiv(row))
    return True


def _seen(service: str, row: Mapping[str, Any]) -> Recorded:
    chance = _chance(service, row)
    title, subtitle = _title(plain(str(row["title"])), service, chance)
    year, venue = int(row["year"]), str(row.get("booktitle") or row.get("journal") or "")
    own_arxiv = _doi(row).startswith("10.48550/")
    doi = _doi(row) if service != "arxiv" else ""
    if service == "arxiv":
        year, venue = year - (chance.random() < 0.5), ""
    elif chance.random() < OTHER_YEAR:
        year += chance.choice((-1, 1))
    if service != "arxiv":
        venue = _venue(venue, year, service, chance)
    preprint = venue.lower() in ("biorxiv", "medrxiv") or (own_arxiv and not venue)
    return Recorded(
        title,
        tuple(_authors(plain(str(row["author"])), service, chance)),
        year,
        venue,
        doi,
        _arxiv(row) if service == "arxiv" else "",
        subtitle,
        "posted-content" if preprint else "journal-article" if row.get("journal") else "proceedings-article",
    )


def _title(title: str, service: str, chance: random.Random) -> tuple[str, str]:
    main, colon, rest = title.partition(": ")
    subtitle = ""
    if service in ("crossref", "doi") and colon:
        draw = chance.random()
        if draw < SPLIT_TITLE:
            title, subtitle = main, rest
        elif draw < SPLIT_TITLE + LOST_SUBTITLE and len(main.split()) > 2:
            title = main
    if service in ("crossref", "doi", "openalex") and chance.random() < MARKUP:
        words = title.split()
        at = chance.randrange(len(words))
        words[at] = chance.choice(("<i>{}</i>", "<sub>{}</sub>", "<scp>{}</scp>")).format(words[at])
        title = " ".join(words).replace("&", "&amp;")
    draw = chance.random()
    if draw < UPPER:
        title = title.upper() if draw < UPPER / 3 else title.capitalize() if "<" not in title else title
    if "-" in title and chance.random() < 0.2:
        title = title.replace("-", "\u2010")
    return title, subtitle


def _authors(written: str, service: str, chance: random.Random) -> list[tuple[str, str]]:
    names = []
    for name in written.removesuffix(" and others").split(" and "):
        parts = [part for part in name.split() if not part.isdigit()]
        names.append((" ".join(parts[:-1]), parts[-1]))
    draw = chance.random()
    if service in ("crossref", "openalex", "doi"):
        if draw < NO_AUTHORS:
            return []
        if draw < NO_AUTHORS + LAST_MISSING and len(names) > 2:
            return names[:-1]
        if draw < NO_AUTHORS + LAST_MISSING + SWAPPED:
            return [(family, given) for given, family in names]
    if service in ("crossref", "openalex") and chance.random() < INITIALS:
        return [(" ".join(f"{part[0]}." for part in given.split()), family) for given, family in names]
    if service == "dblp":
        return [(given, f"{family} 0001" if crc32(family.encode()) % 9 == 0 else family) for given, family in names]
    return names


def _venue(venue: str, year: int, service: str, chance: random.Random) -> str:
    if service != "dblp" and chance.random() < NO_VENUE:
        return ""
    if service != "dblp" and venue in LONG and chance.random() < LONG_VENUE:
        return chance.choice(LONG[venue]).format(y=year, n=chance.randrange(24, 40))
    return venue

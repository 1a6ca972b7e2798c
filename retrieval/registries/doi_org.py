"""doi.org: whether a DOI is registered at all, and its agency's record by content negotiation (a request each).

That a DOI is unknown there is a proof: all agencies' DOIs are. It is believed where doi.org itself says so, not an
agency that it redirects to, and not where the list of agencies has the DOI after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from retrieval.cache import Cache
from retrieval.registries.crossref import work_of
from retrieval.registries.interface import Answer, Asker, Question, RegistryOptions, down, parsed
from wellsourced_core.errors import BackendError
from wellsourced_core.identifiers import find_arxiv, unversioned
from wellsourced_core.values import replace

ADDRESS = "https://doi.org"
PAUSE = 0.2
_CSL = "application/vnd.citationstyles.csl+json"
_UNKNOWN = (404, 410)


class DoiOrg:
    """Asks the resolver of DOIs."""

    name = "doi.org"
    skipped = ""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def knows(self, identifier: str) -> bool:
        return identifier.startswith("doi:")

    def searches(self) -> bool:
        return False

    def search(self, question: Question) -> Answer:  # noqa: ARG002 - it resolves DOIs alone
        return Answer("skipped")

    def identify(self, identifiers: Sequence[str]) -> dict[str, Answer]:
        return {one: self._one(one) for one in dict.fromkeys(identifiers)}

    def _one(self, identifier: str) -> Answer:
        if (kept := self._asker.kept(identifier)) is not None:
            return kept
        doi = identifier.removeprefix("doi:")
        try:
            answer = self._resolved(doi)
            if answer.state == "refuted" and unversioned(doi) != doi:
                answer = self._resolved(unversioned(doi))
        except BackendError as error:
            return down(error)
        return self._asker.keep(identifier, answer)

    def _resolved(self, doi: str) -> Answer:
        response, hops = self._asker.fetch(f"{self._asker.base}/{quote(doi, safe='/:;()._-')}", accept=_CSL)
        if response.status == 200:
            try:
                item = parsed(response, self.name)
            except BackendError:
                return Answer("registered")  # its page came: the agency gives no records
            work = work_of(item, self.name) if isinstance(item, dict) else None
            if work is None:
                return Answer("registered")
            return Answer("answered", (replace(work, doi=doi, id=f"doi:{doi}", arxiv=find_arxiv(f"doi:{doi}")),))
        if response.status in _UNKNOWN and hops == 0 and not self._has_agency(doi):
            return Answer("refuted")
        return Answer("registered")

    def _has_agency(self, doi: str) -> bool:
        """Tell whether the list of agencies has a DOI: [{"DOI": ..., "RA": "Crossref"}], else it says its status."""
        response, _ = self._asker.fetch(
            f"{self._asker.base}/doiRA/{quote(doi, safe='/:;()._-')}", accept="application/json"
        )
        if response.status in _UNKNOWN:
            return False
        listed = parsed(response, self.name)
        return isinstance(listed, list) and any(isinstance(one, dict) and one.get("RA") for one in listed)


def make(url: str, options: RegistryOptions, cache: Cache | None) -> DoiOrg:
    return DoiOrg(Asker(DoiOrg.name, url, ADDRESS, PAUSE, options, cache))

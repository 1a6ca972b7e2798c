"""Pages of the cache for one draft after another: none is parsed twice, and each draft knows what it rests on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from wellsourced_core.text import canonical_url
from wellsourced_core.values import field, frozen, mutable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from retrieval.fetch import Fetcher, Page, Rejected
    from wellsourced.file_states import FileStates

_REMEMBERED = 256  # pages
_UNSURE = "bad-markup"  # a parser that was ended for taking too long may be faster the next time


@frozen
class Read:
    """A page as it was read, and the files it was read from with what was in them before."""

    page: Page | Rejected
    files: Mapping[str, str]


@mutable
class PageShelf:
    """The pages that a run has read from the cache, the last few of them, by their very addresses.

    ``make`` makes what reads the cache when the first page is asked for, as whatever reads pages brings the network's
    modules along.
    """

    make: Callable[[], Fetcher | None]
    folder: Path
    states: FileStates
    fetcher: Fetcher | None = None
    opened: bool = False
    pages: OrderedDict[str, Read] = field(default_factory=OrderedDict)

    def has_pages(self) -> bool:
        """Tell whether there is a cache, and open it."""
        if not self.opened:
            self.fetcher, self.opened = self.make(), True
        return self.fetcher is not None

    def read(self, fetcher: Fetcher, url: str) -> Read:
        """Return the page of an address."""
        found = self.pages.pop(url, None)
        if found is None:
            files = {str(path): self.states.digest(str(path)) for path in fetcher.files(url)}
            found = Read(fetcher.fetch(url), files)
        self.pages[url] = found
        if len(self.pages) > _REMEMBERED:
            self.pages.popitem(last=False)
        return found


@mutable
class KeptPages:
    """What one draft reads of the cache; ``files`` are those its report rests on, with what is in them.

    ``sure`` is false where the same files may give another page the next time.
    """

    shelf: PageShelf
    files: dict[str, str] = field(default_factory=dict)
    sure: bool = True

    def opened(self) -> KeptPages | None:
        """Return this where there is a cache to read; whether there is one is what the report rests on, too."""
        folder = str(self.shelf.folder)
        self.files[folder] = self.shelf.states.digest(folder)
        return self if self.shelf.has_pages() else None

    def fetch_all(self, urls: Sequence[str], *, refresh: bool = False) -> tuple[Page | Rejected, ...]:
        """Read several addresses; those of one page (by canonical URL) once, by the first one's spelling."""
        from dataclasses import replace

        from retrieval.fetch import Rejected
        from retrieval.source_address import without_user

        fetcher = self.shelf.fetcher
        if fetcher is None or refresh:
            raise ValueError("only the cache is read")
        pages: dict[str, Page | Rejected] = {}
        for url in urls:
            if canonical_url(url) not in pages:
                read = self.shelf.read(fetcher, url)
                self.files.update(read.files)
                self.sure = self.sure and not (isinstance(read.page, Rejected) and read.page.code == _UNSURE)
                pages[canonical_url(url)] = read.page
        return tuple(replace(pages[canonical_url(url)], url=without_user(url)) for url in urls)

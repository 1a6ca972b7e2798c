"""Debian's chromium for tests, and what a page said while it was open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
).split()


@contextmanager
def started() -> Iterator[Browser]:
    """Start a browser, or skip the test where there is none."""
    if not CHROMIUM.is_file():
        pytest.skip("Debian's chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=SWITCHES)
        yield browser
        browser.close()


def listen(page: Page, heard: list[str]) -> None:
    """Note what a page says or asks for: it must stay silent."""
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if _leaves(request.url) else None)


def _leaves(url: str) -> bool:
    """Tell whether an address is another file or place: what a page hands out to save is its own."""
    return not url.startswith(("file:", "blob:"))

"""Formats are found by file name and imported one at a time."""

import subprocess
import sys

import pytest

from wellsourced import formats
from wellsourced_core.errors import InputError
from wellsourced_core.model import AuditReport


def test_names_are_the_modules() -> None:
    assert {"text", "json", "markdown", "sarif", "github", "junit", "rdjson", "gitlab"} <= set(formats.names())
    assert list(formats.names()) == sorted(formats.names())
    assert not any(name.startswith("_") or name == "records" for name in formats.names())


def test_listing_and_rendering_import_no_other_format() -> None:
    program = (
        "import sys\nfrom wellsourced import formats\nfrom wellsourced_core.model import AuditReport\n"
        "formats.names(); before = {m for m in sys.modules if m.startswith('wellsourced.formats.')}\n"
        "formats.render('github', AuditReport('0', 'p', ()))\n"
        "after = {m for m in sys.modules if m.startswith('wellsourced.formats.')}\n"
        "print(sorted(before), sorted(after - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] ['wellsourced.formats._shared', 'wellsourced.formats.github']"


def test_an_unknown_format_is_named(report: AuditReport) -> None:
    with pytest.raises(InputError, match="choose one of github, gitlab") as caught:
        formats.render("pdf\x1b", report)
    assert caught.value.exit_code == 2
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize("name", formats.names())
def test_every_format_is_deterministic_and_survives_anything(
    name: str, report: AuditReport, nasty: AuditReport
) -> None:
    for one in (report, nasty, AuditReport("0.1.0", "p", ())):
        text = formats.render(name, one)
        assert text == formats.render(name, one)
        assert text.endswith("\n")
        assert not any(c in text for c in "\x00\x07\x0b\x1b\u202e\ufffe")
        assert len(text) < 300_000 or name == "json"


@pytest.mark.parametrize("name", [n for n in formats.names() if n != "json"])
def test_a_shown_text_can_be_written_to_any_file(name: str, nasty: AuditReport) -> None:
    text = formats.render(name, nasty)
    paths = [line for line in text.splitlines() if "\udce9" in line or "\ud800" in line]
    assert not paths
    text.encode("utf-8")


@pytest.mark.parametrize("name", formats.names())
def test_ten_thousand_findings_are_bounded(name: str, many: AuditReport) -> None:
    cut = formats.render(name, many, max_findings=10)
    frame = formats.render(name, AuditReport("0", "p", ()))
    most = 1_000 if name == "html" else 10_000  # a page has no more of them anyway
    assert len(cut) - len(frame) < len(formats.render(name, many)) * 100 / most

"""HTML as the audit reads it: what a reader sees of the page, put into Markdown's words.

The standard library's tokeniser says where each piece stands; extractors of articles, made for pages of others, leave
out lists, notes and marks, and forget where anything stood.
"""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from retrieval.draft_formats.draft_text import DraftText
from retrieval.draft_formats.weaver import LONGEST_NAME, Weaver
from wellsourced_core.patterns import compiled
from wellsourced_core.untrusted import one_line

_UNREAD = frozenset("head iframe math noscript object pre script style svg template textarea title".split())
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section summary table tbody tfoot thead tr ul".split()
)
_HIDDEN = compiled(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# What word processors, pandoc and mammoth call the targets of a note's mark, and of the link back to it.
_NOTE = compiled(r"#_?(?:fn|ftn|edn|ftnt|sdfootnote|sdendnote|footnote|endnote)[-_:]?([0-9]{1,4})(?:sym)?")
_BACK = compiled(
    r"#_?(?:fn|ftn|edn|ftnt|sdfootnote|sdendnote|footnote|endnote|cite)[-_:]?_?(?:ref[-_]?.{1,30}|[0-9]{1,4}anc)"
)
_KEPT_ENTITIES = ("<", ">", "&", "\u00a0")
_LABELLED = compiled(r"\[[A-Za-z]?[0-9]{1,4}\]|\(?[0-9]{1,4}[.)]\s")
_TAG_BEGINS = compiled(r"<[A-Za-z/!?]")
_LONGEST_LINK = 4_000
_ADDRESS = compiled(r"https?://", re.IGNORECASE)


def read(text: str) -> DraftText:
    """Return the text of a page: all of its body that is shown, in order."""
    return _Page(text).read()


class _Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.text = text
        self.weaver = Weaver.on(text)
        self._starts = _newlines(text)
        self.unread: list[str] = []  # the open elements from the first whose text is not shown
        self.lists: list[int] = []  # the number of the next item of each open list, 0 for bullets
        self.links: list[str] = []  # the address of each open link, "" where its text says it all
        self.until = 0  # up to here the source has been dealt with
        self.counts: dict[str, int] = {}
        self.heading = ""
        self.in_heading = False
        self.cells = 0
        self.row = 0
        self.columns = 0

    def read(self) -> DraftText:
        self.feed(self.text[: _shown_up_to(self.text)])
        self.close()
        return self.weaver.finished()

    @property
    def at(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column

    # ------------------------------------------------------------------------------------- what the tokeniser finds

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        first, last = self.at, self.at + len(self.get_starttag_text() or "")
        if first < self.until:
            return
        if self.unread[-1:] == ["p"] and tag in _BLOCKS:
            self.unread.pop()  # a paragraph ends where a block begins
        if self.unread or self._is_hidden(tag, given):
            if tag not in _VOID:
                self.unread.append(tag)
            return
        if tag == "br":
            self.weaver.space(first, last) if self.cells else self.weaver.line(first, last)
        elif tag in _BLOCKS:
            self._begin(tag, given, first, last)
        elif tag == "a":
            self._begin_link(given, first, last)
        elif tag in ("td", "th"):
            self._begin_cell(first, last)
        elif tag == "sup":
            self.weaver.write("<sup>", first, last)
        elif tag in ("code", "kbd", "samp"):
            self.weaver.write("`", first, last)
        elif tag == "q":
            self.weaver.write("“", first, last)
        if given.get("id") or given.get("name"):
            self._arrive("#" + (given.get("id") or given.get("name") or ""))

    def handle_endtag(self, tag: str) -> None:
        first = self.at
        last = self.text.find(">", first) + 1 or len(self.text)
        if first < self.until:
            return
        if self.unread:
            if tag in self.unread:
                while self.unread.pop() != tag:
                    pass
            return
        if tag in _BLOCKS:
            self._end(tag, last)
        elif tag == "a" and self.links:
            self._end_link(first, last)
        elif tag == "sup":
            self.weaver.write("</sup>", first, last)
        elif tag in ("code", "kbd", "samp"):
            self.weaver.write("`", first, last)
        elif tag == "q":
            self.weaver.write("”", first, last)

    def handle_data(self, data: str) -> None:
        self._shown(self.at, self.at + len(data))

    def handle_entityref(self, name: str) -> None:
        self._entity(f"&{name}")

    def handle_charref(self, name: str) -> None:
        self._entity(f"&#{name}")

    def handle_comment(self, data: str) -> None:
        if not self.unread and data.strip().startswith("wellsourced"):
            self.weaver.remark(data.strip(), self.at, self.at + len(data) + 7)

    # ---------------------------------------------------------------------------------------------- text and blocks

    def _shown(self, first: int, last: int) -> None:
        if self.unread or first < self.until:
            return
        if self.in_heading and len(self.heading) < LONGEST_NAME:
            self.heading = one_line(f"{self.heading} {self.text[first:last]}", LONGEST_NAME)
        self.weaver.prose(first, last)

    def _entity(self, written: str) -> None:
        """Write the character that is meant, but for those that would be markup."""
        first = self.at
        last = first + len(written) + self.text.startswith(";", first + len(written))
        if self.unread or first < self.until:
            return
        meant = unescape(self.text[first:last])
        if meant == "\u00a0":
            self.weaver.write(" ", first, last)
        elif meant in _KEPT_ENTITIES:
            self.weaver.keep(first, last)
        else:
            self.weaver.write(meant, first, last)

    def _begin(self, tag: str, given: dict[str, str], first: int, last: int) -> None:
        tight = tag in ("li", "tr")
        if self.cells and tag not in ("tr", "table", "tbody", "thead", "tfoot"):
            return
        prefix = ""
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            prefix, self.heading, self.in_heading = "#" * int(tag[1]) + " ", "", True
            self.counts.clear()
        elif tag in ("ul", "ol"):
            start = given.get("start", "")
            self.lists.append(0 if tag == "ul" else int(start) if start.isdecimal() and len(start) < 6 else 1)
        elif tag == "li":
            prefix = self._bullet(given, last)
        elif tag == "blockquote":
            prefix = "> "
        elif tag == "tr":
            prefix, self.row = "| ", self.row + 1
        elif tag == "table":
            self.row = self.columns = 0
        if not prefix and self.weaver.fresh and self.weaver.prefix and tag in ("p", "div", "section"):
            prefix, tight = self.weaver.prefix, True  # <li><p> begins one block
        self.weaver.block(first, prefix, tight=tight)
        if tag in ("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "tr", "dd", "dt", "figcaption", "div"):
            self._name(tag, given)
        self.cells = 0 if tag in ("tr", "table") else self.cells

    def _end(self, tag: str, last: int) -> None:
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        if tag == "tr":
            self._end_row(last)
            return
        if self.cells:
            return
        self.in_heading = False
        self.weaver.block(last, tight=tag in ("li", "tr"))

    def _bullet(self, given: dict[str, str], last: int) -> str:
        number = self.lists[-1] if self.lists else 0
        value = given.get("value", "")
        if value.isdecimal() and len(value) < 6:
            number = int(value)
        if self.lists and number:
            self.lists[-1] = number + 1
        shown = self.text[last : last + 400]
        if _LABELLED.match(re.sub(r"<[^<>]*>", "", shown).lstrip()):
            return ""  # it brings a label of its own
        indent = "   " * (len(self.lists) - 1)
        return f"{indent}{number}. " if number else f"{indent}- "

    def _name(self, tag: str, given: dict[str, str]) -> None:
        """Say where a person finds the block: by its id, else by its number under the heading."""
        self.counts[tag] = self.counts.get(tag, 0) + 1
        which = f'<{tag} id="{given["id"]}">' if given.get("id") else f"<{tag}> {self.counts[tag]}"
        under = f" under “{self.heading}”" if self.heading and not self.in_heading else ""
        self.weaver.name(which + under)

    def _is_hidden(self, tag: str, given: dict[str, str]) -> bool:
        return tag in _UNREAD or "hidden" in given or bool(_HIDDEN.search(given.get("style", "")))

    # ---------------------------------------------------------------------------------------------- tables, links

    def _begin_cell(self, first: int, last: int) -> None:
        if self.cells:
            self.weaver.write(" | ", first, last)
        self.cells += 1
        self.columns = max(self.columns, self.cells) if self.row <= 1 else self.columns

    def _end_row(self, last: int) -> None:
        if not self.weaver.fresh:
            head = "\n" + "|---" * self.columns + "|" if self.row == 1 else ""
            self.weaver.write(" |" + head, last, last)
        self.cells = 0
        self.weaver.block(last, tight=True)

    def _begin_link(self, given: dict[str, str], first: int, last: int) -> None:
        href = given.get("href", "").strip()
        note = _NOTE.fullmatch(href)
        end = self.text.find("</a>", last, last + _LONGEST_LINK)
        shown = re.sub(r"<[^<>]*>", "", self.text[last:end]) if end >= 0 else ""
        if end >= 0 and (_BACK.fullmatch(href) or (href[:1] == "#" and not any(c.isalnum() for c in shown))):
            self.until = end + 4  # the way back from a note
        elif note and end >= 0:
            self._mark(note[1], first, end + 4)
        elif _ADDRESS.match(href) and unescape(shown).strip() != href:
            self.weaver.write("[", first, last)
            self.links.append(href)
        else:
            self.links.append("")

    def _end_link(self, first: int, last: int) -> None:
        href = self.links.pop()
        if href:
            self.weaver.write(f"]({href})" if " " not in href else f"](<{href}>)", first, last)

    def _mark(self, label: str, first: int, last: int) -> None:
        """Write a note's mark, the raised one without what raises it."""
        if self.weaver.out and self.weaver.out[-1] == "<sup>" and self.text.startswith("</sup>", last):
            first, last = self.weaver.take_back().first, last + len("</sup>")
        self.weaver.write(f"[^{label}]", first, last)
        self.until = last

    def _arrive(self, target: str) -> None:
        """Begin a note's text where its target stands."""
        note = _NOTE.fullmatch(target)
        if note and not _BACK.fullmatch(target) and self.weaver.fresh:
            self.weaver.prefix = f"[^{note[1]}]: "


def _shown_up_to(text: str) -> int:
    """Return where a page ends for a reader: before a comment or a tag that is never closed.

    The tokeniser would look for the end of each such comment and tag up to the end of the page.
    """
    comment = text.find("<!--", text.rfind("-->") + 1)
    end = len(text) if comment < 0 else comment
    tag = _TAG_BEGINS.search(text, text.rfind(">", 0, end) + 1, end)
    return end if tag is None else tag.start()


def _newlines(text: str) -> list[int]:
    """Return where lines begin as the tokeniser counts them: behind line feeds alone."""
    return [0, *(found.end() for found in re.finditer("\n", text))]

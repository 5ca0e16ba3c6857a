"""Markdown in Jira's own markup: headings, lists, tables, emphasis and links. Texts stay the texts they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_SPECIAL = re.compile(r"[{}\[\]*_+^~|!#()]|\?(?=\?)|(?<!\w)-|-(?!\w)")
_AROUND = {"strong_open": "*", "strong_close": "*", "em_open": "_", "em_close": "_"}
_LISTS = {"bullet_list_open": "*", "ordered_list_open": "#"}
_LISTS_END = ("bullet_list_close", "ordered_list_close")
_BEGIN = {"list_item_open": "{lists} ", "heading_open": "h{level}. "}
_BLOCKS = (*_LISTS_END, "heading_close", "paragraph_close", "table_close")
_CELLS = {"th_open": "||", "td_open": "|"}


def wiki_of(markdown: str) -> str:
    return "\n".join(_lines(_MARKDOWN.parse(markdown))).strip() + "\n"


def _lines(tokens: Sequence[Token]) -> Iterator[str]:
    lists, begins, cell = "", "", ""
    row: list[str] = []
    for token in tokens:
        kind = token.type
        if kind in _LISTS:
            lists += _LISTS[kind]
        elif kind in _LISTS_END:
            lists = lists[:-1]
        elif kind in _BEGIN:
            begins = _BEGIN[kind].format(lists=lists, level=token.tag[1:])
        elif kind in _CELLS:
            cell = _CELLS[kind]
        elif kind == "tr_close":
            yield "".join(row) + cell
            row, cell = [], ""
        elif kind == "inline" and cell:
            row.append(cell + (_inline(token) or " "))
        elif kind == "inline":
            yield begins + _inline(token)
            begins = ""
        elif token.content:
            yield plain(token.content.rstrip())
        if kind in _BLOCKS and not lists:
            yield ""


def _inline(holder: Token) -> str:
    parts: list[str] = []
    leads_to = ""
    for token in holder.children or ():
        if token.type in ("text", "code_inline", "html_inline"):
            parts.append(plain(token.content))
        elif token.type == "softbreak":
            parts.append(" ")
        elif token.type == "link_open":
            leads_to = str(token.attrs.get("href", ""))
            parts.append("[")
        elif token.type == "link_close":
            parts.append(f"|{leads_to}]")
        else:
            parts.append(_AROUND.get(token.type, ""))
    return "".join(parts)


def plain(text: str) -> str:
    """Words that mean nothing to Jira but themselves."""
    return _SPECIAL.sub(lambda found: "\\" + found.group(), text.replace("\\", "\0")).replace("\0", "&#92;")

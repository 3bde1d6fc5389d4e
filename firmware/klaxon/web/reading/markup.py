"""A page of rules as markup: headings, rules with their ids, tables, paragraphs. Nothing in it is taken as markup."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from klaxon.web.server.page_frame import tag, text

RULE = "rule"
"""What can be searched for."""
_RULE = re.compile(r"^- ([A-Z]{3}-[\w.]+) (?:\[(\w+)\] )?(.*)$")
_HEAD = re.compile(r"^(#{1,4}) (.*)$")
_CODE, _STRONG = re.compile(r"`([^`]+)`"), re.compile(r"\*\*([^*]+)\*\*")
_TERM = re.compile(r"(?<![\w*])\*(\(?[A-Za-z][^*<>]*)\*(?![\w*])")
"""A term between single asterisks; those of a product have a number before them."""


def rules_as_markup(page: str) -> str:
    """Return a page of rules as markup; every rule and every table is an element of its own, to be searched."""
    return "".join(_block(lines) for lines in _blocks(page.splitlines()))


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Yield what belongs together: a heading, a rule with its further lines, a table, a paragraph."""
    block: list[str] = []
    for line in lines:
        bare = line.strip()
        starts = (
            not bare or line.startswith(("- ", "#")) or bare.startswith("|") != (block[-1:] or [""])[0].startswith("|")
        )
        if starts and block:
            yield block
            block = []
        if bare:
            block.append(bare)
    if block:
        yield block


def _block(lines: Sequence[str]) -> str:
    first, whole = lines[0], " ".join(lines)
    if head := _HEAD.match(first):
        return tag(f"h{len(head[1]) + 1}", _inline(head[2]))
    if first.startswith("|"):
        return _table(lines)
    if rule := _RULE.match(whole):
        mode = tag("em", text(rule[2])) if rule[2] else ""
        return tag("p", " ".join((tag("b", rule[1]), mode, _inline(rule[3]))), class_=RULE, id=rule[1])
    return tag("p", _inline(whole.removeprefix("- ")), class_=RULE)


def _table(lines: Sequence[str]) -> str:
    rows = [[_inline(cell.strip()) for cell in line.strip("|").split("|")] for line in lines if set(line) - set("|-: ")]
    marked = [tag("tr", [tag("td", cell) for cell in row]) for row in rows]
    return tag("div", tag("table", marked), class_=RULE)


def _inline(said: str) -> str:
    """Return text as markup, with what stands in backticks or between asterisks marked."""
    marked = _STRONG.sub(r"<strong>\1</strong>", _CODE.sub(r"<code>\1</code>", text(said)))
    return _TERM.sub(r"<em>\1</em>", marked)

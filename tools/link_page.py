"""Byte diagrams of docs/link.md, made from the layouts in klaxon.link.wire.frames: `python -m tools.link_page`."""

from __future__ import annotations

from pathlib import Path

from klaxon.link.wire import frames
from klaxon.link.wire.frames import Layout

PAGE = Path(__file__).resolve().parents[1] / "docs" / "link.md"
BEGIN, END = "<!-- made by python -m tools.link_page -->\n```\n", "```\n<!-- end -->"
CELL = 4
"""Signs that one byte takes in a diagram."""


def diagram(name: str, layout: Layout, *bodies: tuple[str, int]) -> str:
    """Return one frame as a row of fields, with their bytes; bodies are told with how many they have at most."""
    most = dict(bodies)
    fields = [("zero", 1), ("code", 1), *layout, *((body, 0) for body in most), ("sum", 4), ("zero", 1)]
    cells = [(field, max(size * CELL, len(field) + 2) if size else len(field) + 8, size) for field, size in fields]
    rule = "+" + "+".join("-" * width for _, width, _ in cells) + "+"
    names = "|" + "|".join(field.center(width) for field, width, _ in cells) + "|"
    sizes = (
        "|"
        + "|".join((str(size) if size else f"0 to {most[field]}").center(width) for field, width, size in cells)
        + "|"
    )
    return f"{name}\n{rule}\n{names}\n{sizes}\n{rule}\n"


def diagrams() -> str:
    """Return the diagrams of all three frames, with their bytes."""
    behind = ("behind", frames.MOST_BEHIND)
    return "\n".join(
        (
            diagram(f"greeting, kind {frames.GREETING}", frames.GREETING_HEAD, ("card", frames.MOST_CARD)),
            diagram(f"data, kind {frames.DATA}", frames.DATA_HEAD, behind, ("piece", frames.MOST_DATA)),
            diagram(f"receipt, kind {frames.RECEIPT}", frames.RECEIPT_HEAD, behind),
        )
    )


def page_with_diagrams(text: str) -> str:
    """Return the page with its diagrams made again."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + diagrams() + END + after


if __name__ == "__main__":
    PAGE.write_text(page_with_diagrams(PAGE.read_text("utf-8")), "utf-8")

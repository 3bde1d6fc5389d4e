"""Markup, made of elements: whatever is text in it is escaped on its way in."""

from __future__ import annotations

import html


class Markup(str):
    """A piece of HTML or SVG that may stand in a page as it is."""

    __slots__ = ()


def element(tag: str, *inside: str, **attributes: object) -> Markup:
    """Return an element with attributes and what is inside: markup as it is, any other text escaped.

    `class_` is the attribute `class`, `aria_label` is `aria-label`.
    """
    named = (f'{name.strip("_").replace("_", "-")}="{html.escape(str(value))}"' for name, value in attributes.items())
    return Markup(f"<{' '.join((tag, *named))}>{join_markup(inside)}</{tag}>")


def join_markup(pieces: tuple[str, ...] | list[str]) -> Markup:
    """Return pieces side by side: markup as it is, any other text escaped."""
    return Markup("".join(piece if isinstance(piece, Markup) else html.escape(piece) for piece in pieces))

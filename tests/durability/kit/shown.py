"""What a writer (writer.py) has shown, as one who stands before the panels knows it."""

from __future__ import annotations

import re


class Shown:
    """Gathers the lines of one life of a writer."""

    def __init__(self) -> None:
        self.lines = 0
        self.found: dict[str, tuple[int, str]] = {}
        """Journal -> the rows that were in it when it was opened, and the last MAC."""
        self.rows: dict[str, tuple[int, str]] = {}
        """Journal -> the last row that was shown, and its MAC."""
        self.finished: set[str] = set()
        self.single: set[str] = set()
        self.broken: dict[str, tuple[int, str]] = {}

    def hear(self, line: str) -> None:
        """Note a line."""
        self.lines += 1
        match line.split():
            case ["found", name, count, mac]:
                self.found[name] = self.rows[name] = (int(count), mac)
            case ["shown", name, count, mac]:
                self.rows[name] = (int(count), mac)
            case ["finished", name]:
                self.finished.add(name)
            case ["single", name]:
                self.single.add(name)
            case ["broken", name, code]:
                self.broken[name] = (0, code)
            case _:
                message = f"a writer says: {line!r}"
                raise AssertionError(message)

    def lost(self, later: Shown) -> dict[str, tuple[int, int]]:
        """Return what the next life did not find: journal -> the last row shown, the last row found."""
        found = {name: later.found.get(name, (-1, ""))[0] for name in self.rows}
        return {name: (count, found[name]) for name, (count, _) in self.rows.items() if found[name] < count}

    def survived_as(self, later: Shown) -> None:
        """Make sure that the next life found all that this one has shown."""
        lost = self.lost(later)
        assert not lost, f"journal, the last row shown, the last row found: {lost}; broken: {later.broken}"
        for name, (count, mac) in self.rows.items():
            assert later.found[name][0] > count or later.found[name] == (count, mac), f"{name} has another MAC"


def announced(_descriptor: str, data: bytes) -> int | None:
    """Tell which row a line of a writer makes known: for the judge of system calls."""
    found = re.match(rb"shown \S+ (\d+)", data)
    return int(found[1]) if found else None

"""Results of a season in a file: a season that was cut off goes on where it was.

A line of JSON says which season it is, then one a game. A last line that was cut off in the middle is dropped; what
belongs to another season is refused, so that nobody mixes two.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from klaxon.cli.season.fixtures import Result


class OtherSeasonError(Exception):
    """The file is no season's, or another's."""


class KeptResults:
    """The file of a season, and the results that are in it."""

    def __init__(self, path: Path, season: Mapping[str, Any]) -> None:
        """Open the file of a season, or begin it; OtherSeasonError if it is something else, OSError if it cannot be."""
        self._path = path
        self.results: dict[str, Result] = {}
        """Seed -> the result of that game."""
        head = json.dumps(season, sort_keys=True)
        text = path.read_text("utf-8") if path.exists() else ""
        lines = text.split("\n")
        if text and lines[0] != head:
            raise OtherSeasonError
        for line in lines[1:-1]:  # behind the last newline is nothing, or half a line
            result = _read(line)
            self.results[result.seed] = result
        whole = path.with_name(f"{path.name}.new")
        whole.write_text(head + "\n" + "".join(f"{_write(each)}\n" for each in self.results.values()), "utf-8")
        whole.replace(path)  # killed here, nothing is lost

    def keep(self, results: Iterator[Result]) -> Iterator[Result]:
        """Write down results as they come."""
        with self._path.open("a", encoding="utf-8") as file:
            for result in results:
                self.results[result.seed] = result
                file.write(f"{_write(result)}\n")
                file.flush()
                yield result


def _write(result: Result) -> str:
    counts = [[boat, what, much] for (boat, what), much in sorted(result.counts.items())]
    plain = ("seed", "winner", "reason", "orders", "fault", "line")
    told = {name: getattr(result, name) for name in plain}
    return json.dumps({**told, "counts": counts, "facts": dict(result.facts), "options": dict(result.options)})


def _read(line: str) -> Result:
    try:
        told = json.loads(line)
        counts = Counter({(boat, what): much for boat, what, much in told.pop("counts")})
        return Result(**told, counts=counts)
    except (ValueError, TypeError, KeyError) as error:
        raise OtherSeasonError from error

"""Who loses is out: the first meets the last, so that the two best can meet in the final only."""

from __future__ import annotations

from collections.abc import Sequence

from .meetings import Pairing, Reason


def rounds_of(crews: int) -> int:
    """Return how many rounds it takes."""
    return max(crews - 1, 0).bit_length()


def pair_first(crews: Sequence[int]) -> list[Pairing]:
    """Return the first round of crews in the order of the draw; byes go to the first of them."""
    size = 1 << rounds_of(len(crews))
    places = _draw(size)
    pairings = []
    for upper, lower in zip(places[::2], places[1::2], strict=True):
        first, last = crews[upper - 1], crews[lower - 1] if lower <= len(crews) else None
        reason = Reason("bye-of-the-draw", {"crew": first}) if last is None else Reason("draw", {"crew": first})
        pairings.append(Pairing(first, last, (reason,)))
    return pairings


def pair_winners(winners: Sequence[int], reds: dict[int, int]) -> list[Pairing]:
    """Return the next round of the winners, in the order of their tables; `reds` says how often each was red."""
    pairings = []
    for first, second in zip(winners[::2], winners[1::2], strict=True):
        red, blue = (second, first) if reds.get(first, 0) > reds.get(second, 0) else (first, second)
        pairings.append(Pairing(red, blue, (Reason("winners", {"crew": first, "enemy": second}),)))
    return pairings


def _draw(size: int) -> list[int]:
    """Return the places of the draw, neighbours meet: of every pair of neighbours the sum is the same."""
    places = [1]
    while len(places) < size:
        total = 2 * len(places) + 1
        places = [place for better in places for place in (better, total - better)]
    return places

"""Everybody meets everybody once: FIDE's Berger tables (handbook C.05), in closed form."""

from __future__ import annotations

from .meetings import Pairing, Reason


def rounds_of(crews: int) -> int:
    """Return how many rounds it takes."""
    return max(crews - 1 + crews % 2, 0)


def pair_everybody(crews: int, round_number: int) -> list[Pairing]:
    """Return a round for crews 1 to `crews`; where they are odd, who would meet the one too many has a bye."""
    places = crews + crews % 2
    circle = places - 1
    half = round_number // 2
    fixed_meets = half + 1 if round_number % 2 else places // 2 + half
    first = (fixed_meets, places) if round_number % 2 else (places, fixed_meets)
    others = [
        ((fixed_meets - 1 + step) % circle + 1, (fixed_meets - 1 - step) % circle + 1) for step in range(1, places // 2)
    ]
    return [_pairing(red, blue, crews, round_number) for red, blue in [first, *others]]


def _pairing(red: int, blue: int, crews: int, round_number: int) -> Pairing:
    if max(red, blue) > crews:
        return Pairing(min(red, blue), None, (Reason("rests", {"crew": min(red, blue), "round": round_number}),))
    return Pairing(red, blue, (Reason("by-table", {"round": round_number}),))

"""Chance: repeatable, fair, separate by stream, other after an undo."""

from __future__ import annotations

from klaxon.rules.chance import draw, key_of, next_key

KEY = key_of("7")


def test_the_same_draw_gives_the_same_number_for_ever() -> None:
    """These numbers are in every journal: a change here breaks the replay of all of them."""
    assert KEY == "31a65d91fb6299fc28d40e921aa45a8d"
    assert next_key(KEY, "undo-1") == "6b42c7a3d4354925b7f5632cf83751d2"
    assert [draw(KEY, "first", count, 1000) for count in range(5)] == [216, 312, 510, 952, 19]


def test_streams_counts_keys_and_seeds_are_separate() -> None:
    plain = [draw(KEY, "red", count, 2**64) for count in range(20)]
    others = (
        [draw(KEY, "blue", count, 2**64) for count in range(20)],
        [draw(next_key(KEY, "undo-1"), "red", count, 2**64) for count in range(20)],
        [draw(next_key(KEY, "undo-2"), "red", count, 2**64) for count in range(20)],
        [draw(key_of("8"), "red", count, 2**64) for count in range(20)],
    )
    everything = [number for numbers in (plain, *others) for number in numbers]
    assert len(set(everything)) == len(everything)


def test_draws_are_fair() -> None:
    counts = [0] * 6
    for count in range(6000):
        counts[draw(KEY, "die", count, 6)] += 1
    assert min(counts) > 900
    assert max(counts) < 1100


def test_a_draw_of_one_is_nought() -> None:
    assert draw(KEY, "only", 3, 1) == 0

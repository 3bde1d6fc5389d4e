"""A sample of mutants: drawn by chance, the same for a seed, and from every module by its size."""

from __future__ import annotations

from collections import Counter

from tools.mutation import function_of, module_of, sample_of

SIZES = {"large": 100, "middle": 20, "small": 10}
MUTANTS = [
    f"klaxon.rules.{name}.x_judge__mutmut_{number}" for name, size in SIZES.items() for number in range(1, size + 1)
]


def test_a_sample_has_of_every_module_what_its_size_asks_and_keeps_the_order() -> None:
    for seed in map(str, range(20)):
        drawn = sample_of(MUTANTS, 26, seed)
        assert drawn == [mutant for mutant in MUTANTS if mutant in set(drawn)]
        modules = Counter(module_of(function_of(mutant)) for mutant in drawn)
        assert modules == {"klaxon.rules.large": 20, "klaxon.rules.middle": 4, "klaxon.rules.small": 2}


def test_a_sample_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    assert sample_of(MUTANTS, 26, "one") == sample_of(MUTANTS, 26, "one")
    assert len({tuple(sample_of(MUTANTS, 26, str(seed))) for seed in range(20)}) == 20


def test_without_a_number_and_with_more_than_there_are_all_are_tried() -> None:
    assert sample_of(MUTANTS, 0, "one") == sample_of(MUTANTS, 500, "one") == MUTANTS

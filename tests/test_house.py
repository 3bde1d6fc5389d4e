"""The house: one word means one thing, and no folder is too crowded to show the plan."""

from __future__ import annotations

from tools.house import crowded_folders, names_of_two_things


def test_no_public_class_shares_its_name_within_a_ring_or_with_the_vocabulary() -> None:
    assert names_of_two_things() == {}


def test_a_folder_has_about_twenty_modules_at_most() -> None:
    assert crowded_folders(22) == {}

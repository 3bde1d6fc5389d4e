"""`klaxon troubles`: understudies of every skill in the same voyages."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from klaxon.cli import FOUND, MISUSED, main
from klaxon.cli.season.fixtures import Result
from klaxon.cli.uboot import troubles
from klaxon.rules.uboot.words import BOAT


def result(reason: str, *, morale: int, dead: int) -> Result:
    """Return a voyage that ended in this way."""
    counts = Counter({(BOAT, "morale left"): morale, (BOAT, "died"): dead, (BOAT, "minutes afloat"): 600})
    return Result("1", "", reason, 10, "", "", counts)


def test_the_voyages_of_a_seed_are_the_same_and_those_of_another_are_others() -> None:
    voyages = [troubles.voyage(seed, 24) for seed in ("1", "1", "2")]
    assert voyages[0] == voyages[1] != voyages[2]
    script = json.loads(voyages[0])["script"]
    assert {each["do"] for each in script} <= set(troubles.CHANCES)
    breached = [each["room"] for each in script if each["do"] == "breach"]
    assert len(set(breached)) == len(breached)


def test_a_skill_is_compared_with_the_one_before_it_voyage_by_voyage() -> None:
    weak = [result("exhausted", morale=0, dead=3), result("time", morale=4, dead=4)]
    strong = [result("time", morale=5, dead=1), result("time", morale=9, dead=2)]
    found = troubles.figures({"able": weak, "expert": strong})
    assert found["able"]["survived"][0] == 50.0
    assert found["able"]["dead"][0] == 18.0, "a lost boat takes all its men down"
    assert found["expert"]["better_by"]["morale"] == [5.0, 5.0, 5.0]
    assert found["expert"]["better_by"]["dead"][0] == 16.5
    assert "better_by" not in found["able"]


def test_voyages_are_sailed_and_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ["troubles", "--voyages", "2", "--hours", "4", "--jobs", "1"]
    assert main([*asked, "--skill", "able", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["able"]["hours"] == [4.0, 4.0, 4.0]
    assert main(["troubles", "--voyages", "1"]) == MISUSED
    assert "at least 2" in capsys.readouterr().err
    monkeypatch.setattr(troubles, "MOST", 3)
    assert main([*asked, "--skill", "novice"]) == FOUND
    assert "endless" in capsys.readouterr().out

"""`klaxon rules`: rules, proofs, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from klaxon import data
from klaxon.cli import rules

PAGE = """\
# A game
- SON-01 Two boats,
  red and blue.
- SON-02 [turns] One after the other.
  Both of them.

  Not part of it.
- SON-03 [realtime] At once.
- Not a rule.
"""


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "ROOT", tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "proofs").mkdir()
    (tmp_path / "rules" / "sonar.md").write_text(PAGE)


def prove(**proofs: tuple[int, int]) -> None:
    """Write proofs: rule -> how many tests allow and refuse."""
    fingerprints = {rule.id: rule.fingerprint for rule in rules.read_rules("sonar")}
    written = {
        rule: {"text": fingerprints[rule], "allows": ["a"] * allows, "refuses": ["r"] * refuses}
        for rule, (allows, refuses) in ((name.replace("_", "-"), counts) for name, counts in proofs.items())
    }
    data.proofs_path("sonar").write_text(json.dumps(written))


def listed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, str]]:
    status = rules.main(["sonar", "--json", *arguments])
    return status, {rule["id"]: rule["standing"] for rule in json.loads(capsys.readouterr().out)["rules"]}


def test_a_rule_is_a_bullet_with_an_id_and_what_hangs_below_it() -> None:
    assert [(rule.id, rule.tag, rule.text) for rule in rules.read_rules("sonar")] == [
        ("SON-01", "", "Two boats, red and blue."),
        ("SON-02", "turns", "One after the other. Both of them."),
        ("SON-03", "realtime", "At once."),
    ]


def test_a_rule_is_proved_by_a_case_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    prove(SON_01=(1, 1), SON_02=(1, 0), SON_03=(0, 1))
    assert listed(capsys) == (
        1,
        {"SON-01": "proved", "SON-02": "no test in which it refuses", "SON-03": "no test in which it allows"},
    )


def test_a_mode_has_its_own_rules_and_those_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    prove(SON_01=(1, 1), SON_02=(2, 1))
    assert listed(capsys, "--mode", "turns") == (0, {"SON-01": "proved", "SON-02": "proved"})
    assert listed(capsys, "--mode", "realtime") == (1, {"SON-01": "proved", "SON-03": "unproved"})
    with pytest.raises(SystemExit) as ended:
        rules.main(["sonar", "--mode", "night"])
    assert ended.value.code == 2


def test_a_section_has_its_own_rules(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = "## 2. Tables\n\n- UBT-3.4a One.\n- UBT-3.4b Two.\n- UBT-3.40a Forty.\n- UBT-12.1 Twelve.\n"
    (tmp_path / "rules" / "sonar.md").write_text(page)
    assert list(listed(capsys, "--section", "3.4")[1]) == ["UBT-3.4a", "UBT-3.4b"]
    assert list(listed(capsys, "--section", "3")[1]) == ["UBT-3.4a", "UBT-3.4b", "UBT-3.40a"]
    assert list(listed(capsys, "--section", "3.40", "--section", "12.1")[1]) == ["UBT-3.40a", "UBT-12.1"]
    assert listed(capsys, "--section", "2") == (0, {}), "nothing there to be proved"
    with pytest.raises(SystemExit):
        rules.main(["sonar", "--section", "7"])
    assert "has no section '7'; it has: 2, 3.4, 3.40, 12.1" in capsys.readouterr().err


def test_a_reworded_rule_is_stale(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    prove(SON_01=(1, 1), SON_02=(1, 1), SON_03=(1, 1))
    assert listed(capsys)[0] == 0
    (tmp_path / "rules" / "sonar.md").write_text(PAGE.replace("red and blue", "green and blue"))
    assert listed(capsys) == (1, {"SON-01": "stale", "SON-02": "proved", "SON-03": "proved"})


def test_the_text_names_tests_and_what_is_not_proved(capsys: pytest.CaptureFixture[str]) -> None:
    prove(SON_01=(1, 1))
    assert rules.main(["sonar", "--proofs"]) == 1
    told = capsys.readouterr().out
    assert "SON-01: proved. Two boats, red and blue.\n    allows  a\n    refuses r\n" in told
    assert "SON-02 [turns]: unproved." in told
    assert told.endswith("3 rules, 1 proved\nnot proved: SON-02, SON-03\n")


def test_without_more_it_prints_the_rules_for_players(capsys: pytest.CaptureFixture[str]) -> None:
    prove(SON_01=(1, 1))
    assert rules.main(["sonar"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("SON-01  Two boats, red and blue.\nSON-02 [turns]  ")
    assert told.endswith("\n3 rules, 1 proved\nnot proved: SON-02, SON-03\n")


def test_without_a_proofs_file_nothing_is_proved(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(listed(capsys)[1].values()) == {"unproved"}

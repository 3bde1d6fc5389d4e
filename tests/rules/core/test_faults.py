"""Faults: near words, and faulty content as one refusal."""

from __future__ import annotations

from klaxon.rules.content.faults import Fault, bad_content, nearest


def test_the_word_that_was_probably_meant() -> None:
    assert nearest("chrt", ("mode", "chart")) == "chart"
    assert nearest("CHART", ("mode", "chart")) == "chart"
    assert nearest("zzz", ("mode", "chart")) == ""
    assert nearest("abc", ()) == ""


def test_faulty_content_is_one_refusal_with_every_fault() -> None:
    refusal = bad_content("chart", "x.chart", [Fault(3, "chart-symbol", {"symbol": "?"}), Fault(9, "chart-size", {})])
    assert refusal.code == "bad-content"
    assert refusal.facts == {
        "option": "chart",
        "name": "x.chart",
        "faults": [
            {"line": 3, "code": "chart-symbol", "facts": {"symbol": "?"}},
            {"line": 9, "code": "chart-size", "facts": {}},
        ],
    }

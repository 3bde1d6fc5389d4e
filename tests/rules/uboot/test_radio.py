"""UBT-3.11f, UBT-7.10a to e and UBT-7.11g: messages in and out, the Enigma and its keys."""

from __future__ import annotations

from datetime import date
from typing import Any

from klaxon.rules.uboot.clock import reading
from klaxon.rules.uboot.patrol.records import MET
from klaxon.rules.uboot.radio.cipher import day_of, decipher, encipher, key_of_day, letters_of, shift_key
from tests.rules.uboot.kit.boat import GAME, HOUR, MINUTE, Boat, told
from tests.rules.uboot.kit.by_script import ScriptedBoat
from tests.rules.uboot.kit.marks import allows, refuses

RADIO_MAN = "first_officer.square"
"""The radio operator of shift 1; he stands in 2 (7.1)."""
TEXT = "Convoy in sight, turn north"
MESSAGE = {"at": "0:01:00", "do": "message", "id": "in1", "text": TEXT}
KEY = "BBS"
"""Of 1940-06-01, the day of the drill: 152 days after the first."""


def at_sea(*messages: str, rules: str = "", **setup: Any) -> Boat:
    """Return a boat that has received messages of some names, all with one text."""
    script = [{**MESSAGE, "id": name} for name in messages]
    boat = Boat(script, rules=rules, **setup)
    boat.wait(MINUTE)
    return boat


def message(boat: Boat, name: str) -> dict[str, Any]:
    return dict(boat.view()["messages"][name])


def sail(boat: Boat, game: int) -> list[str]:
    """Let game time pass in transit, whatever feed lines come; return what was told of messages."""
    end, found = reading(boat.state.board.clock, boat.state.now) + game, list[str]()
    while (left := end - reading(boat.state.board.clock, boat.state.now)) > 0:
        boat.play("captain time transit")
        found += told(boat.wait(min(left // 240 + 1, 1000)), "message")
    return found


def enigma(boat: Boat, *names: str) -> None:
    boat.play(f"captain enigma {' '.join(names)}", "first_officer assign square")


# -- cipher and keys -------------------------------------------------------------------------------------------------


@allows("7.10c")
def test_keys_follow_from_the_date_alone() -> None:
    assert key_of_day(date(1940, 1, 1)) == "DTI"
    assert key_of_day(date(1940, 1, 2)) == "KEZ"
    assert key_of_day(date(1940, 6, 1)) == KEY
    assert key_of_day(date(1940, 1, 27)) == "DTI"


@refuses("7.10c")
def test_the_key_of_another_day_does_not_fit() -> None:
    boat = at_sea("in1")
    enigma(boat, "in1")
    boat.play(f"first_officer key in1 {key_of_day(date(1940, 6, 2))}")
    assert message(boat, "in1")["state"] == "garbled"


@allows("7.10c")
def test_the_day_of_a_message_is_that_of_the_calendar_aboard() -> None:
    assert day_of("1940-06-01T08:00", 16 * HOUR - 1) == date(1940, 6, 1)
    assert day_of("1940-06-01T08:00", 16 * HOUR) == date(1940, 6, 2)
    assert day_of("1940-12-31T23:59", MINUTE) == date(1941, 1, 1)


@allows("7.10d")
def test_letters_are_shifted_by_the_key_and_by_their_place_in_groups_of_four() -> None:
    assert encipher("aaaa AAAA", "ABC") == ("ACED", "FHGI")
    assert encipher("AAAAAAA", "AAA") == ("ABCD", "EFG")
    assert encipher("AAAA", "BDF") == ("BEHE",)
    assert encipher("Zürich 7!", "AAA") == ("ZVTL", "GM")
    assert decipher(encipher(TEXT, KEY), KEY) == letters_of(TEXT) == "CONVOYINSIGHTTURNNORTH"


@refuses("7.10d")
def test_another_key_gives_other_letters() -> None:
    assert decipher(encipher(TEXT, KEY), "AAA") != letters_of(TEXT)
    assert encipher("1940 - 06", KEY) == ()


# -- messages that come ----------------------------------------------------------------------------------------------


@allows("7.10a")
def test_a_message_is_announced_and_its_cipher_shown() -> None:
    boat = Boat([MESSAGE])
    boat.play("captain time dynamic")
    assert told(boat.wait(MINUTE), "message", "time") == [
        "message message=in1 dir=in",
        "time mode=real factor=1 why=feed",
    ]
    shown = message(boat, "in1")
    assert shown["groups"] == list(encipher(TEXT, KEY))
    assert {key: shown[key] for key in ("dir", "at", "date", "from", "state", "text", "about")} == {
        "dir": "in",
        "at": 60,
        "date": "1940-06-01",
        "from": "command",
        "state": "waiting",
        "text": "",
        "about": {},
    }


@refuses("7.10a")
def test_nobody_aboard_reads_a_message_before_it_is_decoded() -> None:
    boat = at_sea("in1", SECONDARY=[{"kind": "sink_grt", "n": 4321, "at_h": 0}])
    for seat in ("captain", "first_officer", "spectator"):
        assert TEXT not in str(boat.view(seat))
        assert "4321" not in str(boat.view(seat))


@allows("7.10a")
def test_its_text_and_its_effect_come_with_decoding() -> None:
    boat = at_sea("in1", rules="first_officer=low")
    enigma(boat, "in1")
    assert told(boat.events, "activated", "decoded", "done") == [
        f"activated man={RADIO_MAN} tokens=1 as=act place={{'symbol': 'enigma', 'room': 2}}",
        f"decoded message=in1 text={TEXT}",
        f"done order=enigma men={RADIO_MAN}",
    ]
    assert (message(boat, "in1")["state"], message(boat, "in1")["text"]) == ("read", TEXT)


# -- the order -------------------------------------------------------------------------------------------------------


@allows("3.11f")
def test_one_man_is_activated_once_a_message() -> None:
    boat = at_sea("in1", "in2", "in3", rules="first_officer=low")
    enigma(boat, "in1", "in3", "out-weather")
    assert boat.slots(RADIO_MAN) == "act act act"
    assert told(boat.events, "decoded", "transmitted") == [
        f"decoded message=in1 text={TEXT}",
        f"decoded message=in3 text={TEXT}",
        "transmitted message=out-weather text=WEATHER AM12 CLEAR 3",
    ]
    assert message(boat, "in2")["state"] == "waiting"


@refuses("3.11f")
def test_no_more_messages_than_the_man_has_slots_and_never_four() -> None:
    boat = at_sea("in1", "in2", "in3").put(RADIO_MAN, act=1)
    refusal = boat.refusal("captain enigma in1 in2 in3")
    assert (refusal.code, refusal.facts["need"], refusal.facts["have"]) == ("needs-men", 3, 2)
    boat.put(RADIO_MAN, act=0)
    assert boat.refusal("captain enigma in1 in2 in3 out-weather").code == "extra-argument"


@refuses("3.11f")
def test_an_unskilled_man_manages_one_message_and_a_second_man_none() -> None:
    boat = at_sea("in1", "in2", rules="first_officer=low")
    boat.play("captain enigma in1")
    assert boat.refusal("first_officer assign circle square").code == "one-man"
    boat.play("first_officer assign circle")
    assert boat.slots("first_officer.circle") == "act act"
    boat.put(RADIO_MAN, act=3)
    assert boat.refused("captain enigma in2 out-weather") == "needs-men"


@refuses("3.11f")
def test_nothing_waits_nothing_is_ordered_and_a_dead_radio_is_silent() -> None:
    boat = at_sea("in1", rules="first_officer=low")
    assert boat.refusal("captain enigma in7").code == "no-message"
    enigma(boat, "in1")
    assert boat.refusal("captain enigma in1").facts == {"message": "in1"}
    enigma(boat, "out-weather")
    assert (boat.bar("captain", "enigma"), boat.tracks()[0]) == ("no-message", 6)
    assert at_sea("in1", faults={"radio-set": "red"}).bar("captain", "enigma") == "device-dead"
    assert boat.refusal("first_officer key in1 ABC").code == "not-due"


# -- keys ------------------------------------------------------------------------------------------------------------


@allows("7.10b")
def test_low_asks_for_no_key() -> None:
    boat = at_sea("in1", rules="first_officer=low")
    enigma(boat, "in1")
    assert message(boat, "in1")["state"] == "read"
    assert not boat.view("first_officer")["prompts"]


@allows("7.10b")
def test_medium_asks_for_the_letters_of_the_day() -> None:
    boat = at_sea("in1")
    enigma(boat, "in1")
    (prompt,) = boat.view("first_officer")["prompts"]
    assert (prompt["key"].split("-")[0], prompt["verbs"]) == ("key", ["key"])
    assert not boat.view("captain")["prompts"]
    assert told(boat.events, "decoded") == []
    boat.play(f"first_officer key in1 {KEY}")
    assert told(boat.events) == [f"decoded message=in1 text={TEXT}"]
    assert not boat.view("first_officer")["prompts"]


@allows("7.10b")
def test_on_high_each_letter_is_shifted_by_the_indicator() -> None:
    boat = at_sea("in1", rules="first_officer=high")
    indicator = message(boat, "in1")["indicator"]
    assert message(boat, "in1")["groups"] == list(encipher(TEXT, shift_key(KEY, indicator)))
    enigma(boat, "in1")
    boat.play(f"first_officer key in1 {shift_key(KEY, indicator)}")
    assert message(boat, "in1")["state"] == "read"
    assert (shift_key("XYZ", "A"), shift_key("XYZ", "C")) == ("XYZ", "ZAB")


@refuses("7.10b")
def test_on_high_the_letters_of_the_day_alone_do_not_do() -> None:
    boat = at_sea("in1", "in2", rules="first_officer=high")
    name = next(name for name in ("in1", "in2") if message(boat, name)["indicator"] != "A")
    enigma(boat, name)
    boat.play(f"first_officer key {name} {KEY}")
    assert told(boat.events)[0].startswith(f"garbled message={name} text=")


@refuses("7.10b")
def test_a_wrong_key_costs_the_activation_and_the_message_waits_on() -> None:
    boat = at_sea("in1")
    enigma(boat, "in1")
    boat.play("first_officer key in1 AAA")
    assert told(boat.events) == [f"garbled message=in1 text={decipher(encipher(TEXT, KEY), 'AAA')}"]
    assert (message(boat, "in1")["state"], message(boat, "in1")["text"]) == ("garbled", "")
    assert (boat.slots(RADIO_MAN), boat.tracks()[0]) == ("act", 7)
    assert boat.refusal(f"first_officer key in1 {KEY}").code == "not-due"
    enigma(boat, "in1")
    boat.play(f"first_officer key in1 {KEY}")
    assert (message(boat, "in1")["state"], boat.slots(RADIO_MAN)) == ("read", "act act")


@refuses("7.10b")
def test_a_key_has_three_letters_and_belongs_to_a_message_that_is_asked_for() -> None:
    boat = at_sea("in1", "in2")
    enigma(boat, "in1")
    for line in ("in1 AB", "in1 ABCD", "in1 abc", "in1 A1C", "in1"):
        assert boat.refusal(f"first_officer key {line}").code in ("bad-argument", "missing-argument")
    assert boat.refusal("first_officer key in2 ABC").facts == {"message": "in2"}
    assert boat.refusal("captain key in1 ABC").code == "not-your-role"
    assert boat.refusal("captain enigma in1").code == "no-message"


@refuses("12.14c")
def test_a_key_that_nobody_sets_is_garbled_after_the_patience() -> None:
    boat = at_sea("in1")
    enigma(boat, "in1")
    assert told(boat.wait(89_999), "garbled") == []
    assert told(boat.wait(1), "garbled") == ["garbled message=in1 text="]
    assert not boat.view("first_officer")["prompts"]


@allows("12.14c")
def test_without_patience_a_key_is_waited_for() -> None:
    boat = at_sea("in1", rules="patience=0")
    enigma(boat, "in1")
    boat.wait(10 * MINUTE)
    boat.play(f"first_officer key in1 {KEY}")
    assert message(boat, "in1")["state"] == "read"


@allows("3.3r")
def test_by_automatic_manning_the_key_is_still_the_first_officers() -> None:
    boat = at_sea("in1", rules="manning=auto")
    boat.play("captain enigma in1")
    assert [prompt["verbs"] for prompt in boat.view("first_officer")["prompts"]] == [["key"]]


# -- messages that are sent ------------------------------------------------------------------------------------------


@allows("7.10e")
def test_the_weather_is_sent_once_in_six_hours() -> None:
    boat = Boat(rules="first_officer=low")
    assert message(boat, "out-weather")["state"] == "waiting"
    enigma(boat, "out-weather")
    assert told(boat.events, "transmitted") == ["transmitted message=out-weather text=WEATHER AM12 CLEAR 3"]
    sent = message(boat, "out-weather")
    assert sent["free"] - sent["at"] == 6 * HOUR // 1000
    assert sail(boat, 6 * HOUR) == ["message message=out-weather dir=out"]
    assert message(boat, "out-weather")["state"] == "waiting"


@refuses("7.10e")
def test_the_weather_is_not_sent_again_within_six_hours() -> None:
    boat = Boat(rules="first_officer=low")
    enigma(boat, "out-weather")
    assert sail(boat, 6 * HOUR - 10 * MINUTE) == []
    assert message(boat, "out-weather")["state"] == "sent"
    assert boat.refusal("captain enigma out-weather").code == "no-message"


CONVOY = {"do": "contact", "id": "c1", "by": "lookout", "klass": "group", "bearing": 10, "range": 30000}


@allows("7.10e")
def test_a_convoy_is_reported_while_it_is_in_contact_once_in_two_hours() -> None:
    boat = Boat([{**CONVOY, "at": "0:00:30"}], rules="first_officer=low")
    assert "out-convoy" not in boat.view()["messages"]
    boat.wait(MINUTE)
    enigma(boat, "out-convoy")
    assert told(boat.events, "transmitted")[0].startswith("transmitted message=out-convoy text=CONVOY AM12 10 ")
    assert sail(boat, 2 * HOUR) == ["message message=out-convoy dir=out"]
    assert message(boat, "out-convoy")["state"] == "waiting"


@refuses("7.10e")
def test_without_a_convoy_in_contact_none_is_reported() -> None:
    boat = Boat(
        [{**CONVOY, "at": "0:00:30"}, {"at": "0:02:00", "do": "contact-lost", "id": "c1"}], rules="first_officer=low"
    )
    assert boat.refusal("captain enigma out-convoy").code == "no-message"
    boat.wait(3 * MINUTE)
    assert "out-convoy" not in boat.view()["messages"]
    lone = Boat([{**CONVOY, "klass": "merchant", "at": "0:00:30"}])
    lone.wait(MINUTE)
    assert "out-convoy" not in lone.view()["messages"]


def with_met(boat: Boat) -> Boat:
    """Return a boat whose primary objective was met; time goes on for a moment, so that all look at it."""
    board = boat.state.board.copy()
    board.patrol = board.patrol.with_objective(board.patrol.objective("primary")._replace(state=MET))
    boat.lay(board).play("captain time dynamic", "captain time real")
    return boat


@allows("7.10e")
def test_an_objective_that_was_met_is_reported_once() -> None:
    boat = with_met(Boat(rules="first_officer=low"))
    enigma(boat, "out-done")
    assert told(boat.events, "transmitted") == ["transmitted message=out-done text=DONE PRIMARY"]
    boat.play("captain time dynamic")
    assert message(boat, "out-done")["state"] == "sent"
    sent = boat.state.board.radio.find("out-done")
    assert sent is not None
    assert sent.free == 0, "it is never sent again"


@refuses("7.10e")
def test_no_objective_is_reported_before_it_is_met() -> None:
    boat = Boat(rules="first_officer=low")
    assert "out-done" not in boat.view()["messages"]
    assert boat.refusal("captain enigma out-done").code == "no-message"


@allows("7.10e")
def test_periscope_depth_is_enough_to_send() -> None:
    boat = Boat(rules="first_officer=low", surfaced=False, depth=10)
    enigma(boat, "out-weather")
    assert message(boat, "out-weather")["state"] == "sent"


@refuses("7.10e")
def test_a_deep_boat_sends_nothing_and_decodes_all_the_same() -> None:
    boat = at_sea("in1", rules="first_officer=low", surfaced=False, depth=40)
    assert boat.refusal("captain enigma out-weather").facts == {"depth": 40, "most": 10}
    enigma(boat, "in1")
    assert (message(boat, "in1")["state"], boat.bar("captain", "enigma")) == ("read", "too-deep")


@refuses("7.10b")
def test_what_goes_out_with_a_wrong_key_was_not_sent() -> None:
    boat = Boat()
    enigma(boat, "out-weather")
    assert message(boat, "out-weather")["groups"] == list(encipher("WEATHER AM12 CLEAR 3", KEY))
    boat.play("first_officer key out-weather AAA")
    assert (message(boat, "out-weather")["state"], message(boat, "out-weather")["text"]) == ("garbled", "")
    enigma(boat, "out-weather")
    boat.play(f"first_officer key out-weather {KEY}")
    assert told(boat.events) == ["transmitted message=out-weather text=WEATHER AM12 CLEAR 3"]


# -- objectives by radio ---------------------------------------------------------------------------------------------

SECONDARY = [{"kind": "sink_grt", "n": 5000}, {"kind": "weather_report", "count": 1, "text": "Tell us the weather"}]


@allows("7.11g")
def test_secondary_objectives_come_as_messages_at_their_hours() -> None:
    boat = Boat(rules="first_officer=low", SECONDARY=SECONDARY)
    assert sail(boat, 12 * HOUR) == ["message message=in1 dir=in"]
    assert message(boat, "in1")["at"] == 12 * 3600
    enigma(boat, "in1")
    assert told(boat.events, "decoded", "objective") == [
        "decoded message=in1 text=SINK GRT 5000",
        "objective objective=second-1 state=known",
    ]
    assert message(boat, "in1")["about"] == {"objective": "second-1", "kind": "sink_grt", "n": 5000}


@refuses("7.11g")
def test_an_objective_is_unknown_until_its_message_is_decoded() -> None:
    boat = Boat(rules="first_officer=low", SECONDARY=[{**SECONDARY[0], "at_h": 1}])
    sail(boat, HOUR)
    assert list(boat.view()["messages"]) == ["out-weather", "in1"]
    assert message(boat, "in1")["at"] == 3600
    assert [each["objective"] for each in boat.view()["objectives"]] == ["primary"]
    enigma(boat, "in1")
    assert [each["objective"] for each in boat.view()["objectives"]] == ["primary", "second-1"]


@allows("7.11g")
def test_a_report_sent_before_counts_for_an_objective_decoded_later() -> None:
    boat = Boat(rules="first_officer=low", SECONDARY=[{**SECONDARY[1], "at_h": 1}])
    enigma(boat, "out-weather")
    sail(boat, HOUR)
    enigma(boat, "in1")
    assert told(boat.events, "decoded", "objective") == [
        "decoded message=in1 text=Tell us the weather",
        "objective objective=second-1 state=known",
        "objective objective=second-1 state=met",
    ]
    assert message(boat, "out-done")["state"] == "waiting"


@allows("12.20c")
def test_a_message_whose_name_is_taken_gets_the_next_number() -> None:
    late = {**MESSAGE, "at": "2:00:00", "id": "in1"}
    boat = Boat([late], rules="first_officer=low", SECONDARY=[{**SECONDARY[0], "at_h": 1}])
    sail(boat, 2 * HOUR)
    assert list(boat.view()["messages"]) == ["out-weather", "in1", "in2"]
    enigma(boat, "in2")
    assert told(boat.events, "decoded") == [f"decoded message=in2 text={TEXT}"]


@allows("12.20c")
def test_a_message_by_script_alone() -> None:
    boat = ScriptedBoat([MESSAGE])
    assert boat.wait_until(MINUTE)[0]["type"] == "message"
    boat.say("captain enigma in1", "first_officer assign square", f"first_officer key in1 {KEY}")
    assert boat.told("decoded") == [f"decoded message=in1 text={TEXT}"]
    assert boat.refused("captain enigma in1") == "no-message"


# -- kept, ended, taken back -----------------------------------------------------------------------------------------


@allows("7.10e")
def test_what_was_ordered_is_sent_though_the_convoy_is_lost_meanwhile() -> None:
    lost = {"at": "0:01:30", "do": "contact-lost", "id": "c1"}
    boat = Boat([{**CONVOY, "at": "0:00:30"}, lost])
    boat.wait(MINUTE)
    boat.play("captain enigma out-convoy")
    boat.wait(MINUTE)
    boat.play("first_officer assign square")
    boat.wait(MINUTE)
    boat.play(f"first_officer key out-convoy {KEY}")
    assert (message(boat, "out-convoy")["state"], boat.view()["contacts"]) == ("sent", {})


@allows("7.10f")
@refuses("7.10f")
def test_what_is_sent_in_play_is_heard_by_its_date() -> None:
    for date_of, heard in (("1942-07-01T08:00", 1), ("1942-06-30T08:00", 0)):
        boat = Boat(rules="first_officer=low", DATE=date_of)
        enigma(boat, "out-weather")
        assert boat.state.sea.signal.heard == heard


@allows("12.14c")
def test_a_key_is_asked_for_under_another_number_after_an_undo() -> None:
    boat = at_sea("in1")
    enigma(boat, "in1")
    again = GAME.rekey(boat.state, "undo").board
    (asked,), (new,) = boat.state.board.radio.asked, again.radio.asked
    assert new.number - asked.number == again.serial - boat.state.board.serial > 0


@refuses("3.1e")
def test_no_key_is_asked_for_after_the_end() -> None:
    boat = at_sea("in1", rules="patience=0", HOURS=1)
    enigma(boat, "in1")
    boat.wait(HOUR)
    assert (boat.view()["phase"], boat.view("first_officer")["prompts"], boat.state.board.radio.asked) == (
        "over",
        [],
        (),
    )


def test_messages_are_kept_with_the_state_and_read_from_the_view() -> None:
    boat = at_sea("in1", "in2", rules="first_officer=high", SECONDARY=SECONDARY)
    enigma(boat, "in2")
    assert GAME.decode(GAME.encode(boat.state)) == boat.state
    shown = boat.view("first_officer")
    assert GAME.read_view(shown).board.radio == boat.state.board.radio
    assert len(boat.state.signals.sealed) == len(boat.state.signals.due) == 2

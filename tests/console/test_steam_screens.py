"""The screens of Steam Torpedo: golden frames, what they say, and that nothing ever breaks them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from klaxon.console.drawing.fonts import BODY, LABEL, LARGE, LINE, Font
from klaxon.console.drawing.screen import Screen
from klaxon.console.games.steam import captain
from klaxon.console.games.steam.cards import sign_of
from klaxon.console.language.catalogue import catalogue
from klaxon.console.play.seat_client import Heard
from klaxon.rules.contract import Event, Order, Seat, Step
from klaxon.rules.domains import OneOf
from klaxon.rules.steam.grid import SECTIONS
from klaxon.rules.steam.menu import _OPEN as VERBS
from klaxon.rules.steam.setting import BOATS, CREW, OPTIONS
from klaxon.rules.walks import bare, finish_at_random, walks
from tests.console.kit import frames
from tests.console.kit.steam_hands import fiddle
from tests.console.kit.steam_scenes import PHRASES, SCREEN, Room, shared
from tests.console.kit.steam_stills import BLUE, PANES, RED, STILLS, WIDE, at_sea, fired, recovering, room, windowed
from tests.effort import effort
from tests.rules.steam.kit.boats import GAME, SHIPPED, Table, set_up
from tests.rules.steam.kit.every_op import EVERY_OP

WORDS = catalogue("en")
BOTTOM_TEXT = 110
"""Columns of the bottom line behind its sign."""
BESIDE_CLOCK = 128 - 2 - 5 * 5
"""Columns of a title beside a clock."""


# The frames


@pytest.mark.parametrize("name", STILLS)
def test_a_still_is_as_it_was_approved(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"steam/{name}", make().panel(seat))


@pytest.mark.parametrize("name", PANES)
def test_a_pane_is_as_it_was_approved(name: str) -> None:
    seat, pane, make = PANES[name]
    frames.check(f"steam/{name}", make().panel(seat, pane=pane))


@pytest.mark.parametrize("name", WIDE)
def test_a_wide_panel_has_two_pages(name: str) -> None:
    seat, make = STILLS[name]
    frames.check(f"steam/wide-{name}", make().panel(seat, 256))


# What a captain sees


def test_the_boat_tells_who_stands_where_and_how_he_is() -> None:
    words = room().leaf(RED).words(RED)
    assert "a1 Gatling Gun: 2 plain, 1 air, 0 empty, 0 damage; C ready, 2 ready" in words
    assert "c1 Parsons Turbine Hall: 1 plain, 2 air, 0 empty, 0 damage; 3 exhausted" in words
    assert "e2 Stern Dart Rack: destroyed" in words


def test_an_enemy_aboard_is_no_man_of_ours() -> None:
    table = at_sea().men("blue", m1="enemy b1")
    assert "b1 Observation Post: 1 plain, 2 air, 0 empty, 0 damage; 1 ready, enemy 1" in Room.of(table).leaf(RED).words(
        RED
    )


def test_what_cannot_be_done_says_why() -> None:
    acting = room()
    assert "> manoeuvre speed 2" in acting.words(RED)
    acting.give("red.captain manoeuvre red+1")
    if acting.view(BLUE)["prompts"]:
        acting.give("blue.captain pass")
    assert "✗ manoeuvre once a turn" in acting.words(RED, pane="actions")
    acting.choose(RED, "manoeuvre")
    assert acting.panel(RED).words[-1] == "once a turn"


def test_every_man_who_cannot_act_has_his_reason() -> None:
    words = room().choose(RED, "activate", "c").words(RED)
    assert "> C Gatling Gun" in words
    assert "✗ 1 nothing to use" in words
    assert "✗ 3 nothing to use" in words
    first = Room.of(at_sea().men("red", tired="c1234")).words(RED, pane="actions")
    assert "✗ use a room nobody can" in first


def test_an_attack_is_foretold_step_by_step() -> None:
    acting = room().choose(RED, "activate", "c")
    assert "starboard: 2 - armour 0" in acting.words(RED)
    acting.choose(RED, "c", "2")
    assert "starboard: 4 - armour 0" in acting.words(RED), "two men fire twice as hard"
    acting.choose(RED, "2", "to b2", "bonus b1")
    assert "starboard: 5 - armour 0" in acting.words(RED), "and the look-out adds one"
    acting.give("red.captain activate c 2 to=b2 bonus=b1")
    assert "Blue is hit: 5" in acting.words(RED)
    assert "starboard: 5 - armour 0" in acting.words(BLUE)


def test_armour_that_is_manned_is_foretold() -> None:
    table = at_sea().men("blue", m1="e1", m2="e2")
    assert "starboard: 2 - armour 1" in Room.of(table).choose(RED, "activate", "c").words(RED)


def test_the_defender_may_redirect_until_a_marker_lies() -> None:
    hit = fired()
    assert "or redirect: 1 on post" in hit.words(BLUE)
    assert hit.panel(BLUE).words[-1] == "redirect to post"
    hit.give("blue.captain damage a1 plain")
    assert "redirect" not in hit.words(BLUE)
    assert "place damage: a1" in hit.words(BLUE)


def test_a_window_has_a_clock_that_runs() -> None:
    open_ = windowed()
    for passed, shown in ((0, "8 s"), (900, "8 s"), (1_000, "7 s"), (7_999, "1 s"), (9_000, "0 s")):
        open_.later = passed
        assert shown in open_.panel(BLUE).words, passed
        assert shown in open_.panel(RED).words, passed
    open_.later = 300
    assert SCREEN.tick(open_.scene(BLUE)) == GAME.now(open_.state) + 1_000
    assert SCREEN.tick(room().scene(RED)) is None


def test_a_window_says_what_it_answers() -> None:
    assert "Red has manoeuvred" in windowed().words(BLUE)
    seat, make = STILLS["window-use"]
    assert "Blue: Schneider Broadside" in make().words(seat)


def test_a_manoeuvre_shows_where_it_leads() -> None:
    table = at_sea().lies(2, 4)
    acting = Room.of(table).choose(RED, "manoeuvre", "red+1")
    assert "Red in sector 3, Blue in sector 4" in acting.words(RED)
    assert "Blue: ahead, close" in acting.words(RED)
    acting.choose(RED, "red+1", "red+1", "side starboard")
    assert "Blue: starboard, close" in acting.words(RED)
    assert "2/2" in acting.words(RED)


@pytest.mark.parametrize("heading", ["right", "left"])
@pytest.mark.parametrize("side", ["port", "starboard"])
def test_the_figures_lie_as_they_lie_on_the_table(heading: str, side: str) -> None:
    table = Table(heading=heading).lies(3, 3, side)
    ours, theirs = ({f.letter: f for f in _sea(table, seat).figures} for seat in (RED, BLUE))
    up = (side == "port") == (heading == "right")
    assert ours["B"].upper is up
    assert ours["R"].upper is not up
    assert theirs["R"].upper is up, "blue sits opposite: what lies beyond red lies beyond him too"
    assert ours["R"].own
    assert theirs["B"].own


def _sea(table: Table, seat: str) -> Any:
    from klaxon.console.games.steam import sea  # noqa: PLC0415 - the tests above speak of panels

    scene = Room.of(table).scene(seat)
    return sea.chart(scene, scene.view.rules.board)


def test_the_sections_that_face_each_other_have_their_armour() -> None:
    table = at_sea().lies(2, 4).men("red", m1="a2").men("blue", m1="e1", m2="e2")
    words = Room.of(table).leaf(RED, 2).words(RED)
    assert "Blue: ahead, far" in words
    assert "aim: stern, armour 2" in words
    assert "ours: bow, armour 1" in words


def test_a_captain_turns_pages_where_he_has_nothing_to_do() -> None:
    waiting = room()
    seen = []
    for _ in captain.PAGES:
        seen.append(captain.page_of(waiting.scene(BLUE)))
        waiting.turn(BLUE, 1)
    assert seen == ["boat", "sea", "enemy", "log", "log"]
    waiting.turn(BLUE, -9)
    assert captain.page_of(waiting.scene(BLUE)) == "menu"
    waiting.give("red.captain end")
    assert captain.page_of(waiting.scene(BLUE)) == "boat", "his turn has come: the page that is due"


def test_back_turns_pages_where_an_order_could_be_chosen() -> None:
    acting, seen = room(), []
    for _ in range(6):
        seen.append(captain.page_of(acting.scene(RED)))
        acting.leaf(RED)
    assert seen == ["menu", "boat", "sea", "enemy", "log", "menu"]
    acting.turn(RED, 1)
    assert acting.drafts[RED].cursor == 1, "the dial still chooses"


def test_the_cards_of_both_boats_can_be_read() -> None:
    waiting = room().press(BLUE, "push")
    assert "Schneider Broadside" in waiting.words(BLUE)
    assert "enemy close ← →" in waiting.words(BLUE)
    assert "b1" in waiting.turn(BLUE, 1).panel(BLUE).words
    assert captain.page_of(waiting.press(BLUE, "back").scene(BLUE)) == "boat"
    waiting.turn(BLUE, 2).press(BLUE, "push")
    assert "Gatling Gun" in waiting.words(BLUE)


def test_beside_panes_the_panel_keeps_to_the_boat() -> None:
    fixed = shared(room())
    assert captain.page_of(fixed.scene(RED)) == "boat"
    for words in (("move", "2", "b1"), ("activate", "c", "2"), ("manoeuvre", "red+1")):
        fixed.choose(RED, *words)
        assert captain.page_of(fixed.scene(RED)) == "boat"
        fixed.drafts[RED].restart()
    assert "HIT 5: redirect" in shared(fired()).words(BLUE)


def test_both_captains_see_how_it_ended() -> None:
    seat, make = STILLS["over-won"]
    ended = make()
    assert "VICTORY" in ended.words(seat)
    assert "Enemy post destroyed." in ended.words(RED)
    assert "Our post destroyed." in ended.words(BLUE)


@pytest.mark.parametrize(
    ("winner", "reason", "says"),
    [
        ("red", "conceded", ["VICTORY", "The enemy gave up."]),
        ("blue", "conceded", ["DEFEAT", "We gave up."]),
        ("draw", "agreed", ["A DRAW", "Both captains agreed."]),
        ("", "umpire", ["ENDED", "The umpire ended it."]),
    ],
)
def test_a_game_may_also_end_by_word_of_mouth(winner: str, reason: str, says: list[str]) -> None:
    scene = replace(room().scene(RED), outcome={"winner": winner, "reason": reason})
    assert [*Screen(SCREEN.draw(scene)).picture(128, 64).words[:2]] == says


def test_a_card_that_no_catalogue_knows_is_shown_by_its_own_words() -> None:
    strange = Room.of(Table({}, {}, cards=EVERY_OP))
    words = strange.leaf(RED).words(RED)
    view = strange.view(RED)
    names = [cell["name"] for name, cell in view["boats"]["red"]["cells"].items() if name != "c2"]
    assert all(name in words for name in names)
    assert {len(sign_of(PHRASES, card)) for card in view["deck"]["cards"]} <= {1, 2, 3, 4}


# Nothing breaks a screen


@pytest.mark.parametrize(
    ("cards", "options"),
    [
        (SHIPPED, {}),
        (SHIPPED, {"setup": "draft"}),
        (SHIPPED, {"setup": "free", "heading": "left", "side": "fixed"}),
        (EVERY_OP, {"setup": "random", "first_presence": "all", "hit_post": "yes", "tired_pair": "yes"}),
        (EVERY_OP, {"setup": "random", "mend_destroyed": "yes", "oxygen_loss": "when_none_to_remove"}),
        (EVERY_OP, {"setup": "draft", "retreat": "row", "skip_ready": "no", "enter_occupied": "no"}),
    ],
)
def test_every_view_of_a_random_game_can_be_drawn(cards: str, options: dict[str, str]) -> None:
    dice = random.Random(str(options))
    playing = Room(set_up(cards, "5", **options))
    for _ in range(effort(80, 160)):
        fiddle(playing, dice.choice((RED, BLUE)), dice)
        if not playing.wander(dice):
            break
    for own in (RED, BLUE):
        assert playing.panel(own).words


# Words


def test_every_verb_option_and_value_has_words() -> None:
    wanted = {f"{kind}.steam.{verb.name}" for verb in GAME.verbs for kind in ("verb", "order")}
    wanted |= {f"option.steam.{option.name}" for option in OPTIONS} | {"role.steam.captain"}
    wanted |= {f"value.steam.{value}" for o in OPTIONS if isinstance(o.domain, OneOf) for value in o.domain.values}
    wanted |= {f"value.steam.{section}" for section in SECTIONS}
    cards = room().view(RED)["deck"]["cards"]
    wanted |= {f"{kind}.steam.{card['id']}" for card in cards for kind in ("value", "sign")}
    wanted |= {f"text.steam.{card['id']}" for card in cards if card["text"]}
    assert wanted - set(WORDS) == set()


def test_every_reason_why_a_man_or_a_verb_is_barred_has_a_short_form() -> None:
    codes: set[str] = set()
    for cards, options in ((SHIPPED, {}), (EVERY_OP, {"setup": "random"}), (SHIPPED, {"setup": "draft"})):
        dice, playing = random.Random(3), Room(set_up(cards, "8", **options))
        for _ in range(300):
            for own in (RED, BLUE):
                view = GAME.view(playing.state, Seat(own))
                codes |= {offer.barred.code for offer in GAME.offers(view) if offer.barred}
                codes |= _barred_men(playing, own)
            if not playing.wander(dice):
                break
    assert len(codes) > 20
    assert {f"short.{code}" for code in codes} - set(WORDS) == set()


def _barred_men(playing: Room, seat: str) -> set[str]:
    from klaxon.rules.steam.may import bar  # noqa: PLC0415 - only here the rules are asked behind the screen's back

    board, me = playing.state.board, BOATS.index(seat.partition(".")[0])
    if not board.boats[me].cards:
        return set()
    men = range(len(CREW))
    return {bar(board, me, man, reacting=reacting) for man in men for reacting in (True, False)} - {""}


def test_every_event_has_words_for_whoever_hears_it() -> None:
    seen: set[str] = set()
    for place, (cards, options) in enumerate(
        [(SHIPPED, {"setup": "draft"}), (SHIPPED, {"setup": "free"}), (SHIPPED, {})]
        + [(EVERY_OP, {"setup": "random", "first_presence": "all"})] * 4
    ):
        seen |= said_of_a_game(random.Random(place), Room(set_up(cards, str(place), **options)))
    kept = GAME.apply(set_up(), Order.read("red.captain keep"))
    assert isinstance(kept, Step)
    check_words(kept.events[0], {seat: room().scene(seat) for seat in (RED, BLUE)})
    told = {message.split(".")[2] for message in WORDS if message.startswith("heard.steam.")}
    assert seen - told == set()
    assert told - seen <= {"kept", "air-back", "alongside", "undone", "paused", "resumed", "overdue"}


def said_of_a_game(dice: random.Random, playing: Room) -> set[str]:
    """Play a game by chance; return the types of events in it, each of which has words."""
    seen: set[str] = set()
    for _ in range(400):
        if not (actors := GAME.actors(playing.state)):
            break
        seat = dice.choice(actors)
        scenes = {each: playing.scene(each) for each in (RED, BLUE)}
        for event in playing.obey(busy_order(dice, seat, GAME.view(playing.state, seat))).events:
            check_words(event, scenes)
            seen.add(event.type)
    return seen


def busy_order(dice: random.Random, seat: Seat, view: Any) -> Order:
    """Return any order, rarely one by which nothing is done."""
    verbs = [offer.verb for offer in GAME.offers(view) if offer.barred is None]
    busy = [verb for verb in verbs if verb not in ("end", "pass", "rest")]
    verb = dice.choice(busy if busy and dice.randrange(5) else verbs)
    return finish_at_random(GAME, view, bare(seat, verb), dice.randrange)


def check_words(event: Event, scenes: dict[str, Any]) -> None:
    """Check that both captains can say what happened, as far as they hear it."""
    for seat in sorted(event.to & set(scenes)):
        said = SCREEN.words(scenes[seat], Heard(1, 0, event.type, event.facts))
        assert "?" not in said.replace("wake all?", ""), event
        assert not said.startswith(event.type), event


def lines(prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the messages that begin so, with facts as long as they can be."""
    widest = {"boat": "Blue", "enemy": "Blue", "left": "9", "section": "starboard", "armour": "9", "power": "9"}
    widest |= {"damage": "9", "a0": "C", "a1": "a2", "cell": "a2", "a": "a2", "b": "plain", "n": "-2", "crew": "C"}
    widest |= {"where": "starboard", "far": "close", "air": "12", "men": "5", "lost": "9", "speed": "4"}
    widest |= {"name": "Anti-propeller Chain", "round": "12", "spent": "4", "most": "4", "ways": "↑ ↓ ← →"}
    for message, template in WORDS.items():
        if message.startswith(prefix):
            names = {name for _, name, _, _ in Formatter().parse(template) if name}
            yield message, PHRASES.say(message, **{name: widest.get(name, "") for name in names})


@pytest.mark.parametrize(
    ("prefix", "font", "columns"),
    [
        ("stage.steam.", LABEL, BESIDE_CLOCK),
        ("verb.steam.", LABEL, 70),
        ("over.steam.boat", LABEL, 128),
        ("over.steam.won", LARGE, 128),
        ("over.steam.lost", LARGE, 128),
        ("reason.steam.", BODY, 128),
        ("faces.steam.", LABEL, 128),
        ("lies.steam", LABEL, 128),
        ("shot.steam.", LABEL, 128),
        ("attack.steam", LABEL, 128),
        ("redirect.steam", LABEL, 128),
        ("window.steam.", LABEL, 130),
        ("token.steam.", LABEL, 116),
        ("able.steam", LABEL, 116),
        ("short.", LINE, BOTTOM_TEXT),
        ("curtain.steam.open", LINE, BOTTOM_TEXT),
        ("pane.", LINE, BOTTOM_TEXT),
        ("sign.steam.", LABEL, 20),
        ("value.steam.", LABEL, 100),
    ],
)
def test_what_is_meant_for_one_line_fits(prefix: str, font: Font, columns: int) -> None:
    found = dict(lines(prefix))
    assert found
    assert {message: text for message, text in found.items() if font.measure(text) > columns} == {}


def test_every_order_fits_the_bottom_line() -> None:
    said: set[str] = set()
    verbs: set[str] = set()
    for playing in (room(), fired(), windowed(), recovering(), Room.before(), Room.before(setup="draft")):
        for seat in (RED, BLUE):
            for order in walks(GAME, Seat(seat), GAME.view(playing.state, Seat(seat))):
                said.add(PHRASES.order(order))
                verbs.add(order.verb)
    assert verbs >= {*VERBS} - {"ready", "rest"}
    assert {text for text in said if LINE.measure(text) > BOTTOM_TEXT} == set()

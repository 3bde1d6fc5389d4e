"""Drafts: every order of every game, said by turning, pushing and OK; and nothing that would be refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any, ClassVar, NamedTuple

import pytest

from klaxon import data
from klaxon.console.language.catalogue import catalogue
from klaxon.console.play.choices import LETTERS
from klaxon.console.play.draft import Draft
from klaxon.rules.contract import Event, Field, Game, Header, Offer, Order, Prompt, Refusal, Seat, Sight, Step, Verb
from klaxon.rules.domains import FreeText, Keyed, OneOf, PerKey, Recording, Span, Token, endless
from klaxon.rules.games import GAMES as SHIPPED
from klaxon.rules.games import game_named
from klaxon.rules.laws import seats_of
from klaxon.rules.walks import judge, random_walk, settle, walks
from klaxon.table.setup import make_header
from tests.rules.probes.base import RED, Probe, View, header_of
from tests.rules.probes.drift import Drift
from tests.rules.probes.fuse import Fuse
from tests.rules.probes.pact import Pact, Talks
from tests.rules.probes.watch import MEN, Watch

AnyGame = Game[Any, Any]

# Games to draft for


class Parley(Pact):
    """Pact, with its prompts in the view as docs/protocol.md has them."""

    def sight(self, state: Talks, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        view = {**super().sight(state, seat, lens).view}
        return Sight(view | {"prompts": [{"key": key, "verbs": ["choose"]} for key in view["prompts"]]})

    def open_prompts(self, view: View) -> Sequence[str]:
        return [prompt["key"] for prompt in view["prompts"]]


MENUS: tuple[dict[str, tuple[Field, ...]], ...] = (
    {
        "stop": (),
        "sign": (Field("name", FreeText("XY", 3)),),
        "address": (Field("to", Keyed("to", FreeText("AB", 2))), Field("deck", Span(1, 2))),
        "shout": (Field("what", FreeText("", 4), optional=True),),
        "send": (
            Field("rooms", PerKey({"circle": Span(1, 3), "square": OneOf(("bow", "stern"))})),
            Field("n", Span(1, 2)),
        ),
        "share": (Field("food", PerKey({"ham": Span(1, 2), "jam": Span(0, 1)}), optional=True),),
        "trace": (Field("section", Span(1, 4)), Field("steps", Recording("hull", "", 3), optional=True)),
        "log": (Field("dial", Keyed("dial", Recording("breach", "", 3))),),
        "turn": (Field("course", Keyed("to", Span(0, 270, 90, wraps=True))),),
        "say": (
            Field("first", OneOf((("row", "1"), ("row", "2"), "none"))),
            Field("second", OneOf((("column", "A"), "word"))),
            Field("third", Keyed("loud", OneOf(("yes", "no"))), optional=True),
        ),
    },
    {
        "sign": (Field("name", FreeText("YZ", 2)),),
        "address": (Field("to", Keyed("to", FreeText("B", 2))), Field("deck", Span(2, 3))),
        "shout": (Field("what", FreeText("", 2), optional=True),),
        "send": (Field("rooms", PerKey({"circle": Span(2, 3), "square": OneOf(("stern",))})), Field("n", Span(2, 3))),
        "share": (Field("food", PerKey({"jam": Span(0, 1), "ham": Span(1, 2)}), optional=True),),
        "trace": (Field("section", Span(2, 3)),),
        "say": (Field("first", OneOf((("row", "2"), "none"))), Field("second", OneOf((("column", "A"),)))),
    },
    {
        "send": (Field("rooms", PerKey({"circle": Span(1, 3)})),),
        "share": (),
        "say": (Field("first", OneOf(("none",))),),
    },
)
"""Menus of all kinds of arguments, each unlike the one before."""


class Galley(NamedTuple):
    now: int = 0
    menu: int = 0
    said: int = 0


class Pantry(Probe):
    """A game of nothing but arguments. What may be said changes with every order."""

    name = "pantry"
    seats = (RED,)
    verbs = tuple(Verb(verb, ("captain",)) for verb in MENUS[0])
    made: ClassVar[Any] = Galley

    def apply(self, state: Galley, order: Order) -> Step | Refusal:
        settled = judge(self, state, order)
        if isinstance(settled, Refusal):
            return settled
        told = Event("said", {"verb": settled.verb}, frozenset(seats_of(self)))
        return Step(state._replace(menu=(state.menu + 1) % len(MENUS), said=state.said + 1), (told,))

    def prompts(self, state: Galley) -> tuple[Prompt, ...]:
        return (Prompt(f"sign-{state.said}", RED, ("sign",)),) if "sign" in MENUS[state.menu] else ()

    def sight(self, state: Galley, seat: Seat, lens: Mapping[str, str]) -> Sight[View]:
        waiting = [{"key": prompt.key, "verbs": ["sign"]} for prompt in self.prompts(state) if prompt.seat == seat]
        return Sight({"seat": seat, "menu": state.menu, "prompts": waiting})

    def open_prompts(self, view: View) -> Sequence[str]:
        return [prompt["key"] for prompt in view["prompts"]]

    def offers(self, view: View) -> Sequence[Offer]:
        menu = MENUS[view["menu"]]
        bars = {verb: None if verb in menu else Refusal("not-now", {"verb": verb}) for verb in MENUS[0]}
        return tuple(Offer(verb, barred) for verb, barred in bars.items()) if view["seat"] == RED else ()

    def field(self, view: View, draft: Order) -> Field | None:
        left = list(draft.args)
        for field in MENUS[view["menu"]][draft.verb]:
            if not left:
                return field
            del left[: len(field.domain.domains) if isinstance(field.domain, PerKey) else 1]
        return None


def real_header(name: str, **options: str) -> Header:
    header = make_header(game_named(name), options, data.read, "7")
    assert isinstance(header, Header)
    return header


SONAR = {"rules": "wolfpack", "help": "clash", "undo": "yes", "detonate_window": "any", "xo_commands": "yes"}
GAMES: dict[str, tuple[AnyGame, Header]] = {
    "sonar": (game_named("sonar"), real_header("sonar")),
    "sonar, other rules": (game_named("sonar"), real_header("sonar", **SONAR)),
    "steam": (game_named("steam"), real_header("steam")),
    **{made.name: (made(), header_of(made())) for made in (Fuse, Drift, Parley, Watch, Pantry)},
}


class Moment(NamedTuple):
    """A state of a game with a seat that may act there, and its view as it came over the wire."""

    state: Any
    seat: Seat
    shown: Mapping[str, Any]


def moments(name: str, seed: int, most: int) -> Iterator[Moment]:
    """Play at random; yield every moment from the side of every seat that may act."""
    game, header = GAMES[name]
    dice = Random(f"{name} {seed}")
    state = game.setup(header)
    for _ in range(most):
        actors = game.actors(state)
        if not actors:
            return
        for seat in actors:
            yield Moment(state, seat, json.loads(json.dumps(game.show(game.sight(state, seat, {}).view))))
        orders = [random_walk(game, seat, game.sight(state, seat, {}).view, dice.randrange) for seat in actors]
        step = game.apply(state, dice.choice([order for order in orders if order is not None]))
        assert isinstance(step, Step)
        state = step.state


# What hands do


def say(draft: Draft, order: Order) -> None:
    """Make an order as a hand does: turn to each word of it, push where a word is not the last."""
    while draft.back():
        pass
    words = [order.verb, *_spelt(draft, order)]
    for place, word in enumerate(words):
        turn_to(draft, word)
        if place < len(words) - 1:
            assert draft.take() is None


def turn_to(draft: Draft, word: Token | None) -> None:
    """Turn the dial to a choice, one step after another: a verb, a value, or (None) the end of an order."""
    draft.turn(-1000)
    for _ in range(len(draft.choices)):
        choice = draft.choice_at_cursor
        assert choice is not None
        if choice.tokens == (word,) or (not choice.tokens and (choice.word or None) == word):
            return
        draft.turn(1)
    raise AssertionError(f"{word!r} is not on the dial: {[choice.word for choice in draft.choices]}")


def _spelt(draft: Draft, order: Order) -> Iterator[Token | None]:
    """Yield what has to be chosen after the verb: a text letter by letter, and the end of what may be left out."""
    view = draft._view
    left, so_far = list(order.args), Order(order.seat, order.verb)
    while (field := draft.game.field(view, so_far)) is not None:
        known = draft.game.name not in SHIPPED or f"field.{draft.game.name}.{field.name}" in catalogue("en")
        assert known, f"nobody can be asked for {field.name}"
        if not left:
            yield None
            return
        size = len(field.domain.domains) if isinstance(field.domain, PerKey) else 1
        taken, left = left[:size], left[size:]
        inner = field.domain.domain if isinstance(field.domain, Keyed) else field.domain
        if isinstance(inner, FreeText):
            yield from taken[0] if isinstance(taken[0], str) else taken[0][1]
            yield None
        else:
            yield from taken
        so_far = so_far.plus(*taken)


def orders_of(game: AnyGame, seat: Seat, view: Any, dice: Random) -> list[Order]:
    """Return orders that may be given now: all of them where they are few, else many of every kind."""
    endless_verbs = {o.verb for o in game.offers(view) if o.barred is None and _is_endless(game, seat, view, o.verb)}
    found = [order for order in islice(walks(game, seat, view), 400) if order.verb not in endless_verbs]
    for _ in range(20 if endless_verbs or len(found) == 400 else 0):
        order = random_walk(game, seat, view, dice.randrange)
        if order is not None and all(_on_the_dial(token) for token in order.args):
            found.append(order)
    return found if len(found) < 60 else dice.sample(found, 60)


def _is_endless(game: AnyGame, seat: Seat, view: Any, verb: str) -> bool:
    field = game.field(view, Order(seat, verb))
    return field is not None and endless(field.domain)


def _on_the_dial(token: Token) -> bool:
    """Tell whether a text has only letters of the dial; the walks of a test write it small."""
    word = token if isinstance(token, str) else token[1]
    return not word.islower() or set(word) <= set(LETTERS) or not set(word) <= set("klaxon")


def accepted(game: AnyGame, state: Any, order: Order) -> bool:
    """Tell whether the rules take an order as it comes over the wire."""
    return isinstance(game.apply(state, Order.read(str(order))), Step)


def looks(draft: Draft) -> tuple[object, ...]:
    """Return all that a hand and an eye know of a draft."""
    return draft.verb, draft.tokens, draft.part, draft.cursor, draft.choices, draft.field, draft.order


# The laws


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_every_legal_order_can_be_given_by_hand(name: str, seed: int) -> None:
    game, _ = GAMES[name]
    dice = Random(seed)
    said = 0
    for moment in moments(name, seed, 12):
        draft = Draft(game, moment.seat)
        draft.see(moment.shown)
        for order in orders_of(game, moment.seat, game.read_view(moment.shown), dice):
            say(draft, order)
            assert draft.order is not None
            assert draft.order._replace(answers=None) == order
            assert accepted(game, moment.state, draft.order)
            said += 1
    assert said > 10


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_a_hand_does_ok_gives_nothing_that_is_refused(name: str, seed: int) -> None:
    """The drafts live through the whole game, half made when the next view comes."""
    game, _ = GAMES[name]
    dice = Random(seed)
    drafts = {seat: Draft(game, seat) for seat in game.seats}
    given = kept = 0
    for moment in moments(name, seed, 40):
        draft, view = drafts[moment.seat], game.read_view(moment.shown)
        before = draft.order
        half_made = draft.verb
        draft.see(moment.shown)
        if before is not None and half_made and _is_walk(game, view, before):
            assert draft.order is not None, "what still holds stays"
            assert draft.order[:3] == before[:3]
            kept += 1
        for _ in range(6):
            fumble(draft, dice)
            if draft.order is not None:
                assert accepted(game, moment.state, draft.order)
                given += 1
        assert finish(draft, dice) or not draft.open, "from anywhere there is a way to an order"
        fumble(draft, dice)
    assert given > 5
    assert kept or name not in ("sonar", "sonar, other rules", "steam", "drift"), "some draft lived on"


def _is_walk(game: AnyGame, view: Any, order: Order) -> bool:
    """Tell whether an order may be given, word for word in the order of the menus."""
    settled = settle(game, view, order._replace(answers=None))
    return isinstance(settled, Order) and settled.args == order.args


def fumble(draft: Draft, dice: Random) -> None:
    """Do something at random; what can be undone is undone by BACK."""
    match dice.randrange(8):
        case 0:
            draft.back()
        case 1:
            draft.nudge(dice.choice(("north", "east", "south", "west")))
        case 2 | 3 | 4:
            draft.turn(dice.randrange(-5, 20))
        case _:
            before = looks(draft)
            draft.take()
            if looks(draft) != before:
                after = looks(draft)
                assert draft.back()
                assert looks(draft) == before, "BACK undoes what was taken"
                draft.take()
                assert looks(draft) == after


def finish(draft: Draft, dice: Random) -> Order | None:
    """Push on at random until OK would give an order."""
    for _ in range(60):
        if draft.order is not None:
            return draft.order
        draft.turn(dice.randrange(len(draft.choices) or 1) - draft.cursor)
        if draft.choice_at_cursor is not None and draft.choice_at_cursor.barred is None:
            draft.take()
    return draft.order


@pytest.mark.parametrize("name", ["sonar", "steam", "pact", "pantry"])
def test_an_answer_carries_the_key_of_its_prompt_and_nothing_else_does(name: str) -> None:
    game, _ = GAMES[name]
    dice = Random(1)
    answers = others = 0
    for moment in moments(name, 1, 40):
        waiting = {verb: prompt["key"] for prompt in moment.shown["prompts"] for verb in prompt["verbs"]}
        draft = Draft(game, moment.seat)
        draft.see(moment.shown)
        order = finish(draft, dice)
        if order is not None:
            assert order.answers == waiting.get(order.verb)
            answers, others = answers + (order.verb in waiting), others + (order.verb not in waiting)
    assert answers > 3
    assert others > 3 or name in ("pact", "steam")


def test_an_answer_to_a_window_that_closed_is_late() -> None:
    """The draft is made for one window; before OK another one opens."""
    game = Parley()
    state = game.setup(header_of(game))
    draft = Draft(game, RED)
    draft.see(game.show(game.view(state, RED)))
    order = finish(draft, Random(0))
    assert order is not None
    later = game.advance(state, game.due(state) or game.now(state)).state
    assert game.apply(later, order) == Refusal("late", {"prompt": "red.captain-1"})
    draft.see(game.show(game.view(later, RED)))
    assert draft.order == order._replace(answers="red.captain-2")


# Small things


def pantry(menu: int = 0) -> tuple[Draft, Pantry]:
    game = Pantry()
    draft = Draft(game, RED)
    see(draft, menu)
    return draft, game


def see(draft: Draft, menu: int) -> None:
    draft.see(draft.game.show(draft.game.view(Galley(menu=menu, said=menu), RED)))


def take(draft: Draft, *words: Token | None) -> None:
    for word in words:
        turn_to(draft, word)
        assert draft.take() is None


def test_a_draft_that_has_seen_nothing_says_nothing() -> None:
    draft = Draft(Pantry(), RED)
    draft.turn(3)
    draft.nudge("north")
    assert draft.take() is None
    assert not draft.back()
    assert (draft.order, draft.choice_at_cursor, draft.open, draft.needs_hold) == (None, None, False, False)


def test_a_barred_verb_says_why_and_is_no_order() -> None:
    draft, _ = pantry(1)
    turn_to(draft, "stop")
    assert draft.order is None
    assert draft.take() == Refusal("not-now", {"verb": "stop"})
    assert draft.verb == ""


def test_barred_verbs_stand_behind_open_ones() -> None:
    draft, _ = pantry(1)
    bars = [choice.barred is not None for choice in draft.choices]
    assert bars == sorted(bars)
    assert any(bars)


def test_the_usual_verbs_keep_their_places_while_one_of_them_is_open() -> None:
    usual = ("stop", "sign", "address")
    draft = Draft(Pantry(), RED, rank=dict.fromkeys(usual, 0))
    see(draft, 1)
    words, bars = zip(*((choice.word, choice.barred is not None) for choice in draft.choices), strict=True)
    assert words[:3] == usual
    assert bars[:3] == (True, False, False)
    assert list(bars[3:]) == sorted(bars[3:])
    assert draft.cursor == 1, "the dial begins at something that can be said"
    only = Draft(Pantry(), RED, rank={"stop": 0})
    see(only, 1)
    assert only.choices[0].word == "sign", "with none of them open they stand where all stand that are barred"


def test_a_text_is_spelt_and_goes_on_to_the_next_field() -> None:
    draft, _ = pantry()
    take(draft, "address", "B", "A")
    assert [choice.word for choice in draft.choices] == [""], "two letters are the longest"
    assert draft.order is None, "the deck is missing"
    take(draft, None)
    turn_to(draft, "2")
    assert str(draft.order) == "red.captain address to=BA 2"


def test_a_text_that_may_be_left_out_can_be() -> None:
    draft, _ = pantry()
    take(draft, "shout")
    assert str(draft.order) == "red.captain shout"
    take(draft, "A")
    turn_to(draft, None)
    assert str(draft.order) == "red.captain shout A"


def test_back_undoes_one_pair_of_several() -> None:
    draft, _ = pantry()
    take(draft, "send", ("circle", "2"), ("square", "stern"))
    assert draft.back()
    assert (draft.part, draft.tokens) == ((("circle", "2"),), ())
    assert draft.choice_at_cursor is not None
    assert draft.choice_at_cursor.tokens == (("square", "stern"),)


def test_the_end_of_what_may_be_left_out_leads_nowhere() -> None:
    draft, _ = pantry()
    take(draft, "trace", "3")
    turn_to(draft, None)
    before = looks(draft)
    assert draft.take() is None
    assert looks(draft) == before
    assert str(draft.order) == "red.captain trace 3"


def test_what_no_longer_fits_is_given_up_step_by_step() -> None:
    draft, _ = pantry()
    take(draft, "send", ("circle", "2"), ("square", "bow"))
    see(draft, 1)
    assert (draft.verb, draft.part, draft.tokens) == ("send", (("circle", "2"),), ()), "no bow in the new menu"
    take(draft, ("square", "stern"))
    see(draft, 2)
    assert (draft.verb, draft.part, draft.tokens) == ("send", (), ()), "no squares at all"
    see(draft, 0)
    take(draft, ("circle", "2"))
    see(draft, 2)
    assert draft.part == (), "one pair is all there is now: nothing would be left to take"
    turn_to(draft, ("circle", "3"))
    assert str(draft.order) == "red.captain send circle=3"


def test_a_verb_that_closes_takes_its_draft_with_it() -> None:
    draft, _ = pantry()
    take(draft, "log")
    see(draft, 1)
    assert (draft.verb, draft.tokens) == ("", ())
    assert draft.choice_at_cursor is not None
    assert draft.choice_at_cursor.word == "sign", "the answer that is waited for"


def test_a_verb_that_lost_its_arguments_is_whole() -> None:
    draft, _ = pantry()
    take(draft, "share")
    see(draft, 2)
    assert str(draft.order) == "red.captain share"


def test_letters_that_no_longer_fit_are_given_up() -> None:
    draft, _ = pantry()
    take(draft, "sign", "Y", "X")
    see(draft, 1)
    assert draft.part == ("Y",)


def test_the_cursor_stays_on_what_it_pointed_at() -> None:
    draft, _ = pantry()
    take(draft, "send")
    turn_to(draft, ("circle", "3"))
    see(draft, 1)
    assert draft.choice_at_cursor is not None
    assert draft.choice_at_cursor.word == "circle 3"
    assert draft.cursor == 1


def test_where_only_one_thing_can_be_said_its_arguments_come_first() -> None:
    draft = Draft(Fuse(), RED)
    shown = {"seat": RED, "over": False, "delays": 0, "wires": ["red", "green"]}
    draft.see(shown)
    assert draft.verb == "cut"
    assert draft.back()
    draft.see(shown)
    assert draft.verb == "", "who went back stays there"


def test_what_can_always_be_said_is_gone_into_by_hand_only() -> None:
    shown = {"seat": RED, "over": False, "delays": 0, "wires": ["red", "green"]}
    draft = Draft(Fuse(), RED, standing=("cut",))
    draft.see(shown)
    assert draft.verb == ""
    assert draft.choice_at_cursor is not None
    assert draft.choice_at_cursor.word == "cut"


def test_the_dial_begins_where_the_screen_says() -> None:
    shown = {"seat": RED, "over": False, "delays": 0, "wires": ["red", "green"]}
    draft = Draft(Fuse(), RED, first_value=lambda _view, order: "green" if order.verb == "cut" else "")
    draft.see(shown)
    assert draft.verb == "cut"
    assert draft.choice_at_cursor is not None
    assert draft.choice_at_cursor.word == "green"
    other = Draft(Fuse(), RED, first_value=lambda _view, _order: "nowhere")
    other.see(shown)
    assert other.cursor == 0


def test_sixteen_men_are_moved_by_one_order() -> None:
    game = Watch()
    draft = Draft(game, Seat("uboot.captain"))
    state = game.setup(header_of(game))
    draft.see(game.show(game.view(state, Seat("uboot.captain"))))
    take(draft, "change")
    for _ in MEN[:-1]:
        assert draft.order is None
        assert draft.take() is None
    assert draft.order is not None
    assert len(draft.order.args) == len(MEN)
    assert draft.needs_hold


def test_a_span_that_wraps_turns_round_and_another_stops() -> None:
    draft, _ = pantry()
    take(draft, "turn")
    draft.turn(-1)
    assert str(draft.order) == "red.captain turn to=270"
    draft.turn(1)
    assert str(draft.order) == "red.captain turn to=0"
    draft.back()
    take(draft, "trace")
    draft.turn(-1)
    assert draft.cursor == 0
    draft.turn(1000)
    assert draft.cursor == len(draft.choices) - 1


def test_begin_goes_straight_to_a_verb_that_is_open() -> None:
    draft, _ = pantry(1)
    assert draft.begin("sign")
    assert draft.verb == "sign"
    assert not draft.begin("stop")
    assert not draft.begin("swim")


# Course keys over points

SEA = real_header("sonar", chart="alpha-2", first="red")


def captain_placing() -> Draft:
    game, header = game_named("sonar"), SEA
    draft = Draft(game, RED)
    draft.see(game.show(game.sight(game.setup(header), RED, {}).view))
    assert draft.verb == "start"
    return draft


@pytest.mark.parametrize(
    ("direction", "east", "south"), [("north", 0, -1), ("east", 1, 0), ("south", 0, 1), ("west", -1, 0)]
)
def test_a_course_key_moves_to_a_point_that_way_wherever_there_is_one(direction: str, east: int, south: int) -> None:
    draft = captain_placing()
    points = {choice.word: (ord(choice.word[0]) - 65, int(choice.word[1:])) for choice in draft.choices}
    moved = stayed = 0
    for word, (column, row) in points.items():
        draft.point(word)
        draft.nudge(direction)
        assert draft.choice_at_cursor is not None
        new_column, new_row = points[draft.choice_at_cursor.word]
        beyond = [p for p in points.values() if (p[0] - column) * east + (p[1] - row) * south > 0]
        along = (new_column - column) * east + (new_row - row) * south
        if (column + east, row + south) in points.values():
            assert (new_column, new_row) == (column + east, row + south)
        if beyond:
            assert along > 0
            moved += 1
        else:
            assert draft.choice_at_cursor.word == word
            stayed += 1
    assert moved
    assert stayed


def test_a_course_key_walks_a_list_that_has_no_points() -> None:
    draft, _ = pantry()
    draft.restart()
    draft.turn(-100)
    for direction, cursor in (("south", 1), ("east", 2), ("north", 1), ("west", 0), ("north", 0)):
        draft.nudge(direction)
        assert draft.cursor == cursor

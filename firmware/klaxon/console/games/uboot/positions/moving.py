"""A change of positions at a station: presets for many men in one line, single men by hand, risks shown.

The dial chooses a preset, which shows at once where every man would go; push goes on to the men one by one. OK sends
all of them with one `move`, and then says `ready`; where they go as the order needs them, it also promises that they
man it, so that nobody is asked again when it is given. A role that has nobody to send for the order is ready by itself
after a while, unless somebody touches its station.
"""

from __future__ import annotations

from typing import NamedTuple

from klaxon.console.drawing.fonts import LABEL
from klaxon.console.drawing.parts import BottomLine, List, ListItem, Text, Title
from klaxon.console.drawing.screen import BOTTOM, Area, Place
from klaxon.console.games.uboot.boat.scheme import scheme_of
from klaxon.console.games.uboot.positions import moving_text, presets
from klaxon.console.games.uboot.positions.move_plan import BATTLE, ORDER, POSTS, ROOM, TOLD, MovePlan, MoveTarget
from klaxon.console.games.uboot.positions.moving_list import LINE, MoveLine, MovingList
from klaxon.console.games.uboot.positions.presets import TrainedPost
from klaxon.console.games.uboot.positions.promise import forget, mans, promise
from klaxon.console.games.uboot.scene import UbootView
from klaxon.console.play.drill import Drill, DrillHost
from klaxon.console.station.page import HEAD
from klaxon.console.station.timer import StationTimer
from klaxon.rules.contract import Order
from klaxon.rules.uboot.records import Positions
from klaxon.rules.uboot.words import ROLES, ROOMS, SHAPES

GRACE = 6.0
"""Seconds after which a role without anybody to send is ready by itself."""
FULL = 7
"""Lines of a panel above the bottom line: title, preset, four men, and their risks."""

WIDE = 256
"""Columns from which on the boat fits beside the men."""


class MoveField(NamedTuple):
    """What the dial sets: the preset (figure -1), the room of a man, or what he carries."""

    figure: int = -1
    is_load: bool = False


PRESET = MoveField()


class Moving(Drill[UbootView]):
    """One role's part of a change of positions."""

    verb = "move"

    @classmethod
    def due(cls, view: UbootView) -> bool:
        """Return whether the role has not reported ready yet."""
        return any("ready" in prompt.verbs for prompt in view.prompts)

    def __init__(self, bench: DrillHost) -> None:
        """Begin with nothing seen."""
        super().__init__(bench)
        self.plan: MovePlan
        """Where the men are to go."""
        self._presets: tuple[tuple[str, int], ...] = ()
        """Presets, each with its room, 0 for those that have none."""
        self._place = 0
        self._field = PRESET
        self._by_hand = False
        """Whether a man was sent elsewhere than in the preset."""
        self._on_boat = False
        """Whether the boat is shown instead of the men."""
        self._posts: tuple[TrainedPost, ...] = ()
        self._goes_on = False
        """Whether OK was pressed: what is left to send, and `ready`, follow by themselves."""
        self._given: Order | None = None
        """The last order, so that it is not given twice while its effect is on the way."""
        self._alarm = StationTimer(bench.later, self._report_ready)

    @property
    def busy(self) -> bool:
        """Whether the whole boat waits for it; but a relief who has no room yet comes first."""
        return not any("post" in prompt.verbs for prompt in self.view.prompts)

    @property
    def comes_by_itself(self) -> bool:
        """Whether the role reports ready by itself: it has nobody to send."""
        return self._alarm.is_set and not self.plan.to_send

    @property
    def positions(self) -> Positions:
        """The change that is going on."""
        return self.plan.positions

    @property
    def preset(self) -> str:
        """The preset that is shown."""
        return self._presets[self._place][0]

    def see(self, view: UbootView, *, running: bool) -> None:
        """Take a new view: choices stay as far as they are possible."""
        super().see(view, running=running)
        if view.board.positions is None:
            return
        told = MovePlan.as_told(view.board, view.board.positions, view.role)
        if not self._presets:
            self.plan = told
            self._begin()
        elif self.preset == TOLD and not self._by_hand:
            self.plan = told
        else:
            self.plan = self.plan.on(told)
            if self._by_hand and not self.plan.to_send:
                self._place, self._by_hand = 0, False  # all is told
        if self._field not in self._fields():
            self._field = PRESET
        if self._goes_on and running and self._order() != self._given:
            self._give()

    def _begin(self) -> None:
        """Show the preset that is most likely wanted: for the order, unless men were already sent."""
        board, role, positions = self.view.board, self.view.role, self.positions
        forget(role, self.bench.memory)
        self._posts = self._recall() or presets.posts_found(board, positions, role)
        first = ((TOLD, 0), (ORDER, 0)) if positions.purpose else ((TOLD, 0),)
        self._presets = (*first, (POSTS, 0), (BATTLE, 0), *((ROOM, room) for room in self._rooms_for_all()))
        if positions.purpose and all(board.at[figure] == positions.start[figure] for figure in self.plan.targets):
            self._choose(1)
            if not self.plan.to_send and presets.lack_for(board, positions, positions.purpose) is None:
                self._alarm.set(GRACE)

    def _report_ready(self) -> None:
        """Say `ready` for a role that nobody has touched; once more after a while, if it was not taken."""
        if self.free:
            self._give()
        self._alarm.set(GRACE)

    def _touch(self) -> None:
        """Somebody works the station: nothing goes by itself any more."""
        self._alarm.unset()
        self._stop_going_on()

    def _stop_going_on(self) -> None:
        """Let nothing follow from an OK any more."""
        self._goes_on = False
        forget(self.view.role, self.bench.memory)

    def on_refusal(self, code: str) -> None:
        """Called when the order was refused: the hand decides how to go on."""
        self._stop_going_on()

    def _rooms_for_all(self) -> list[int]:
        """Return the rooms to which at least two men of the role can be sent at once."""
        plan = self.plan
        return [room for room in ROOMS if sum(room in plan.rooms(figure) for figure in plan.targets) > 1]

    # The posts of before: what the hands at this station need not say twice

    def _recall(self) -> tuple[TrainedPost, ...]:
        """Return the posts that the role had after its last change in this game."""
        number, *posts = self.bench.memory.get(self._key, "0").split()
        if not 0 < int(number) < self.positions.numbers[ROLES.index(self.view.role)]:
            return ()
        return tuple(
            TrainedPost(tuple(symbols.split("+")), int(room)) for symbols, room in (each.split("=") for each in posts)
        )

    def close(self) -> None:
        """Remember the posts."""
        self._alarm.unset()
        view = self.view
        if view.board.positions is not None:
            number = view.board.positions.numbers[ROLES.index(view.role)]
            posts = (f"{'+'.join(post.symbols)}={post.room}" for post in presets.posts_of(view.board, view.role))
            self.bench.memory[self._key] = " ".join([str(number), *posts])

    @property
    def _key(self) -> str:
        return f"posts.{self.bench.seat}"

    # What the hand does

    def _fields(self) -> list[MoveField]:
        """Return the fields in the order of push: the preset, and for each man his room and his load, if any."""
        found = [PRESET]
        for figure in self.plan.targets:
            found.append(MoveField(figure))
            if self.plan.loads(figure):
                found.append(MoveField(figure, is_load=True))
        return found

    def _choose(self, place: int) -> None:
        self._place = max(0, min(len(self._presets) - 1, place))
        self.plan = self.plan.with_preset(*self._presets[self._place], self._posts)
        self._by_hand = False

    def turn(self, dial: int, steps: int) -> None:
        """Choose the preset, or where the man goes, or what he carries."""
        self._touch()
        figure, is_load = self._field
        if self._on_boat:
            return
        if self._field == PRESET:
            self._choose(self._place + steps)
        elif is_load:
            loads = ("", *self.plan.loads(figure))
            token = loads[_place_after(loads.index(self.plan.targets[figure].token), steps, len(loads))]
            self._send(figure, self.plan.targets[figure]._replace(token=token))
        else:
            rooms = self.plan.rooms(figure)
            self._send(
                figure, MoveTarget(rooms[_place_after(rooms.index(self.plan.targets[figure].room), steps, len(rooms))])
            )

    def _send(self, figure: int, target: MoveTarget) -> None:
        if target != self.plan.targets[figure]:
            self.plan, self._by_hand = self.plan.with_target(figure, target), True

    def push(self) -> None:
        """Go on to the next field; after the last man back to the presets."""
        self._touch()
        fields = self._fields()
        self._field = fields[(fields.index(self._field) + 1) % len(fields)]
        self._on_boat = False

    def back(self) -> bool:
        """Go back to the presets; from there show the boat, and then leave."""
        self._touch()
        if self._field != PRESET:
            self._field = PRESET
            return False
        self._on_boat = not self._on_boat
        return not self._on_boat

    def home(self) -> None:
        """Go back to the presets."""
        self._touch()
        self._field, self._on_boat = PRESET, False

    def course(self, direction: str) -> None:
        """North and south: another man; east and west: another room."""
        self._touch()
        if direction in ("east", "west"):
            self.turn(0, 1 if direction == "east" else -1)
            return
        rows = [field for field in self._fields() if not field.is_load]
        here = rows.index(self._field._replace(is_load=False))
        self._field = rows[_place_after(here, -1 if direction == "north" else 1, len(rows))]

    def ok(self) -> None:
        """Send the men whose moves have not been ordered yet, and report ready."""
        self._alarm.unset()
        self._goes_on = True
        if self._mans:
            promise(self.view.board, self.view.role, self.positions.purpose, self.bench.memory)
        self._give()

    @property
    def _mans(self) -> bool:
        """Whether OK sends men as the order needs them, and some of the role have places in it."""
        if self.preset != ORDER or self._by_hand or not self.plan.to_send:
            return False
        told = presets.for_order(self.view.board, self.positions, self.positions.purpose)
        return mans(told.board_after(self.view.board), self.view.role, self.positions.purpose)

    def _give(self) -> None:
        self._given = self._order()
        self.bench.give(self._given)

    def _order(self) -> Order:
        key = next((prompt.key for prompt in self.view.prompts if "ready" in prompt.verbs), None)
        words = self.plan.words
        return Order(self.bench.seat, "move", words, key) if words else Order(self.bench.seat, "ready", (), key)

    # What is shown

    def places(self, width: int, height: int) -> tuple[Place, ...]:
        """Show the preset over the men, and under them their risks; or the boat as it would be, or both."""
        head = Place(Area(0, 0, width, HEAD), self._title())
        room = Area(0, HEAD, width, height - BOTTOM - HEAD)
        boat = scheme_of(self.bench.phrases, self.view.board, self.plan.at(), role=self.view.role)
        if width >= WIDE:
            half = width // 2
            return head, *self._men(room._replace(width=half - 4)), Place(room._replace(x=half, width=half), boat)
        return (head, Place(room, boat)) if self._on_boat else (head, *self._men(room))

    def _men(self, room: Area) -> tuple[Place, ...]:
        """Return the preset, the men, and their risks; on a low panel these take the place of the preset."""
        figures = list(self.plan.targets)
        cursor = figures.index(self._field.figure) if self._field != PRESET else -1
        men = MovingList(tuple(self._line(figure) for figure in figures), cursor, self._field.is_load)
        has_note = room.height >= (FULL - 1) * LINE
        top = self._preset_line() if has_note or self._field == PRESET else self._note(room.width)
        note = Place(room._replace(y=room.y + room.height - LINE, height=LINE), self._note(room.width))
        return (
            Place(room._replace(height=LINE), top),
            Place(room._replace(y=room.y + LINE, height=len(figures) * LINE), men),
            *((note,) if has_note else ()),
        )

    def _title(self) -> Title:
        """Return the letter of the role, for a panel that works several, and what the change is for."""
        phrases, purpose = self.bench.phrases, self.positions.purpose
        ready = sum(not number for number in self.positions.numbers)
        letter = phrases.say(f"letter.uboot.{self.view.role}")
        order = phrases.verb(purpose or "change_positions")
        text = phrases.say("positions.uboot.for", order=order) if purpose else order
        return Title(f"{letter}: {text}", f"✓{ready}/{len(ROLES)}", f"{letter}: {order}")

    def _preset_line(self) -> List:
        """Return the name of the preset, with a pointer while the dial turns it."""
        preset, room = self._presets[self._place]
        say = self.bench.phrases.say
        text = say("preset.uboot.hand") if self._by_hand else say(f"preset.uboot.{preset}", room=room)
        where = f"{self._place + 1}/{len(self._presets)}"
        return List((ListItem(text, where),), 0 if self._field == PRESET else None, LABEL)

    def _line(self, figure: int) -> MoveLine:
        target, risks = self.plan.targets[figure], self.plan.risks(figure)
        return MoveLine(
            SHAPES[figure % 4],
            self.view.board.symbols(figure),
            self.positions.start[figure],
            target.room,
            self.plan.rooms(figure),
            target.token,
            risks[0].kind if risks else "",
            moving_text.line_text(self.bench.phrases, self.plan, figure),
        )

    def _note(self, width: int) -> Text:
        """Return the risks, or what the order lacks; for one man also his training."""
        phrases = self.bench.phrases
        if self._field == PRESET:
            for_order = self.preset == ORDER and not self._by_hand
            return Text((moving_text.plan_note(phrases, self.plan, width, for_order=for_order),), LABEL)
        figure, is_load = self._field
        return Text((moving_text.man_note(phrases, self.plan, figure, width, is_load=is_load),), LABEL)

    def bottom(self) -> BottomLine:
        """Return what OK does: send so many men and report ready; or that this comes by itself."""
        phrases, men = self.bench.phrases, self.plan.to_send
        if self.comes_by_itself:
            return BottomLine(phrases.say("positions.uboot.soon"))
        if not men:
            return BottomLine(phrases.order(Order(self.bench.seat, "ready")))
        if self._mans:
            return BottomLine(phrases.say("positions.uboot.send-man", count=len(men)))
        if len(men) == 1:
            shape, target = phrases.value(SHAPES[men[0] % 4]), self.plan.targets[men[0]]
            return BottomLine(phrases.say("positions.uboot.send-one", man=shape, room=target.room))
        return BottomLine(phrases.say("positions.uboot.send", count=len(men)))

    def coach(self) -> str:
        """Return what to do next."""
        return self.bench.phrases.say("coach.uboot.positions" if self._field == PRESET else "coach.uboot.positions-man")


def _place_after(place: int, steps: int, count: int) -> int:
    return max(0, min(count - 1, place + steps))

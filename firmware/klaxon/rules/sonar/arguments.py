"""Arguments of the verbs of Captain Sonar, and why a token is not allowed, computed from the view alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from klaxon.rules.contract import Field, Order, Refusal
from klaxon.rules.domains import FreeText, Keyed, OneOf, Recording, Span, Token
from klaxon.rules.sonar import circuits, scenarios
from klaxon.rules.sonar.chart import DIRECTIONS, Sea
from klaxon.rules.sonar.realtime import trace
from klaxon.rules.sonar.setting import BOXES, SCENARIO, SYSTEMS
from klaxon.rules.sonar.view import View
from klaxon.rules.walks import bad_argument

LONGEST_SILENCE = 4
_POINT = re.compile(r"[A-Z][1-9][0-9]*", re.ASCII)
NO_GUESS = "none"


def field(view: View, draft: Order) -> Field | None:
    """Return the next argument of a draft."""
    verb = draft.verb
    fields = _FIELDS.get(verb)
    if fields is None:
        return None
    args = draft.args
    if args:
        return fields[len(args)](view, draft) if len(args) < len(fields) else None
    known = view.fields
    if known is None:
        known = view.fields = {}
    elif verb in known:
        return known[verb]
    first = known[verb] = fields[0](view, draft)
    return first


def _points(view: View, bits: int) -> Field:
    return Field("point", OneOf(view.sea.name_all(bits)))


def _course_field(view: View, _draft: Order) -> Field:
    sea, boat = view.sea, view.boat
    clear = sea.water & ~(boat.route | boat.mines)
    return _courses(tuple([direction for direction, bit in sea.ways[boat.at] if clear & bit]))


@lru_cache(maxsize=16)
def _courses(directions: tuple[str, ...]) -> Field:
    return Field("direction", OneOf(directions))


def _start_field(view: View, _draft: Order) -> Field:
    return _points(view, view.sea.water)


def _torpedo_field(view: View, _draft: Order) -> Field:
    return _points(view, targets(view))


def _mine_field(view: View, _draft: Order) -> Field:
    return _points(view, mine_sites(view))


def _detonate_field(view: View, _draft: Order) -> Field:
    return _points(view, view.boat.mines & ~view.boat.fresh)


def _silence_field(_view: View, _draft: Order) -> Field:
    return Field("direction", OneOf(("stay", *DIRECTIONS)))


def _length_field(view: View, draft: Order) -> Field | None:
    direction = str(draft.args[0])
    return None if direction == "stay" else Field("length", Span(0, _clear_run(view, direction)[0]))


def _drone_field(view: View, _draft: Order) -> Field:
    return Field("sector", OneOf(view.sea.sectors))


def _charge_field(view: View, _draft: Order) -> Field:
    if view.sea.bases:
        return Field("system", OneOf(scenarios.chargeable(view.boat, view.setting)))
    return _chargeable(view.boat.gauges)


@lru_cache(maxsize=4096)
def _chargeable(gauges: tuple[int, ...]) -> Field:
    return Field("system", OneOf(tuple(s for s, boxes in zip(SYSTEMS, gauges, strict=True) if boxes < BOXES[s])))


def _repair_field(view: View, _draft: Order) -> Field:
    return Field("system", OneOf(scenarios.repairable(view.sea, view.boat)))


def _volcano_field(view: View, _draft: Order) -> Field:
    return Field("volcano", OneOf(tuple(view.sea.volcanoes)))


def _guess_field(view: View, _draft: Order) -> Field:
    return Field("point", OneOf((NO_GUESS, *view.sea.name_all(view.sea.water))))


def _break_field(view: View, _draft: Order) -> Field:
    owed = _RADIATION if view.boat.penalty_due else circuits.SECTION_BITS[view.boat.section]
    return _breakable(owed & ~view.boat.panel)


_RADIATION = circuits.KIND_BITS[circuits.RADIATION]


@lru_cache(maxsize=512)
def _breakable(free: int) -> Field:
    return Field("symbol", OneOf(circuits.symbol_names(free)))


def _statement_field(view: View, draft: Order) -> Field:
    """Return the first or second statement of a sonar answer: of two kinds, exactly one true (SON-71)."""
    sea, at = view.sea, view.boat.at
    values = statements(sea)
    true = {"row": str(sea.row(at)), "column": sea.column(at), "sector": str(sea.sector[at])}
    if not draft.args:
        return Field("statement", OneOf(tuple((kind, value) for kind in values for value in values[kind])))
    first, said = draft.args[0][0], draft.args[0][1]
    fitting = ((k, v) for k in values if k != first for v in values[k] if (v == true[k]) != (said == true[first]))
    return Field("statement", OneOf(tuple(fitting)))


def statements(sea: Sea) -> dict[str, tuple[str, ...]]:
    """Return the possible statements about a point: kind -> values."""
    return {
        "row": tuple(str(row) for row in range(1, sea.height + 1)),
        "column": tuple(chr(65 + column) for column in range(sea.width)),
        "sector": sea.sectors,
    }


def _section_field(view: View, _draft: Order) -> Field:
    """Return the sections of the hull that nobody has traced (SON-82)."""
    repair = view.boat.watch.repair
    signed = repair.signed if repair else ()
    return Field("section", OneOf(tuple(s for s, role in zip(trace.SECTIONS, signed, strict=False) if not role)))


def _recording_field(view: View, draft: Order) -> Field:
    """Return the recording of a trace: none before the pen can have run the whole section; `-` stands for none."""
    setting, repair = view.setting, view.boat.watch.repair
    if repair and repair.pen(view.role):
        return Field("recording", OneOf((trace.NONE,)), optional=True)
    drill, needed = f"{setting.trace_speed} {draft.args[0]}", setting.trace == "recorded"
    made = Recording("hull", drill, trace.LONGEST, _is_trace if needed else _traced_or_not)
    return Field("recording", made, optional=not needed)


def _is_trace(drill: str, word: str) -> bool:
    return trace.possible(drill.partition(" ")[0], word)


def _traced_or_not(drill: str, word: str) -> bool:
    return word == trace.NONE or _is_trace(drill, word)


def _initials_field(_view: View, _draft: Order) -> Field:
    return Field("initials", Keyed("initials", FreeText("", 3)), optional=True)


_FIELDS: dict[str, tuple[Callable[[View, Order], Field | None], ...]] = {
    "start": (_start_field,),
    "course": (_course_field,),
    "torpedo": (_torpedo_field,),
    "mine": (_mine_field,),
    "detonate": (_detonate_field,),
    "silence": (_silence_field, _length_field),
    "drone": (_drone_field,),
    "charge": (_charge_field,),
    "repair": (_repair_field,),
    "volcano": (_volcano_field,),
    "break": (_break_field,),
    "guess": (_guess_field,),
    "answer": (_statement_field, _statement_field),
    "trace": (_section_field, _recording_field, _initials_field),
}


def why(view: View, draft: Order, token: Token) -> Refusal:
    """Return why a token is not an argument of a draft: the most specific reason that is true."""
    asked = field(view, draft)
    reason = _REASONS.get(draft.verb)
    if asked is None:
        code = ""
    elif draft.verb == "answer":
        code = _why_answer(view, draft, token)
    elif isinstance(token, str):
        code = reason(view, draft, token) if reason else ""
    else:
        code = "recording-first" if draft.verb == "trace" and len(draft.args) == 1 and token[0] == "initials" else ""
    return Refusal(code, {"verb": draft.verb, "token": token}) if code else bad_argument(asked, draft, token)


def _why_course(view: View, _draft: Order, word: str) -> str:
    return _obstacle(view, view.sea.next[word][view.boat.at]) if word in DIRECTIONS else ""


def _why_point(view: View, draft: Order, word: str) -> str:
    """Return what is wrong with a point: off the chart, not sea, or out of the weapon's range."""
    sea, boat = view.sea, view.boat
    if not _POINT.fullmatch(word):
        return "not-latin" if word[:1].isalpha() and not word[:1].isascii() else "no-point"
    if word not in sea.index:
        return "off-chart"
    point = sea.index[word]
    if draft.verb == "detonate":
        return "too-fresh" if boat.fresh >> point & 1 else "no-mine-there"
    if not sea.water >> point & 1:
        return "island"
    if draft.verb == "mine" and (sea.around[boat.at] | 1 << boat.at) >> point & 1:
        return _obstacle(view, point)
    return "out-of-range"


def _why_silence(view: View, draft: Order, word: str) -> str:
    if not draft.args or not (word.isascii() and word.isdigit()):
        return ""
    if len(word) > 1 or int(word) > LONGEST_SILENCE:
        return "too-long"
    return _clear_run(view, str(draft.args[0]))[1]


def _why_charge(view: View, _draft: Order, word: str) -> str:
    if word in BOXES:
        return "wrecked" if word in view.boat.rig.wrecked else "full"
    if word != SCENARIO:
        return ""
    if view.sea.bases and view.setting.echo_gauge == "choice":
        return "full"
    return "not-by-hand" if view.sea.bases or view.sea.volcanoes else "no-such-system"


def _why_repair(view: View, _draft: Order, word: str) -> str:
    if word not in BOXES:
        return ""
    return "other-base" if word in view.boat.rig.wrecked else "not-wrecked"


def _why_break(view: View, _draft: Order, word: str) -> str:
    if word not in circuits.BIT:
        return ""
    if circuits.BIT[word] & view.boat.panel:
        return "crossed"
    return "not-radiation" if view.boat.penalty_due else "wrong-section"


def _why_answer(view: View, draft: Order, token: Token) -> str:
    """Return what is wrong with the statements of an answer: unknown, two of a kind, both true or both false."""
    if not draft.args or not isinstance(token, tuple):
        return ""
    kind, value = token
    if kind == draft.args[0][0]:
        return "same-kind"
    return "one-true-one-false" if value in statements(view.sea).get(kind, ()) else ""


def _why_trace(view: View, draft: Order, word: str) -> str:
    repair = view.boat.watch.repair
    if not draft.args:
        return "already-traced" if word in trace.SECTIONS else ""
    running = repair is not None and repair.pen(view.role)
    return "" if len(draft.args) > 1 else "too-soon" if running else "bad-recording"


_REASONS: dict[str, Callable[[View, Order, str], str]] = {
    "start": _why_point,
    "course": _why_course,
    "torpedo": _why_point,
    "mine": _why_point,
    "detonate": _why_point,
    "silence": _why_silence,
    "charge": _why_charge,
    "repair": _why_repair,
    "break": _why_break,
    "guess": _why_point,
    "trace": _why_trace,
}


def _obstacle(view: View, point: int) -> str:
    """Return what keeps the boat from a point, '' if nothing does (SON-11)."""
    if point < 0:
        return "off-chart"
    if not view.sea.water >> point & 1:
        return "island"
    if view.boat.route >> point & 1:
        return "route"
    return "own-mine" if view.boat.mines >> point & 1 else ""


def targets(view: View) -> int:
    """Return the points a torpedo can hit."""
    return view.sea.reach(view.boat.at, view.sea.water, over_land=view.setting.torpedo_path == "plain")


def mine_sites(view: View) -> int:
    """Return the points where a mine can be laid."""
    sea, boat = view.sea, view.boat
    return sea.around[boat.at] & sea.water & ~(boat.route | boat.mines)


def _clear_run(view: View, direction: str) -> tuple[int, str]:
    """Return how far silence may go in a direction, and what stops it (SON-72)."""
    point = view.boat.at
    for length in range(LONGEST_SILENCE):
        point = view.sea.next[direction][point]
        obstacle = _obstacle(view, point)
        if obstacle:
            return length, obstacle
    return LONGEST_SILENCE, "too-long"


def may_sail(sea: Sea, at: int, blocked: int) -> bool:
    """Return whether any course is legal; if none is, that is a blackout (SON-15)."""
    return bool(sea.cross[at] & sea.water & ~blocked)

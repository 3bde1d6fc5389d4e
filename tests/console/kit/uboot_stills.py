"""Stills: moments of U-BOOT whose panels are kept as golden frames."""

from __future__ import annotations

from collections.abc import Callable

from klaxon.rules.contract import Ms
from tests.console.kit.uboot_radio_stills import RADIO_STILLS
from tests.console.kit.uboot_scenes import CAPTAIN, ENGINEER, FIRST, NAVIGATOR, Room
from tests.rules.uboot.kit.aims import bound_on, decode, sunk
from tests.rules.uboot.kit.boat import MINUTE, ROLES, Boat

DIVERS = {"engineer.triangle": 5, "engineer.hexagon": 6}
ON_THE_BRIDGE = {"navigator.circle": 8, "navigator.square": 8}
SMOKE = [
    {"at": "0:00:10", "do": "contact", "id": "c1", "by": "lookout", "klass": "merchant", "bearing": 45, "range": 9000}
]


def in_port() -> Room:
    """Return a boat before it has begun."""
    return Room.at(boat=Boat(begun=False))


def on_patrol() -> Room:
    """Return a boat that has sunk a ship, with a second objective that it knows and is about."""
    aims = ({"kind": "sink_grt", "n": 8000}, {"kind": "rescue", "cell": "AM12"})
    boat = bound_on(*aims, script=[sunk("0:10:00")])
    decode(boat)
    boat.wait(15 * MINUTE)
    return Room.at(boat=boat)


def at_sea() -> Room:
    """Return a boat that has just begun."""
    return Room.at()


def sent_in_vain(*moves: str) -> Room:
    """Return a boat after a change of posts for more speed; nobody went but as `moves` say."""
    ready = [f"{role} ready" for role in ROLES]
    return Room.at("captain change_positions for=new_speed", *moves, *ready)


def dive_announced() -> Room:
    """Return a boat whose captain has ordered a dive, with men at hand for all places."""
    return Room.at("captain dive 40", boat=Boat(figures=DIVERS))


def dive_half_manned() -> Room:
    """Return the same after the first officer has named his men."""
    return Room.at("captain dive 40", "first_officer assign", boat=Boat(figures=DIVERS))


def diving() -> Room:
    """Return a boat on its way down."""
    lines = ("captain dive 40", "first_officer assign", "engineer assign")
    room = Room.at(*lines, boat=Boat(figures=DIVERS))
    return passed(room, 20_000)


def passed(room: Room, ms: int) -> Room:
    """Let time go by aboard, with all that it brings."""
    until = Ms(room.game.now(room.state) + ms)
    while room.game.now(room.state) < until:
        room.take(room.game.advance(room.state, until))
    return room


def turning() -> Room:
    """Return a boat whose captain has ordered a new course."""
    return Room.at("captain new_course 330")


def in_sight() -> Room:
    """Return a boat that has sighted smoke."""
    return passed(Room.at(boat=Boat(SMOKE, course=270)), 20_000)


def after_the_bell() -> Room:
    """Return a boat with the other shift on watch."""
    boat = Boat(figures=ON_THE_BRIDGE, men={"captain.circle.1": {"act": 2}})
    return passed(
        Room.at("captain watch", "navigator assign", "navigator done", "captain time transit", boat=boat), 61_000
    )


def worn_out() -> Room:
    """Return a boat with maladies, a dead man and low tracks."""
    men = {
        "captain.circle.1": {"act": 3},
        "navigator.square.1": {"cards": ["muscle-spasm"]},
        "engineer.hexagon.1": {"dead": True},
    }
    return Room.at(boat=Boat(men=men, order=0, morale=1, surfaced=False, depth=60))


def lookouts_asked() -> Room:
    """Return a boat whose captain wants lookouts."""
    return Room.at("captain watch", boat=Boat(figures=ON_THE_BRIDGE))


def stokers() -> Room:
    """Return a boat with two engineers at the diesels."""
    return Room.at(boat=Boat(figures={"engineer.triangle": 5, "engineer.hexagon": 5}))


def relieved() -> Room:
    """Return a boat after the bell: the relief of a dead man has to be given a room."""
    figures = {"first_officer.circle": 3, "first_officer.square": 3, "navigator.circle": 3}
    boat = Boat(men={"captain.circle.1": {"dead": True}}, rooms={"2": {"flooded": True}}, figures=figures)
    return passed(Room.at("captain time transit", boat=boat), 61_000)


def ended() -> Room:
    """Return a mission that time has ended."""
    return passed(Room.at("captain time transit", boat=Boat(HOURS=2)), 31_000)


PYRAMID = ["eggs", "meat", "bread", "potato", "onion", "lemon"]


def cooking() -> Room:
    """Return a boat whose cook is named, with every food but fish in the pyramid."""
    return Room.at("captain cook", "navigator assign square", boat=Boat(pyramid=PYRAMID, order=6))


def sick() -> Boat:
    """Return a boat with three patients in the officers' quarters; one of them lacks his medicine."""
    men = {
        "captain.circle.1": {"cards": ["graze", "streaming-eyes"]},
        "captain.square.1": {"cards": ["deep-burns"]},
        "navigator.circle.1": {"treated": ["concussion"]},
    }
    medicine = {"tablets": 3, "ointment": 2, "bandage": 4, "injection": 0, "surgery": 2}
    return Boat(men=men, medicine=medicine, figures={"captain.square": 2})


def treating() -> Room:
    """Return the same with the medic named."""
    return Room.at("captain first_aid 2", "first_officer assign circle", boat=sick())


def on_deck() -> Room:
    """Return a boat with tired lookouts on the bridge."""
    men = {f"{man}.1": {"act": 2} for man in ON_THE_BRIDGE}
    return Room.at(boat=Boat(figures=ON_THE_BRIDGE, men=men))


HAND = ["gramophone", "all-hands-one-room", "share-the-load"]
SPEAKER = {"captain.circle": 3}


def hand_of_cards() -> Room:
    """Return a boat whose commander stands where he can address the crew."""
    return Room.at(
        boat=Boat(hand=HAND, figures=SPEAKER, men={"engineer.circle.1": {"act": 2}, "captain.square.1": {"act": 1}})
    )


def asked_by_a_card() -> Room:
    """Return the same after a card that leaves a room to him."""
    lines = ("uboot.captain address all-hands-one-room", "uboot.captain assign circle")
    room = hand_of_cards()
    for line in lines:
        room = room.give(line)
    return room


def under_the_first_officer() -> Room:
    """Return a boat whose crew has relieved the captain."""
    script = [{"at": "0:00:10", "do": "morale", "n": -1}]
    return passed(Room.at(boat=Boat(script, morale=3, decks={"morale3": ["relieve-the-commander"]})), 20_000)


TEAM = {**dict.fromkeys((f"engineer.{shape}" for shape in ("circle", "square", "triangle", "hexagon")), 2)}


def in_trouble() -> Room:
    """Return a boat with a breach, an emergency, faults and a team at one of them."""
    script = [
        {"at": "0:00:10", "do": "breach", "room": 2},
        {"at": "0:00:20", "do": "emergency", "kind": "leak", "room": 4},
        {"at": "0:00:20", "do": "emergency", "kind": "gas", "room": 5},
    ]
    faults = {"rudder-control": "yellow", "port-diesel": "red", "hydrophone-amplifier": "green"}
    boat = Boat(script, faults=faults, surfaced=False, depth=60, morale=10)
    boat.play("captain repair_fault rudder-control", "engineer assign circle square", "engineer done")
    return passed(Room.at(boat=boat), 30_000)


def at_the_breach(rules: str = "") -> Room:
    """Return a boat whose engineer has to seal a breach."""
    boat = Boat([{"at": "0:00:10", "do": "breach", "room": 2}], figures=TEAM, morale=10, rules=rules)
    boat.wait(10_000)
    boat.play("captain repair_breach 2", "engineer assign", "captain assign circle", "engineer done")
    return passed(Room.at(boat=boat), 5_000)


def card_at_hand() -> Room:
    """Return a boat whose engineer may play a card for a repair."""
    boat = Boat(
        faults={"rudder-control": "red"},
        rooms={"3": {"toolboxes": ["toolbox-a"]}},
        engineer={"a": ["gasket-set"], "b": ["fuse-box"]},
    )
    return Room.at("captain repair_fault rudder-control", "engineer assign circle", boat=boat)


STILLS: dict[str, tuple[str, Callable[[], Room]]] = {
    "captain-setup": (CAPTAIN, in_port),
    "first-setup": (FIRST, in_port),
    "engineer-setup": (ENGINEER, in_port),
    "captain-orders": (CAPTAIN, at_sea),
    "captain-course": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "new_course")),
    "captain-speed-barred": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "new_speed")),
    "captain-in-vain": (CAPTAIN, lambda: sent_in_vain().choose(CAPTAIN, "new_speed")),
    "captain-dive-barred": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "dive")),
    "captain-watch-barred": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "watch")),
    "captain-more": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "time")),
    "captain-morale": (CAPTAIN, worn_out),
    "captain-rose": (CAPTAIN, lambda: in_sight().choose(CAPTAIN, "new_course", "330")),
    "captain-speed": (CAPTAIN, lambda: stokers().choose(CAPTAIN, "new_speed", "half")),
    "captain-depth": (CAPTAIN, lambda: Room.at(boat=Boat(figures=DIVERS)).choose(CAPTAIN, "dive", "40")),
    "captain-time": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "time", "accelerated")),
    "captain-change": (CAPTAIN, lambda: at_sea().choose(CAPTAIN, "change_positions", "dive")),
    "captain-pending": (CAPTAIN, dive_half_manned),
    "captain-belay": (CAPTAIN, lambda: dive_half_manned().leaf(CAPTAIN).choose(CAPTAIN, "belay")),
    "captain-tracks": (CAPTAIN, lambda: at_sea().page(CAPTAIN, "tracks")),
    "captain-tracks-low": (CAPTAIN, lambda: worn_out().page(CAPTAIN, "tracks")),
    "captain-crew": (CAPTAIN, lambda: worn_out().page(CAPTAIN, "crew").turn(CAPTAIN, 9)),
    "first-feed": (FIRST, in_sight),
    "first-feed-read": (FIRST, lambda: in_sight().press(FIRST, "ok")),
    "first-helm": (FIRST, lambda: in_sight().leaf(FIRST).turn(FIRST, 60)),
    "first-time": (FIRST, lambda: in_sight().page(FIRST, "orders").choose(FIRST, "time", "dynamic")),
    "first-menu": (FIRST, lambda: in_sight().page(FIRST, "orders")),
    "first-assign": (FIRST, turning),
    "first-assign-man": (FIRST, lambda: turning().choose(FIRST, "triangle", "hexagon")),
    "first-assign-dive": (FIRST, dive_announced),
    "engineer-assign": (ENGINEER, dive_half_manned),
    "navigator-assign": (NAVIGATOR, lookouts_asked),
    "navigator-done": (NAVIGATOR, lambda: lookouts_asked().give("uboot.navigator assign")),
    "navigator-waits": (NAVIGATOR, turning),
    "navigator-pending": (NAVIGATOR, dive_half_manned),
    "first-diving": (FIRST, diving),
    "first-bell": (FIRST, after_the_bell),
    "captain-bell": (CAPTAIN, after_the_bell),
    "captain-post": (CAPTAIN, relieved),
    "captain-post-room": (CAPTAIN, lambda: relieved().choose(CAPTAIN, "circle", "3")),
    "captain-over": (CAPTAIN, ended),
    "captain-mission": (CAPTAIN, lambda: on_patrol().page(CAPTAIN, "mission")),
    "first-briefing": (FIRST, lambda: in_port().page(FIRST, "mission")),
    "captain-changing": (CAPTAIN, lambda: Room.at("captain change_positions for=dive")),
    "navigator-galley": (NAVIGATOR, lambda: Room.at(boat=Boat(pyramid=PYRAMID)).page(NAVIGATOR, "galley")),
    "navigator-galley-lacks": (
        NAVIGATOR,
        lambda: (
            Room.at(boat=Boat(pyramid=PYRAMID, ration=["bread", "fish"])).page(NAVIGATOR, "galley").turn(NAVIGATOR, 4)
        ),
    ),
    "navigator-galley-empty": (
        NAVIGATOR,
        lambda: (
            Room.at(boat=Boat(pyramid=["lemon", *[""] * 5], supply=[])).page(NAVIGATOR, "galley").turn(NAVIGATOR, 3)
        ),
    ),
    "navigator-cook": (NAVIGATOR, cooking),
    "navigator-dish": (NAVIGATOR, lambda: cooking().choose(NAVIGATOR, "dish", "bacon-omelette")),
    "navigator-dish-cell": (NAVIGATOR, lambda: cooking().choose(NAVIGATOR, "dish", "4", "2")),
    "navigator-swap": (NAVIGATOR, lambda: cooking().choose(NAVIGATOR, "swap", "1", "5")),
    "first-sickbay": (FIRST, lambda: Room.at(boat=sick()).press(FIRST, "ok").page(FIRST, "sickbay")),
    "first-sickbay-empty": (FIRST, lambda: at_sea().press(FIRST, "ok").page(FIRST, "sickbay")),
    "first-sickbay-lacks": (
        FIRST,
        lambda: Room.at(boat=sick()).press(FIRST, "ok").page(FIRST, "sickbay").turn(FIRST, 9),
    ),
    **RADIO_STILLS,
    "first-treat": (FIRST, lambda: treating().choose(FIRST, "treat", "captain.circle")),
    "navigator-smoke": (
        NAVIGATOR,
        lambda: on_deck().page(NAVIGATOR, "orders").choose(NAVIGATOR, "smoke", "navigator.circle"),
    ),
    "captain-address": (CAPTAIN, lambda: hand_of_cards().choose(CAPTAIN, "address", "all-hands-one-room")),
    "captain-choose": (CAPTAIN, lambda: asked_by_a_card().choose(CAPTAIN, "3")),
    "captain-asked": (CAPTAIN, asked_by_a_card),
    "captain-relieved": (CAPTAIN, under_the_first_officer),
    "first-commands": (FIRST, lambda: under_the_first_officer().page(FIRST, "orders")),
    "engineer-trouble": (ENGINEER, lambda: in_trouble().leaf(ENGINEER)),
    "engineer-trouble-fault": (ENGINEER, lambda: in_trouble().leaf(ENGINEER).turn(ENGINEER, 4)),
    "engineer-boat-breach": (ENGINEER, in_trouble),
    "engineer-seal": (ENGINEER, at_the_breach),
    "engineer-seal-turn": (ENGINEER, lambda: at_the_breach().choose(ENGINEER, "1", "2")),
    "engineer-seal-pieces": (ENGINEER, lambda: at_the_breach("puzzle=pieces").choose(ENGINEER, "3:1", "7:0")),
    "engineer-card": (ENGINEER, lambda: card_at_hand().choose(ENGINEER, "card", "gasket-set")),
    "captain-repair": (CAPTAIN, lambda: in_trouble().choose(CAPTAIN, "repair_fault")),
    "captain-no-orders": (CAPTAIN, lambda: Room.at(boat=Boat(order=0, morale=0))),
}
"""Name -> seat, and how the moment is made."""

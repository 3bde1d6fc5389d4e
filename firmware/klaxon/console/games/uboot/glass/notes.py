"""What a station notes down of an attack: the target, its class by the book, and the draft of the TDC.

Notes are part of the lens that the rules do not know: they never leave the station.
"""

from __future__ import annotations

from collections.abc import Mapping

from klaxon.console.games.uboot.glass import measuring
from klaxon.console.games.uboot.scene import Scene
from klaxon.rules.uboot.library import BookShip

CONTACT = "contact"
"""The contact that is dealt with: marked in a glass, or chosen in a list or on the plot."""
CLASS = "class."
"""Before a contact: the class it was noted as."""
DRAFT = "tdc."
"""Before a contact and a field of the TDC: a value and when it was noted (`40@9000`), for all stations of the boat."""
SPEED = "knots"
"""The speed that the stopwatch gave last, in tenths of knots."""


def target(scene: Scene) -> str:
    """Return the ship that is dealt with: that of the TDC, else the one marked or chosen last; '' if there is none."""
    laid = next((view.contact for view in scene.view.board.glass if view.name == "tdc"), "")
    if laid:
        return laid
    contacts = scene.view.board.waters.contacts
    ships = [contact.name for contact in contacts if contact.kind != "group"]
    chosen = scene.lens.get(CONTACT, "")
    return chosen if chosen in ships else ships[0] if ships else ""


def chosen_contact(scene: Scene) -> str:
    """Return the contact that was marked or chosen last, else the first one; '' if there is none."""
    names = [contact.name for contact in scene.view.board.waters.contacts]
    chosen = scene.lens.get(CONTACT, "")
    return chosen if chosen in names else names[0] if names else ""


def is_aiming(scene: Scene) -> bool:
    """Return whether the TDC is open."""
    return "tdc" in scene.view.open_views


def noted_ship(scene: Scene, contact: str) -> BookShip | None:
    """Return the class of a contact: as it was identified for all, else as this seat has noted it."""
    known = next((each for each in scene.view.board.waters.contacts if each.name == contact), None)
    fields = dict(known.fields) if known else {}
    name = str(fields.get("ship", "")) or scene.lens.get(f"{CLASS}{contact}", "")
    return scene.view.board.handbook.library.ship(name)


def with_class(scene: Scene, contact: str, ship: str) -> Mapping[str, str]:
    """Return the lens with a contact noted as a ship of a class."""
    return {**scene.lens, f"{CLASS}{contact}": ship}


def noted_value(scene: Scene, contact: str, field: str) -> int | None:
    """Return what somebody noted for a field of the TDC and a contact since that was set; None: nothing."""
    value, _, at = scene.lens.get(f"{DRAFT}{contact}.{field}", "").partition("@")
    return int(value) if value and int(at) > _set_at(scene, contact) else None


def _set_at(scene: Scene, contact: str) -> int:
    """Return the moment of play at which the TDC was set for a contact, -1: never."""
    solution = scene.view.arms.solution
    if solution is None or solution.contact != contact or not scene.heard:
        return -1
    found = (heard.at for heard in reversed(scene.heard) if heard.type == "solution")
    return next(found, scene.heard[0].at)  # longer ago than anything that is remembered


def with_value(scene: Scene, contact: str, field: str, value: int) -> Mapping[str, str]:
    """Return the lens with a value for a field of the TDC, noted for a contact at this moment."""
    return {**scene.lens, f"{DRAFT}{contact}.{field}": f"{value}@{scene.now}"}


def with_mark(scene: Scene, contact: str, bearing: int) -> Mapping[str, str]:
    """Return the lens with a contact marked; its bearing (tenths) goes into the draft of the TDC."""
    lens = with_value(scene, contact or target(scene), "bearing", (bearing + 5) // 10 % 360)
    return {**lens, CONTACT: contact} if contact else lens


def with_range(scene: Scene, metres: int) -> Mapping[str, str]:
    """Return the lens with a range in the draft of the TDC."""
    return with_value(scene, target(scene), "range", measuring.as_set(metres))


def with_speed(scene: Scene, tenths: int) -> Mapping[str, str]:
    """Return the lens with a speed (tenths of knots) in the draft of the TDC, if one was measured."""
    if not tenths:
        return scene.lens
    return {**with_value(scene, target(scene), "speed", min(40, (tenths + 5) // 10)), SPEED: str(tenths)}


def speed_taken(scene: Scene) -> int:
    """Return the speed that the stopwatch gave last, in tenths of knots; 0: none."""
    return int(scene.lens.get(SPEED, "0"))

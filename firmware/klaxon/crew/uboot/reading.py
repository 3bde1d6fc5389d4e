"""Reading views quickly: what did not change since the last view is not worked out again, and most need no reading.

Three of the four roles have nothing to say most of the time; whether they might is seen from a few parts of the data.
"""

from __future__ import annotations

from typing import Any

from klaxon.crew.uboot.notes import REAL
from klaxon.crew.understudy import Shown
from klaxon.rules.contract import Seat
from klaxon.rules.uboot.from_data import read_view
from klaxon.rules.uboot.views import View

OUTSIDE = (7, 8)
EYES = ("lookout", "periscope")


class ViewReader:
    """Reads views one after another."""

    def __init__(self) -> None:
        """Begin without a view."""
        self._shared: Any = None
        self._last: View | None = None

    def read(self, shown: Shown) -> View:
        """Return a view. The seats of one state share a board; of another state only what changed is read."""
        shared = getattr(shown, "shared", None)
        if shared is not None and shared is self._shared and self._last is not None:
            return View(Seat(shown["seat"]), self._last.present)
        view = read_view(shown, self._last)
        self._shared, self._last = shared, view
        return view


def role_of(shown: Shown) -> str:
    """Return the role of the seat of a view."""
    return str(shown["seat"]).rpartition(".")[2]


def may_speak(shown: Shown) -> bool:
    """Return whether a seat may have something to say; no where it surely has nothing."""
    role = role_of(shown)
    if role == "captain" or shown["phase"] != "sea" or shown["prompts"] or shown["pending"] or shown["positions"]:
        return True
    if role == "first_officer" and (_may_identify(shown) or shown["kits"] or shown["effects"] or _is_his_time(shown)):
        return True
    return _may_join(shown, role) or _may_smoke(shown, role)


def _is_his_time(shown: Shown) -> bool:
    return bool(shown["clock"]["mode"] == REAL)


def _may_identify(shown: Shown) -> bool:
    return any(not told["klass"] and told["by"] in EYES for told in shown["contacts"].values())


def _may_join(shown: Shown, role: str) -> bool:
    """Return whether a man might join a watch, or take up a repair that stopped."""
    if any(repair["state"] != "running" for repair in shown["repairs"].values()):
        return True
    men = shown["men"]
    if not any("watch" in man["slots"] for man in men.values()):
        return False
    own = (man for name, man in men.items() if name.startswith(role))
    return any(man["room"] == OUTSIDE[1] and "watch" not in man["slots"] for man in own)


def _may_smoke(shown: Shown, role: str) -> bool:
    if shown["smoked"] or not shown["cigarettes"][role]:
        return False
    outside = [man for man in shown["men"].values() if man["room"] in OUTSIDE]
    return any("act" in man["slots"] for man in outside)

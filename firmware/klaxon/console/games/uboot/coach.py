"""The coach of U-BOOT: the next step of each role at each page, in one line."""

from __future__ import annotations

from klaxon.console.games.uboot.heading import call_of
from klaxon.console.games.uboot.scene import Scene


def next_step(scene: Scene, page: str) -> str:
    """Return the next step; '' if only the general ones apply."""
    draft = scene.draft
    if page != "orders":
        return _find(scene, "call") if call_of(scene) else _find(scene, f"page.{page}")
    if draft.verb:
        return _find(scene, f"choose.{draft.verb}")
    return _find(scene, f"{scene.role}.{_stage(scene)}")


def _stage(scene: Scene) -> str:
    """Return the stage of the boat in the course of play."""
    board = scene.view.board
    if scene.view.is_setting_up:
        return "setup"
    if board.positions is not None:
        return "positions"
    return "pending" if board.pending is not None else "post" if board.posts else "sea"


def _find(scene: Scene, message: str) -> str:
    return scene.phrases.find(f"coach.uboot.{message}", "")

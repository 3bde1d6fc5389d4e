"""The coach of Captain Sonar: the next step of each role at each stage, in one line."""

from __future__ import annotations

from klaxon.console.games.sonar.news import stage_of
from klaxon.console.games.sonar.plotting import pencil
from klaxon.console.games.sonar.plotting.sheet import split
from klaxon.console.games.sonar.scene import Scene
from klaxon.rules.sonar.setting import SYSTEMS

SILENCE = "~"
USES = (*SYSTEMS, "repair", "detonate")
"""The verbs that activate something."""


def captain(scene: Scene) -> str:
    """Return the captain's next step."""
    draft, now = scene.draft, stage_of(scene)
    if draft.verb:
        field = draft.field.name if draft.field else ""
        plain = _find(scene, f"captain.choose.{draft.verb}")
        return _find(scene, f"captain.choose.{draft.verb}.{field}") or plain
    if now == "act" and not _may_use(scene):
        return _find(scene, "captain.act.none")
    return _find(scene, f"captain.{now}")


def xo(scene: Scene) -> str:
    """Return the first officer's next step."""
    draft = scene.draft
    if scene.view.rules.xo_commands and (draft.verb not in ("", "charge", "drone") or _commands(scene)):
        return captain(scene)
    if draft.verb in ("charge", "drone"):
        return _find(scene, f"xo.{draft.verb}")
    if _may_use(scene):
        return _find(scene, "xo.act")
    return _wait(scene)


def _commands(scene: Scene) -> bool:
    return any(verb in ("torpedo", "mine", "detonate", "repair", "end") for verb in scene.draft.open_verbs)


def engineer(scene: Scene) -> str:
    """Return the engineer's next step."""
    view, verb = scene.view, scene.draft.verb
    if view.penalty:
        return _find(scene, "engineer.penalty")
    if verb == "break":
        return _find(scene, "engineer.break")
    if view.inspect is not None and scene.draft.open:
        verdict = "reject" if sum(view.inspect.slips) else "confirm"
        pointed = scene.draft.choice_at_cursor
        if pointed is not None and pointed.word != verdict:
            return ""  # OK does something else there
        return _find(scene, f"engineer.{verdict}")
    if stage_of(scene) == "mended":
        return _find(scene, "engineer.mended")
    return _wait(scene)


def radio(scene: Scene) -> str:
    """Return the radio operator's next step."""
    view, lens = scene.view, scene.lens
    if pencil.is_frozen(view):
        return _find(scene, "radio.frozen")
    if at := pencil.mode(scene):
        return _find(scene, f"radio.{at}")
    calls = split(view.calls)
    if not calls:
        return _find(scene, "radio.none")
    if not view.has_track:
        return _find(scene, "radio.paper")
    if calls[-1] == SILENCE:
        return _find(scene, "radio.silence")
    return _find(scene, "radio.slide" if "start" in lens else "radio.lay")


def _may_use(scene: Scene) -> bool:
    return any(verb in USES for verb in scene.draft.open_verbs)


def _wait(scene: Scene) -> str:
    """Return whom the crew waits for."""
    return _find(scene, f"wait.{stage_of(scene)}")


def _find(scene: Scene, message: str) -> str:
    return scene.phrases.find(f"coach.sonar.{message}", "")

"""A boat that is played by `klaxon script` alone: lines of text in, answers out, a staged mission in the library."""

from __future__ import annotations

from typing import Any

from klaxon import data
from klaxon.table.script import Script
from tests.rules.uboot.kit.boat import ROLES, mission


class ScriptedBoat:
    """A drill staged as UBT-12.20a says, after `begin`. Lines name their role alone, as at a table of one boat."""

    def __init__(self, script: list[dict[str, Any]] | None = None, /, *, rules: str = "", **setup: Any) -> None:
        text = mission(script, **setup)
        self._script = Script(lambda kind, *names: text if kind == "missions" else data.read(kind, *names))
        self.events: list[dict[str, Any]] = []
        usual = " ".join(f"{name}=off" for name in ("wear", "events") if f"{name}=" not in rules)
        self._ask(f"new uboot {usual} {rules}")
        self.say("first_officer begin")

    def say(self, *lines: str) -> list[dict[str, Any]]:
        """Say lines that are all accepted; return the events of all of them."""
        self.events = [event for line in lines for event in self._ask(f"uboot.{line}")["events"]]
        return self.events

    def change(self, *moves: str) -> None:
        """Change positions: lines `ROLE move ...`, then all are ready."""
        self.say("captain change_positions", *moves, *(f"{role} ready" for role in ROLES))

    def wait_until(self, moment: int) -> list[dict[str, Any]]:
        """Let table time pass up to a moment; return what it brought."""
        self.events = self._ask(f"at {moment}")["events"]
        return self.events

    def refusal(self, line: str) -> dict[str, Any]:
        """Return the refusal of a line: its code and facts."""
        answer = self._script.answer(f"uboot.{line}".encode())
        assert not answer["ok"], line
        return {"code": answer["refusal"], **answer["facts"]}

    def refused(self, line: str) -> str:
        """Return the code of a refusal."""
        return str(self.refusal(line)["code"])

    def told(self, *kinds: str) -> list[str]:
        """Return the last events of some kinds in a line each: `died man=navigator.circle why=dive`."""
        return [
            " ".join([event["type"], *(f"{key}={value}" for key, value in event.items() if key not in ("type", "to"))])
            for event in self.events
            if event["type"] in kinds
        ]

    @property
    def view(self) -> dict[str, Any]:
        """The view of the captain."""
        return dict(self._ask("view uboot.captain")["view"])

    @property
    def tracks(self) -> tuple[int, int]:
        """Orders and morale."""
        return self.view["tracks"]["order"], self.view["tracks"]["morale"]

    @property
    def digest(self) -> str:
        """The digest of the state."""
        return str(self._ask("state")["digest"])

    def slots(self, man: str) -> str:
        """Return the tokens in the slots of a man on duty; of a relief where `.relief` stands behind the name."""
        shown = self.view["reliefs" if man.endswith(".relief") else "men"][man.removesuffix(".relief")]
        return " ".join(word for word in shown["slots"] if word != "free")

    def _ask(self, line: str) -> dict[str, Any]:
        answer = self._script.answer(line.strip().encode())
        assert answer["ok"], (line, answer)
        return answer

"""Games on charts with a scenario, for the laws."""

from __future__ import annotations

from klaxon.rules.contract import Header, Refusal
from klaxon.rules.sonar import Sonar
from klaxon.rules.sonar.state import Boat, Rig, ScenarioState, State

SILENT = ("#", "view", "state")


class Later(Sonar):
    """A game with volcanoes that is well under way: events are struck, and some boats lack a box for the next one."""

    def __init__(self, struck: int, *boats: str) -> None:
        self.struck, self.restless = struck, boats

    def setup(self, header: Header) -> State | Refusal:
        state = super().setup(header)
        assert isinstance(state, State)
        exchanged = header.options["first"] == "red"
        red, blue = (Boat(rig=Rig(2 if name in self.restless else 0)) for name in ("red", "blue"))
        state.boats = (blue, red) if exchanged else (red, blue)
        state.scene = ScenarioState(self.struck)
        return state

"""Captain Sonar: its understudies, and the tracker that follows the other boat."""

from __future__ import annotations

from klaxon.crew import CrewOf

CREW = CrewOf(
    "klaxon.crew.sonar.understudy:SonarUnderstudy",
    tally="klaxon.crew.sonar.tally:tally",
    plotter="klaxon.crew.sonar.plotter:SonarPlotter",
    limits={"limit": "40"},  # two careful crews may never meet
)

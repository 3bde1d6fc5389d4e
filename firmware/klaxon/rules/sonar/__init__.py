"""Captain Sonar: two hidden boats, four roles each."""

from klaxon.rules.sonar.game import Sonar

__all__ = ["Sonar"]

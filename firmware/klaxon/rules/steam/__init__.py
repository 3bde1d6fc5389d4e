"""Steam Torpedo: First Contact: two open boats of ten compartments, a captain and four sailors each."""

from klaxon.rules.steam.game import Steam

__all__ = ["Steam"]

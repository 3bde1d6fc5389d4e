"""The tracker: where a boat may be, by everything that was heard of it."""

from klaxon.crew.sonar.tracker.track import Follower, Track

__all__ = ["Follower", "Track"]

"""The guest's copy of a game: sealed so that only its code opens it, and sent so that it tells nothing."""

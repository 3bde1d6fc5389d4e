"""Spelling: a word by one dial."""

from __future__ import annotations

from collections.abc import Sequence

from klaxon.console.language.names import LONGEST


class Spelling:
    """A name that is being spelt: the dial points at a letter, push takes it, BACK deletes the last."""

    def __init__(self, word: str, letters: Sequence[str]) -> None:
        """Begin after the existing letters."""
        self.word, self._letters, self._place = word, letters, 0

    @property
    def word_so_far(self) -> str:
        """The word so far, with the letter that push would take."""
        return self.word + (f"‹{self._letters[self._place]}›" if len(self.word) < LONGEST else "")

    def turn(self, steps: int) -> None:
        """Go to another letter; after the last comes the first."""
        self._place = (self._place + steps) % len(self._letters)

    def push(self) -> None:
        """Take the letter."""
        if len(self.word) < LONGEST:
            self.word += self._letters[self._place]

    def back(self) -> bool:
        """Delete the last letter; return whether there was one."""
        there = bool(self.word)
        self.word = self.word[:-1]
        return there

"""The checks of `klaxon doctor` for Captain Sonar."""

from __future__ import annotations

from klaxon.cli.doctor.program import ContentCheck
from klaxon.rules.sonar.chart import read_chart


class Charts(ContentCheck):
    """The shipped charts."""

    code = "DOC-112"
    pattern = "charts/*.txt"

    def is_sound(self, text: str) -> bool:
        """Read a chart."""
        return not isinstance(read_chart(text), list)

"""Finding a row of the lobby."""

from __future__ import annotations

from tests.console.kit.playing import Playing

SETS_UP = "red-1"


MORE, MOST = "More options", 60


def row(play: Playing, label: str) -> str:
    """Return what the form says behind a label."""
    found = [line for line in play.panel(SETS_UP).lines if label in line]
    assert found, f"no line {label!r}: {play.panel(SETS_UP).text}"
    return found[0].partition(label)[2].strip()


async def change(play: Playing, label: str, steps: int) -> None:
    """Change a line by some steps of the dial."""
    await go_to(play, label)
    await play.press(SETS_UP, "ok")
    await play.turn(SETS_UP, steps)
    await play.press(SETS_UP, "ok")


async def begin(play: Playing) -> None:
    """Go to the line that begins the game, and begin it."""
    await play.hold(SETS_UP, "back")
    await play.press(SETS_UP, "ok")


async def go_to(play: Playing, label: str) -> None:
    """Turn the dial to a line of the form; where there is none, push the one behind which the others are."""
    await play.turn(SETS_UP, -MOST)
    for _ in range(MOST):
        if points_at(play, label):
            return
        if points_at(play, MORE):
            await play.press(SETS_UP, "push")
        await play.turn(SETS_UP, 1)
    raise AssertionError(f"no line {label!r}")


def points_at(play: Playing, label: str) -> bool:
    """Tell whether the cursor is on a line."""
    return any(line.startswith("> ") and label in line for line in play.panel(SETS_UP).lines)

"""A convoy attack before the page of the real daemon, by the visible controls alone, killed and resumed in the middle.

`python -m tests.web.kit.convoy_attack FOLDER` plays it once, from smoke on the horizon to the last depth charge and
"They have lost us", and keeps pictures in the folder. It takes some minutes. What is done next follows from what the
panels say, never from how long something took. A folder with a game that was cut off is gone on with.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from contextlib import nullcontext, suppress
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from tests.web.kit.browser import SWITCHES
from tests.web.kit.people import SEATED, Person, daemon

PROGRAM = "tests.web.kit.convoy_program"
SHELL = "/usr/bin/chromium-headless-shell"
GLASS = r"(to TDC:|mark) \d{3}\.\d"
STATION, FEED = 1, 4
NEWS = "(?i:hunted|attack|charge|fire in|gas in|breach|breaks up|leak|sunk)"
"""Lines of the feed that are worth a picture."""
CHARGES = "DEPTH CHARGES"
"""What a banner says while they go off."""
MODES = {"real": "1", "dynamic": "6", "fast": "30"}
"""Modes of time by the first words of their lines, with the factor that panels show."""
ATTEMPTS = 6
"""News may come between the keys of an order, and the list jumps: then it is begun anew."""
AWAY = "They have lost us"
OFFERED = r"> (?:✗ )?(?:emergency|seal a breach|repair|first aid).*\n(?s:.*)(?:change posts|in \d)"
"""An order against what is wrong, and what OK does there; the dial begins at it."""
WALKING = r"✓\d/4"
"""On the page where men change their posts: so many roles are ready."""
TIME = "> time"
LOOK = 0.4
SOON = 6
"""Minutes before the ships are near in which time runs slower."""
NEAR = 43
"""Minutes after eight at which they are."""
HUNT = 1500
"""So often the captain looks at his panels before he gives up."""
FIELD = 20
"""Degrees by which the glass is turned on when somebody looks round: less than it shows."""
SPREAD = 2
"""Degrees: three of four torpedoes cross a hull of 115 m at 1,100 m, so one whose gyro fails costs nothing."""
DEEP = 140
"""Metres: below most charges, above what the hull bears."""


class Lost(AssertionError):
    """What was looked for is on no page, and in no list."""


class Captain(Person):
    """The captain at the first station; understudies have the other roles."""

    feed = FEED
    """The station that shows the feed."""

    def __init__(self, tab: Page, folder: Path) -> None:
        super().__init__(tab)
        self.folder = folder
        self.shots = len([*folder.glob("*.png")])
        self.escorts = set[str]()

    async def text(self) -> str:
        return "\n".join(await self.words(STATION))

    async def shot(self, name: str) -> None:
        """Keep the page as a person sees it."""
        self.shots += 1
        await self.tab.screenshot(path=str(self.folder / f"{self.shots:02}-{name}.png"))
        sys.stdout.write(f"-- {name}\n{await self.text()}\n")
        sys.stdout.flush()

    async def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            await self.key(STATION, key).click()
            await asyncio.sleep(LOOK)

    async def hold_ok(self) -> None:
        button = self.key(STATION, "ok")
        await button.hover()
        await self.tab.mouse.down()
        await asyncio.sleep(1.2)
        await self.tab.mouse.up()
        await asyncio.sleep(LOOK)

    async def point_at(self, part: str) -> None:
        """Turn on until the panel says something."""
        await self.wheel_to(STATION, part)

    async def turn(self, steps: int, pause: float = 0.06) -> None:
        await self.station(STATION).locator(".bezel").hover()
        for _ in range(abs(steps)):
            await self.tab.mouse.wheel(0, 100 if steps > 0 else -100)
            await asyncio.sleep(pause)  # by default a little slower than what counts as fast
        await asyncio.sleep(LOOK)

    async def leaf_to(self, sign: str, most: int = 30) -> str:
        """Press BACK until the panel says something that matches."""
        for _ in range(most):
            words = await self.text()
            if re.search(sign, words):
                return words
            await self.press("back")
        raise Lost(f"{sign!r} is on no page: {await self.text()} {await self.words(self.feed)}")

    async def wait_for(self, sign: str, seconds: float = 60) -> str:
        for _ in range(int(seconds / 0.2)):
            words = await self.text()
            if re.search(sign, words):
                return words
            await asyncio.sleep(0.2)
        raise AssertionError(f"{sign!r} does not come: {await self.text()}")

    async def choose(self, line: str) -> None:
        """Turn the cursor to a line of a list, up or down as the panel shows it; down where it is not yet in sight."""
        for _ in range(80):
            words = await self.words(STATION)
            if any(word.startswith(line) for word in words):
                return
            here = next((place for place, word in enumerate(words) if word.startswith("> ")), 0)
            there = next((place for place, word in enumerate(words) if word.startswith(line[2:])), here + 1)
            await self.turn(1 if there > here else -1)
        raise Lost(f"{line!r} is not in the list: {await self.text()}")

    async def order(self, *lines: str) -> None:
        """Choose an order from the list, and its arguments by pushes; begin anew where news come between."""
        for attempt in range(ATTEMPTS):
            with suppress(Lost) if attempt + 1 < ATTEMPTS else nullcontext():
                await self._choose_all(lines)
                break
        await self.press("ok")
        await self.name_men()

    async def _choose_all(self, lines: tuple[str, ...]) -> None:
        await self.leaf_to(r"orders\n")
        await self.turn(-40, 0.01)
        await asyncio.sleep(1.5)
        if lines[0] == TIME:
            await self.press("west")  # from the first category to the last, which begins with it
        for place, line in enumerate(lines):
            await self.choose(line)
            if place + 1 < len(lines):
                await self.press("push")
                await asyncio.sleep(0.5)

    async def set_time(self, mode: str) -> None:
        """Let time run so fast, unless it does already."""
        if self.factor(await self.words(self.feed)) != MODES[mode]:
            await self.order(TIME, f"> {mode}")

    @staticmethod
    def factor(words: list[str]) -> str:
        """Return how fast time runs, as the feed's title says it."""
        found = re.search(r"\d\d:\d\d ×(\d+)", "\n".join(words))
        return found[1] if found else ""

    async def let_others_act(self) -> None:
        """Understudies need no telling."""

    async def name_men(self) -> None:
        """Name the cheapest men of his own if he is asked within some seconds; understudies name theirs."""
        for _ in range(20):
            if "name these men" in await self.text():
                await self.press("ok")
                await asyncio.sleep(1)
                if "name these men" not in await self.text():
                    return
            await asyncio.sleep(0.2)

    async def hurry(self, until: str, seconds: float) -> str:
        """Let time run thirty times as fast until the panel says something; any news sets it to real time again."""
        for _ in range(int(seconds)):
            words = "\n".join([*await self.words(STATION), *await self.words(self.feed)])
            if re.search(until, words):
                return words
            await self.set_time("fast")
            await asyncio.sleep(1)
        raise AssertionError(f"{until!r} does not come: {await self.text()}")


async def begin(captain: Captain) -> None:
    """Take the captain's seat of a U-boat, and put to sea."""
    for line, value in (("Game", "U-BOOT"), ("U-boat", "you, captain")):
        await captain.say_until(1, "begin the game")
        await captain.wheel_to(1, f"> {line}")
        await captain.key(1, "push").click()
        await captain.say_until(1, "take it")
        await captain.wheel_to(1, f"‹{value}")
        await captain.key(1, "push").click()
        await captain.say_until(1, "change it")
        await captain.key(1, "back").click()
    await captain.say_until(1, "begin the game")
    await captain.key(1, "ok").click()
    await captain.wait_for(r"^orders\n")


async def eye(captain: Captain) -> float:
    """Return where the glass points."""
    found = re.search(r"x at (\d+\.\d)", await captain.text())
    assert found is not None, await captain.text()
    return float(found[1])


async def shadow(captain: Captain, minute: int) -> tuple[str, float]:
    """Let time run until so many minutes after eight; return the ship that is seen widest, and where it bears."""
    for _ in range(200):
        words = "\n".join(await captain.words(FEED))
        captain.escorts.update(re.findall(r"(c\d+): escort", words))
        clock = re.search(r"08:(\d\d) ×", words)
        assert clock is not None, words
        if int(clock[1]) >= minute:
            break
        await captain.set_time("fast" if int(clock[1]) < minute - SOON else "dynamic")
        await asyncio.sleep(0.5)
    await captain.set_time("real")
    return await look_round(captain)


async def look_round(captain: Captain) -> tuple[str, float]:
    """Turn the glass all round; return the ship that is seen widest, but for those that the feed called escorts."""
    await captain.leaf_to(GLASS)
    seen = dict[str, tuple[float, float]]()
    for _ in range(360 // FIELD):
        for name, left, right in re.findall(r"(c\d+): (\d+\.\d) to (\d+\.\d)", await captain.text()):
            wide = (float(right) - float(left)) % 360
            if name not in captain.escorts:
                seen[name] = max(seen.get(name, (0.0, 0.0)), (wide, (float(left) + wide / 2) % 360))
        await captain.turn(FIELD)
    assert seen, await captain.text()
    name = max(seen, key=lambda each: seen[each])
    return name, seen[name][1]


async def go_deep(captain: Captain) -> None:
    """Order the boat down, by dial."""
    await captain.leaf_to(r"orders\n")
    await captain.turn(-40, 0.01)
    await asyncio.sleep(1.5)
    await captain.choose("> new depth")
    await captain.press("push")
    for _ in range(40):
        shown = re.search(r"how deep\? (\d+) m", await captain.text())
        if shown and int(shown[1]) >= DEEP:
            break
        await captain.turn(10, 0.02)
    await captain.shot("depth")
    await captain.press("ok")
    await captain.name_men()
    await captain.shot("going-deep")


async def escape(captain: Captain) -> None:
    """Go deep and creep away; a picture of what the hunt brings, until nobody hunts any more."""
    for _ in range(60):
        if "torpedoes:" not in await captain.text():
            break
        await asyncio.sleep(2)
    await go_deep(captain)
    seen = set[str]()
    for _ in range(HUNT):
        feed = "\n".join(await captain.words(FEED))
        if new := set(re.findall(f"\\d\\d:\\d\\d [^\n]*?{NEWS}", feed)) - seen:
            seen |= new
            await captain.shot("hunt")
            sys.stdout.write(f"{feed}\n")
        if AWAY in " ".join(feed.split()):
            break
        if not await watch_charges(captain):
            await look_after_boat(captain, feed)
            await asyncio.sleep(1)
    else:
        raise AssertionError(f"they hunt on: {await captain.text()} {feed}")
    await captain.shot("away")


async def watch_charges(captain: Captain) -> bool:
    """Keep a picture of the boat while charges go off round it; tell whether they do."""
    if CHARGES not in await captain.text():
        return False
    await captain.shot("charges")
    for _ in range(40):
        if CHARGES not in await captain.text():
            break
        await asyncio.sleep(0.25)
    return True


async def look_after_boat(captain: Captain, feed: str) -> None:
    """Name men and give the order against what is wrong, where the panel offers it by OK; else let time run faster."""
    words = await captain.text()
    if re.search(f"{OFFERED}|{WALKING}", words):
        await captain.press("ok")
    elif captain.factor([feed]) in {"1", "6"} and not re.search("one moment|name these men", words):
        with suppress(AssertionError):  # news come between, and the list jumps: next time
            await captain.order(TIME, "> fast")


async def centre(captain: Captain, target: str) -> None:
    """Lay the wire on a ship in a stronger glass; one that goes out of its field is looked for in the first again."""
    for _ in range(6):
        await lay_wire(captain, target)
        await captain.press("push")
        if await lay_wire(captain, target):
            return
        await captain.press("push", 2)
    raise AssertionError(f"{target} is not to be held: {await captain.text()}")


async def lay_wire(captain: Captain, target: str) -> bool:
    """Turn until the wire is on a ship in sight; the step of the dial is read off, for it differs with the glass."""
    step = 1.0
    for _ in range(12):
        found = re.search(rf"{target}: (\d+\.\d) to (\d+\.\d)", await captain.text())
        if found is None:
            return False
        before = await eye(captain)
        wide = (float(found[2]) - float(found[1])) % 360
        away = (float(found[1]) + wide / 2 - before + 180) % 360 - 180
        if abs(away) < max(0.3, wide / 4):
            return True
        steps = round(away / step) or (1 if away > 0 else -1)
        await captain.turn(steps)
        step = abs(((await eye(captain) - before + 180) % 360 - 180) / steps) or step
    return False


async def main(folder: Path) -> None:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=SHELL, args=SWITCHES)
        if not (folder / "games").exists():
            await attack(browser, folder)
        await flee(browser, folder)
        await browser.close()


async def attack(browser: Browser, folder: Path) -> None:
    async with daemon(folder / "games", PROGRAM, signal.SIGKILL) as links:
        tab = await (await browser.new_context(**SEATED)).new_page()
        await tab.goto(links["page"])
        captain = Captain(tab, folder)
        await begin(captain)
        await captain.order("> periscope")
        await captain.leaf_to(GLASS)
        await captain.turn(-85)
        await captain.shot("smoke")
        await captain.hurry(r"Contact c[2-9]", 60)
        await captain.leaf_to(GLASS)
        await captain.shot("ships")
        await captain.leaf_to(r"tube 1: G7e dry")
        for _ in range(4):
            await captain.press("push")
            await captain.turn(1)
        await captain.turn(-4)
        await captain.shot("tubes")
        await captain.press("ok")
        await captain.name_men()
        await shoot(captain)


async def shoot(captain: Captain) -> None:
    """Wait until a ship is near, lay the TDC on it by the glass, and launch four torpedoes."""
    target, bearing = await shadow(captain, NEAR)
    await captain.order("> TDC", f"> {target}")
    await set_spread(captain, target)
    await captain.leaf_to(GLASS)
    await captain.turn(round((bearing - await eye(captain) + 180) % 360 - 180))
    await captain.shot("near")
    await centre(captain, target)
    await captain.shot("glass")
    await captain.press("ok")
    await captain.leaf_to(f"TDC {target}")
    await captain.shot("tdc")
    await captain.press("ok")
    await captain.wait_for("FIRE|no solution")
    await captain.shot("solution")
    await captain.hold_ok()
    await captain.name_men()
    await captain.wait_for("torpedoes: ")
    await asyncio.sleep(8)
    await captain.shot("running")


async def set_spread(captain: Captain, target: str) -> None:
    """Set it before the bearing is taken, which is a degree older every few seconds."""
    await captain.leaf_to(f"TDC {target}")
    for _ in range(10):
        if "> spread" in await captain.text():
            break
        await captain.press("push")
    await captain.turn(SPREAD)


async def flee(browser: Browser, folder: Path) -> None:
    """Go on with the game that was killed while the torpedoes ran: see them strike, go deep, and get away."""
    async with daemon(folder / "games", PROGRAM, signal.SIGKILL) as links:
        tab = await (await browser.new_context(**SEATED)).new_page()
        await tab.goto(links["page"])
        captain = Captain(tab, folder)
        await captain.wait_for("go on with it")
        await captain.press("ok")
        await captain.wait_for(r"\ngo on$")
        await captain.press("ok")
        await captain.wait_for("The game goes on")
        await captain.shot("resumed")
        if "torpedoes:" in await captain.text():
            await captain.wait_for("HIT|MISS|DUD", 400)
            await captain.shot("result")
        await escape(captain)


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1])))

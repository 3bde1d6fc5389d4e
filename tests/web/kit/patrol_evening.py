"""Whole missions of U-BOOT before the pages of the real daemon, by people who do what their panels say.

`python -m tests.web.kit.patrol_evening FOLDER phones` plays the first patrol with four phones: from the lobby to the
debrief, killed and resumed in the middle. `... FOLDER alone` plays a mission of a linked patrol with one person at the
console and three understudies, `... FOLDER crew` with four people at phones: killed and resumed in the middle, to the
result and the debrief, and into the next mission at the same table. Pictures are kept in the folder. Each takes a
quarter of an hour and more.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

from playwright.async_api import Browser, Page, async_playwright

from klaxon.console.onlook import debrief_worker
from tests.web.kit.browser import SWITCHES
from tests.web.kit.convoy_attack import LOOK, SHELL, STATION, TIME, Captain
from tests.web.kit.people import BACK, ON, SEATED, Holder, Person, daemon, open_station, show_debrief

STATIONS = (1, 2, 3, 4)
SHIP = re.compile(r"c\d+: (\d+\.\d) to (\d+\.\d)")
EYE = re.compile(r"periscope \S+ at (\d+\.\d)")
HINT = re.compile(r"^(BACK: |Turn to: |Push: |Wire on the ship|Now |First OK|Asked|Read it out|.*\bOK\b)")
"""How the lines of the guide begin that ask for a movement of the hand."""
ORDERS = r"^orders\n"
BEFORE = r"Log\n(?s:.*)Shadow"
"""The page of the log, with the mission that was played before."""
UNDERSTOOD = "understood"
SEEN = 0.9
"""Seconds after which what a turn of the dial did is read out."""
MOST = 60
FULL_HOURS = 2
"""So many strike while somebody sails."""
PATIENCE = 45 * 60
"""Seconds that an evening may take."""


WANTED = r"✓\d/4|change posts$|name these men|name them and begin|man it|post lookouts$|carry it out|begin the mission"
"""What OK does that somebody who is asked does at once."""
BRIEFING = r"^mission\n(?s:.*)to the orders$"
FEW = 4
"""More steps than these a finger turns by the rim of the dial."""


class Newcomer:
    """Somebody with a phone who does what the line of the guide says, and knows nothing else of the game."""

    def __init__(self, phone: Page, number: int) -> None:
        self.phone, self.number = phone, number
        self.told: list[str] = []

    async def words(self) -> list[str]:
        return await self.phone.locator(".words p").all_inner_texts()

    async def tap(self, key: str) -> None:
        await self.phone.locator(f'[data-key="{key}"]').tap()
        await asyncio.sleep(0.5)

    async def turn(self, steps: int) -> None:
        for _ in range(abs(steps)):
            await self.phone.get_by_role("button", name=ON if steps > 0 else BACK).tap()
        await asyncio.sleep(SEEN)

    async def hold_ok(self) -> None:
        button = self.phone.locator('[data-key="ok"]')
        box = await button.bounding_box()
        assert box is not None
        line = await self.phone.context.new_cdp_session(self.phone)
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": 0}
        await line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        await asyncio.sleep(1.5)
        await line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        await asyncio.sleep(0.5)

    async def act(self) -> None:
        """Do one thing that the panel asks for."""
        words = await self.words()
        if UNDERSTOOD in words:
            self._note(" ".join(words))
            await self.tap("ok")
        elif "> go on" in words or "go on with it" in words or words[-1:] == ["go on"]:
            await self.tap("ok")
        else:
            hint = next((word for word in reversed(words[-4:]) if HINT.match(word)), "")
            self._note(hint)
            await self._obey(hint, words)

    def _note(self, text: str) -> None:
        if text and self.told[-1:] != [text]:
            self.told.append(text)
            sys.stdout.write(f"{self.number}: {text}\n")
            sys.stdout.flush()

    async def _obey(self, hint: str, words: list[str]) -> None:
        if hint.startswith("BACK"):
            await self.tap("back")
        elif hint.startswith("Turn to: "):
            await self._turn_until_it_changes(hint)
        elif hint.startswith("Push: "):
            await self.tap("push")
        elif hint.startswith("Wire on the ship"):
            await self._point_at_ship()
        elif "HOLD" in hint:
            await self.hold_ok()
        elif hint.startswith("Read it out") and "read them all" not in words:
            await asyncio.sleep(1)
        elif "OK" in hint and not hint.startswith("Asked"):
            await self.tap("ok")

    async def _turn_until_it_changes(self, hint: str) -> None:
        """Turn to the end, then back, until the guide says something else: that is where it wanted us."""
        for steps in (*([1] * MOST), *([-1] * 2 * MOST)):
            await self.turn(steps)
            if hint not in await self.words():
                return
        raise AssertionError(f"{hint!r} leads nowhere: {await self.words()}")

    async def _point_at_ship(self) -> None:
        """Turn the glass until the ship is under the wire, then press OK."""
        for _ in range(MOST):
            text = "\n".join(await self.words())
            ship, eye = SHIP.search(text), EYE.search(text)
            if eye is None:
                return
            if ship is None:
                await self.turn(20)
                continue
            left, right = float(ship[1]), float(ship[2])
            steps = round((left + (right - left) % 360 / 2 - float(eye[1]) + 180) % 360 - 180)
            if steps == 0:
                await self.tap("ok")
                return
            await self.turn(steps)


class PhoneCaptain(Captain):
    """The captain of four people, each with a phone; the others do what their panels ask for."""

    feed = 2

    def __init__(self, phones: Mapping[int, Page], folder: Path) -> None:
        super().__init__(phones[STATION], folder)
        self.phones, self.fingers = phones, Holder(phones)

    def page(self, number: int) -> Page:
        return self.phones[number]

    async def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            await self.fingers.tap(STATION, key)
            await asyncio.sleep(LOOK)

    async def hold_ok(self) -> None:
        await Newcomer(self.tab, STATION).hold_ok()

    async def point_at(self, part: str) -> None:
        await self.fingers.step_to(STATION, part)

    async def turn(self, steps: int, pause: float = 0.06) -> None:
        if abs(steps) > FEW:
            await self.fingers.drag_round(STATION, steps)
            await asyncio.sleep(LOOK)
        else:
            await Newcomer(self.tab, STATION).turn(steps)

    async def let_others_act(self) -> None:
        """Let everybody else read his own panel, and press OK where he is asked."""
        for number in self.phones:
            text = "\n".join(await self.words(number))
            if number != STATION and re.search(f"{WANTED}|{BRIEFING}", text):
                await self.fingers.tap(number, "ok")

    async def shot(self, name: str) -> None:
        """Keep what everybody sees."""
        await super().shot(name)
        for number in self.phones:
            if number != STATION:
                path = self.folder / f"{self.shots:02}-{name}-{number}.png"
                await self.phones[number].screenshot(path=str(path))


async def set_up(person: Person, lines: Mapping[str, str]) -> None:
    """Set lines of the lobby, each by its label, from above."""
    for line, value in lines.items():
        await person.say_until(1, "begin the game")
        await person.wheel_to(1, f"> {line}")
        await person.key(1, "push").click()
        await person.say_until(1, "take it")
        await person.wheel_to(1, f"‹{value}")
        await person.key(1, "push").click()
        await person.say_until(1, "change it")
        await person.key(1, "back").click()
    await person.say_until(1, "begin the game")


class Evening:
    """One evening: a folder for games and pictures, and the browser of everybody at the table."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder, self.begun = browser, folder, monotonic()
        self.shots = len([*folder.glob("*.png")])

    async def shot(self, page: Page, name: str) -> None:
        self.shots += 1
        await page.screenshot(path=str(self.folder / f"{self.shots:03}-{name}.png"))
        sys.stdout.write(f"-- {name} after {monotonic() - self.begun:.0f} s\n")
        sys.stdout.flush()

    async def desk(self, links: Mapping[str, str]) -> Page:
        page = await (await self.browser.new_context(**SEATED)).new_page()
        await page.goto(links["page"])
        return page

    async def hands(self, page: Page) -> list[Newcomer]:
        return [Newcomer(await open_station(self.browser, page, f"red-{number}"), number) for number in STATIONS]

    async def play_until(self, hands: list[Newcomer], sign: str) -> None:
        """Let all do what they are told, until somebody has read something; a picture of each new card."""
        while not any(sign in text for hand in hands for text in hand.told[-3:]):
            assert monotonic() - self.begun < PATIENCE, [hand.told[-3:] for hand in hands]
            before = [len(hand.told) for hand in hands]
            for hand in hands:
                words = await hand.words()
                if UNDERSTOOD in words:
                    await self.shot(hand.phone, f"card-{hand.number}")
            await asyncio.gather(*(hand.act() for hand in hands))
            if before == [len(hand.told) for hand in hands]:
                await asyncio.sleep(1)

    async def phones(self) -> None:
        """Four people with a phone each play the first patrol; one that was cut off is gone on with."""
        if not (self.folder / "games").exists():
            await self.sight_and_dive()
        await self.attack_and_come_home()

    async def sight_and_dive(self) -> None:
        """Play from the lobby until the ship comes nearer; then the console is killed."""
        async with daemon(self.folder / "games", end=signal.SIGKILL) as links:
            page = await self.desk(links)
            await set_up(Person(page), {"Game": "U-BOOT", "Mission": "First patrol", "U-boat": "you, all"})
            await self.shot(page, "lobby")
            await Person(page).key(1, "ok").click()
            hands = await self.hands(page)
            await self.play_until(hands, "It comes nearer")
            await self.shot(page, "killed")

    async def attack_and_come_home(self) -> None:
        """Go on with it, to the result and the debrief."""
        async with daemon(self.folder / "games") as links:
            page = await self.desk(links)
            await Person(page).say_until(1, "go on with it")
            await self.shot(page, "offered")
            await Person(page).key(1, "ok").click()
            hands = await self.hands(page)
            for hand in hands:
                await self.shot(hand.phone, f"resumed-{hand.number}")
            await self.play_until(hands, "Away!")
            while "Debrief" not in await page.locator("body").inner_text():
                assert monotonic() - self.begun < PATIENCE
                await asyncio.gather(*(hand.act() for hand in hands))
                await asyncio.sleep(1)
            for hand in hands:
                await self.shot(hand.phone, f"over-{hand.number}")
            await self.debrief(page)

    async def debrief(self, page: Page) -> None:
        async with page.expect_popup(timeout=debrief_worker.PATIENCE * 1000) as opening:
            await page.get_by_role("link", name="Debrief").click()
        booklet = await opening.value
        await show_debrief(booklet)
        await self.shot(booklet, "debrief")

    async def patrol(self, way: str) -> None:
        """Sail the first mission of a chain, go home, and put to sea again in the next."""
        if not (self.folder / "games").exists():
            await self.put_to_sea(way)
        await self.go_home_and_on(way)

    async def captain(self, page: Page, way: str) -> Captain:
        """Return the captain: before the page of the console, or with a phone like everybody else."""
        if way == "alone":
            return Captain(page, self.folder)
        phones = {number: await open_station(self.browser, page, f"red-{number}") for number in STATIONS}
        return PhoneCaptain(phones, self.folder)

    async def put_to_sea(self, way: str) -> None:
        """Begin a patrol and sail for an hour; then the console is killed."""
        async with daemon(self.folder / "games", end=signal.SIGKILL) as links:
            page = await self.desk(links)
            sits = {"alone": "you, captain", "crew": "you, all"}[way]
            await set_up(Person(page), {"Game": "U-BOOT", "Mission": "Shadow", "Mode": "patrol", "U-boat": sits})
            await self.shot(page, "lobby")
            await Person(page).key(STATION, "ok").click()
            captain = await self.captain(page, way)
            await captain.wait_for(ORDERS)
            await captain.shot("at-sea")
            await self.sail(captain)
            await captain.shot("killed")

    async def go_home_and_on(self, way: str) -> None:
        """Go on with it, return to base, and begin the next mission."""
        async with daemon(self.folder / "games") as links:
            page = await self.desk(links)
            captain = await self.captain(page, way)
            await captain.wait_for("go on with it")
            await captain.shot("offered")
            await captain.press("ok")
            await captain.wait_for(r"\ngo on$")
            await captain.press("ok")
            await captain.wait_for("The game goes on")
            await captain.shot("resumed")
            await self.sail(captain)
            await captain.order("> return to base")
            await captain.shot("home")
            await captain.hold_ok()
            await captain.wait_for("grade")
            await captain.shot("over")
            await self.debrief(page)
            await self.next_mission(captain)

    async def sail(self, captain: Captain) -> None:
        """Send men where OK offers it, name them, and let time run fast, past two full hours."""
        shown, hours = "", list[int]()
        for _ in range(900):
            words, feed = await captain.text(), await captain.words(captain.feed)
            if words != shown:
                shown = words
                sys.stdout.write(f"{words}\n\n")
                sys.stdout.flush()
            if (hour := hour_of(feed)) not in (-1, *hours):
                hours.append(hour)
            if len(hours) > FULL_HOURS:
                return
            if re.search(WANTED, words):
                await captain.press("ok")
            elif captain.factor(feed) == "1" and "one moment" not in words:
                with suppress(AssertionError):  # news come between, and the list jumps: next time
                    await captain.order(TIME, "> fast")
            await captain.let_others_act()
            await asyncio.sleep(1)
        raise AssertionError(await captain.text())

    async def next_mission(self, captain: Captain) -> None:
        """Hold OK on the first choice of the result, and put to sea in the next mission at the same table."""
        await captain.point_at("the next mission")
        await captain.shot("next")
        await captain.hold_ok()
        await captain.wait_for(ORDERS)
        await captain.shot("second-mission")
        await captain.leaf_to(BEFORE)
        await captain.shot("log")
        await self.sail(captain)
        await captain.shot("second-mission-goes-on")


def hour_of(words: list[str]) -> int:
    """Return the hour aboard, as the feed's title says it; -1 while something else is shown."""
    found = re.search(r"(\d\d):\d\d ×", "\n".join(words))
    return int(found[1]) if found else -1


async def main(folder: Path, way: str) -> None:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=SHELL, args=SWITCHES)
        evening = Evening(browser, folder)
        await (evening.phones() if way == "phones" else evening.patrol(way))
        await browser.close()


if __name__ == "__main__":
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))

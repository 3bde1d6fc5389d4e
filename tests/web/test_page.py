"""The page in a real browser, worked by mouse, wheel, finger and keys."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

import pytest

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import expect

from klaxon.console.devices import Call, Note
from tests.console.kit.pseudo import MARK, spoken
from tests.web.kit.browser import DESK, PHONE, Fingers, Player, Screen, Theatre, middle
from tests.web.kit.stand import roster, written

ALARM = Call("alarm", (Note(880, 4000),))


async def drag_round(screen: Screen, station: str, degrees: float, dial: int = 0) -> None:
    """Take the rim of a dial with the mouse and turn it."""
    x, y, radius = await middle(screen.rim(station, dial))
    mouse = screen.tab.mouse
    for part in range(41):
        angle = math.radians(degrees * part / 40 - 90)
        await mouse.move(x + radius * 0.8 * math.cos(angle), y + radius * 0.8 * math.sin(angle))
        if not part:
            await mouse.down()
    await mouse.up()


def test_a_panel_is_shown_pixel_for_pixel(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.show("blue-3", "Reactor", "OK: repair")
        screen = await theatre.screen()
        await screen.shows("blue-3", written("Reactor", "OK: repair"))
        theatre.stand.show("blue-3", "Reactor!", "OK: repair")
        await screen.shows("blue-3", written("Reactor!", "OK: repair"))

    player.play(story)


def test_the_wheel_turns_a_dial_a_step_a_notch(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.rim("red-2").hover(position={"x": 6, "y": 40})
        for notch in (100, 100, -100):
            await screen.tab.mouse.wheel(0, notch)
        await screen.turned("red-2", 1)
        await screen.station("red-4").locator(".glass").hover()
        await screen.tab.mouse.wheel(0, 300)
        await screen.turned("red-4", 3)
        for _ in range(10):  # a touch pad, which has no notches
            await screen.tab.mouse.wheel(0, 8)
        await screen.turned("red-4", 2)

    player.play(story)


def test_a_dial_is_dragged_round_both_ways(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await drag_round(screen, "red-1", 92)
        await screen.turned("red-1", 6)
        await drag_round(screen, "red-4", -181, dial=1)
        await screen.turned("red-4", -12, dial=1)

    player.play(story)


def test_the_middle_of_a_dial_is_pushed(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.key("blue-2", "push").click()
        await screen.moved("blue-2 push down", "blue-2 push up")

    player.play(story)


def test_a_key_stays_down_while_it_is_held(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.key("red-1", "ok").hover()
        await screen.tab.mouse.down()
        await screen.moved("red-1 ok down")
        await screen.tab.mouse.move(5, 5)  # the hand slips off, and still holds it
        await screen.moved()
        await screen.tab.mouse.up()
        await screen.moved("red-1 ok up")
        await screen.key("red-1", "stop").click()
        await screen.key("red-1", "west").click()
        await screen.moved("red-1 stop down", "red-1 stop up", "red-1 west down", "red-1 west up")

    player.play(story)


def test_the_menu_is_ok_and_back_together(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.station("red-3").get_by_role("button", name="Menu").click()
        await screen.moved("red-3 ok down", "red-3 back down", "red-3 ok up", "red-3 back up")

    player.play(story)


def test_the_keyboard_works_everything(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        keys = screen.tab.keyboard
        await keys.press("ArrowRight")  # the first station is chosen from the start
        await screen.turned("red-1", 1)
        for key in ("n", "e", "s", "w"):
            await keys.press(key)
        await screen.moved(
            *[f"red-1 {key} {way}" for key in ("north", "east", "south", "west") for way in ("down", "up")]
        )
        await keys.press("Shift+S")
        await keys.press("!")
        await screen.moved(*["red-1 stop down", "red-1 stop up"] * 2)
        await keys.press("8")
        await keys.press("ArrowUp")
        await screen.turned("blue-4", -1)
        await keys.press("Shift+ArrowRight")
        await keys.press("PageDown")
        await screen.turned("blue-4", 2, dial=1)
        await keys.press("Shift+Tab")
        await keys.press("Space")
        await keys.press("Backspace")
        await keys.press("Escape")
        await screen.moved("blue-3 push down", "blue-3 push up", *["blue-3 back down", "blue-3 back up"] * 2)
        await keys.press("m")
        await screen.moved("blue-3 ok down", "blue-3 back down", "blue-3 ok up", "blue-3 back up")

    player.play(story)


TYPE = """([letter, place]) => ["keydown", "keyup"].forEach((way) => document.body.dispatchEvent(
    new KeyboardEvent(way, {key: letter, code: place, bubbles: true, cancelable: true})))"""


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("ru", {"т": "KeyN", "у": "KeyE", "ы": "KeyS", "ц": "KeyW"}),  # the places of N E S W
        ("ru", {"с": "KeyC", "в": "KeyD", "ю": "Period", "з": "KeyP"}),  # the letters of the caps
        ("de", {"n": "KeyN", "o": "KeyO", "s": "KeyS", "w": "KeyW"}),
    ],
)
def test_letters_are_known_by_cap_and_by_place_under_any_keyboard(
    player: Player, language: str, typed: dict[str, str]
) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        theatre.stand.page.send_roster(replace(roster(), languages={"red-1": language}))
        await expect(screen.tab.locator("html")).to_have_attribute("lang", language)
        for letter, place in typed.items():
            await screen.tab.evaluate(TYPE, [letter, place])
        await screen.moved(
            *[f"red-1 {key} {way}" for key in ("north", "east", "south", "west") for way in ("down", "up")]
        )

    player.play(story)


def test_keys_of_the_keyboard_are_held_also_together(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-2")
        keys = screen.tab.keyboard
        await keys.down("Enter")
        await keys.down("Enter")  # repeats by itself while it is held
        await screen.moved("red-2 ok down")
        await keys.down("Backspace")
        await keys.up("Enter")
        await keys.up("Backspace")
        await screen.moved("red-2 back down", "red-2 ok up", "red-2 back up")

    player.play(story)


@pytest.mark.parametrize("event", ["blur", "visibilitychange", "pointercancel"])
def test_whoever_is_called_away_holds_nothing(player: Player, event: str) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-2")
        await screen.key("red-2", "ok").hover()
        await screen.tab.mouse.down()
        await screen.moved("red-2 ok down")
        await screen.tab.evaluate(CALLED_AWAY[event])
        await screen.moved("red-2 ok up")

    player.play(story)


CALLED_AWAY = {
    "blur": "dispatchEvent(new Event('blur'))",
    "visibilitychange": """
        Object.defineProperty(document, "hidden", { value: true, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    """,
    "pointercancel": """
        document.querySelector('[data-key="ok"]').dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1 }))
    """,
}


def test_fingers_turn_push_and_press_two_keys_at_once(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen("red-1", viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=3)
        x, y, radius = await middle(screen.rim("red-1"))
        fingers = Fingers(await screen.tab.context.new_cdp_session(screen.tab))
        await fingers.put((x, y - radius * 0.8))
        for degrees in range(-80, 1, 10):
            angle = math.radians(degrees)
            await fingers.move((x + radius * 0.8 * math.cos(angle), y + radius * 0.8 * math.sin(angle)))
        await fingers.lift()
        await screen.turned("red-1", 6)
        await screen.key("red-1", "push").tap()
        await screen.moved("red-1 push down", "red-1 push up")
        ok, back = [(await middle(screen.key("red-1", key)))[:2] for key in ("ok", "back")]
        await fingers.put(ok, back)
        await screen.moved("red-1 ok down", "red-1 back down")
        await fingers.lift()
        await screen.moved("red-1 ok up", "red-1 back up")

    player.play(story)


def test_the_page_comes_back_when_the_console_was_started_anew(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        theatre.stand.show("red-1", "before")
        screen = await theatre.screen()
        await screen.tab.keyboard.down("Enter")
        await screen.moved("red-1 ok down")
        await theatre.shut()
        await screen.moved("red-1 ok up")  # the console lets go of what a lost page held
        await expect(screen.tab.get_by_text("Connection lost. Trying again.")).to_be_visible()
        theatre.stand.show("red-1", "after")
        await theatre.open()
        await screen.is_open()
        await screen.shows("red-1", written("after"))
        await screen.tab.keyboard.up("Enter")
        await screen.tab.keyboard.press("ArrowRight")
        await screen.turned("red-1", 1)

    player.play(story)


def test_two_pages_show_the_same_and_a_station_shows_no_other(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        whole, mine = await theatre.screen(), await theatre.screen("blue-2")
        await expect(whole.tab.get_by_role("region")).to_have_count(8)
        await expect(mine.tab.get_by_role("region")).to_have_count(1)
        theatre.stand.show("blue-2", "both see this")
        for screen in (whole, mine):
            await screen.shows("blue-2", written("both see this"))
        await whole.key("blue-2", "ok").hover()
        await whole.tab.mouse.down()
        await mine.key("blue-2", "ok").click()
        await mine.moved("blue-2 ok down")  # two hands on one key: it comes up with the last
        await whole.tab.mouse.up()
        await whole.moved("blue-2 ok up")

    player.play(story)


def test_the_whole_console_offers_the_link_of_a_station(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.station("blue-1").get_by_role("button", name="Open on a page of its own").click()
        link = screen.tab.get_by_role("link", name="Open on a page of its own")
        async with screen.tab.context.expect_page() as opened:
            await link.click()
        other = Screen(await opened.value, theatre.stand)
        await other.is_open()
        await expect(other.tab.get_by_role("region")).to_have_count(1)
        await expect(other.tab).to_have_title("Captain · Klaxon")

    player.play(story)


def test_an_address_without_a_key_leads_to_the_door(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(token="")
        await expect(screen.tab.get_by_role("textbox", name="The code of the table")).to_be_visible()

    player.play(story)


def test_a_wrong_link_says_what_to_do(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(token="A" * 22)
        await expect(screen.tab.get_by_text("open the last link that klaxon run printed")).to_be_visible()
        # Whoever pastes the right one over it is let in, without loading anything anew.
        await screen.tab.evaluate("key => { location.hash = key }", theatre.stand.keys.console)
        await screen.is_open()

    player.play(story)


def test_a_screen_reader_finds_words_names_and_values(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        theatre.stand.show("red-1", "Chart alpha", "OK: course north")
        captain = screen.tab.get_by_role("region", name="Captain").first
        live = captain.locator("[aria-live=polite]")
        await expect(screen.tab.locator("main [aria-live=polite]")).to_have_count(1)  # the others are silent
        await expect(live).to_have_text("Chart alphaOK: course north")
        await expect(captain.get_by_role("spinbutton", name="Dial")).to_have_attribute(
            "aria-valuetext", "OK: course north"
        )
        for name in ("OK", "Back", "Push", "North", "East", "South", "West", "Stop", "Menu"):
            await expect(captain.get_by_role("button", name=name, exact=True)).to_be_visible()
        # A screen reader presses a button by a click that no finger made.
        await captain.get_by_role("button", name="OK", exact=True).evaluate("button => button.click()")
        await screen.moved("red-1 ok down", "red-1 ok up")
        theatre.stand.devices.lamps.set("red", lit=True)
        await expect(screen.tab.get_by_role("img", name="Red: lit")).to_be_visible()

    player.play(story)


def test_the_bell_is_seen_and_can_be_silenced(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.tab.locator("h1").click()  # a browser wants to be touched before it sounds
        await expect(screen.tab.get_by_role("button", name="Mute the bell")).to_be_visible()
        theatre.stand.ring("blue", ALARM)
        await expect(screen.tab.locator('.boat[data-boat="blue"]')).to_have_class("boat ringing")
        await expect(screen.tab.locator('.boat[data-boat="red"]')).to_have_class("boat")
        await screen.tab.keyboard.press("b")
        await expect(screen.tab.get_by_role("button", name="Unmute the bell")).to_be_visible()
        await expect(screen.tab.locator('.boat[data-boat="blue"]')).to_have_class("boat ringing")  # seen all the same
        theatre.stand.devices.bells["blue",].hush()
        await expect(screen.tab.locator('.boat[data-boat="blue"]')).to_have_class("boat")

    player.play(story)


def test_whoever_wants_no_motion_gets_none(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(reduced_motion="reduce")
        theatre.stand.ring("red", ALARM)
        await expect(screen.tab.locator('.boat[data-boat="red"]')).to_have_class("boat ringing")
        assert await screen.tab.evaluate("document.getAnimations().length") == 0

    player.play(story)


def test_stations_without_a_person_are_folded_away(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        theatre.stand.page.send_roster(roster("blue-1", "blue-2", "blue-3", "blue-4"))
        await expect(screen.station("blue-1")).to_be_hidden()
        await expect(screen.tab.locator('.boat[data-boat="blue"] .note')).to_be_visible()
        await screen.tab.get_by_role("button", name="Show them").click()
        await expect(screen.station("blue-1")).to_be_visible()
        theatre.stand.page.send_roster(roster())
        await expect(screen.tab.get_by_role("button", name="Fold them away")).to_be_hidden()

    player.play(story)


def test_the_keys_are_explained(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen()
        await screen.tab.keyboard.press("?")
        await expect(screen.tab.get_by_role("dialog")).to_be_visible()
        await screen.tab.keyboard.press("n")  # while it is read nothing is worked
        await screen.tab.keyboard.press("Escape")
        await expect(screen.tab.get_by_role("dialog")).to_be_hidden()
        await screen.moved()

    player.play(story)


SIZES: dict[str, tuple[str, dict[str, Any]]] = {
    "both boats on a laptop": ("", {"viewport": DESK}),
    "both boats on a large screen": ("", {"viewport": {"width": 1920, "height": 1080}}),
    "both boats, one and a half pixels a pixel": ("", {"viewport": DESK, "device_scale_factor": 1.5}),
    "a phone held upright": ("red-1", {"viewport": PHONE, "device_scale_factor": 3, "is_mobile": True}),
    "a phone held sideways": (
        "red-1",
        {"viewport": {"width": 844, "height": 390}, "device_scale_factor": 3, "is_mobile": True},
    ),
    "a small phone": (
        "red-4",
        {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 2, "is_mobile": True},
    ),
}


@pytest.mark.parametrize("name", SIZES)
def test_everything_is_seen_at_once_and_every_pixel_is_sharp(player: Player, name: str) -> None:
    station, how = SIZES[name]

    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(station, **how)
        page = await screen.tab.evaluate(
            """() => {
              const root = document.documentElement;
              const glasses = [...document.querySelectorAll(".glass")].map((each) => each.getBoundingClientRect());
              const keys = [...document.querySelectorAll(".key, .rim")].map((each) => each.getBoundingClientRect());
              return {
                spare: [root.clientWidth - root.scrollWidth, root.clientHeight - root.scrollHeight],
                factors: glasses.map((box) => (box.width * devicePixelRatio) / 128),
                places: glasses.flatMap((box) => [box.left * devicePixelRatio, box.top * devicePixelRatio]),
                inside: [...glasses, ...keys].every((box) => box.left >= 0 && box.top >= 0
                  && box.right <= root.clientWidth + 0.5 && box.bottom <= root.clientHeight + 0.5),
              };
            }"""
        )
        assert page["spare"] == [0, 0]
        assert page["inside"]
        for value in (*page["factors"], *page["places"]):
            assert abs(value - round(value)) < 0.07, page
        assert min(page["factors"]) >= 2

    player.play(story)


def test_a_console_that_is_too_much_for_a_phone_scrolls_one_way_only(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        screen = await theatre.screen(viewport=PHONE, device_scale_factor=3, is_mobile=True, has_touch=True)
        wide, high = await screen.tab.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide == PHONE["width"]
        assert high > PHONE["height"]
        await screen.key("blue-4", "ok").tap()
        await screen.moved("blue-4 ok down", "blue-4 ok up")

    player.play(story)


def test_the_words_of_the_page_follow_the_station_and_a_held_key_stays_held(player: Player) -> None:
    async def story(theatre: Theatre) -> None:
        with spoken():
            screen = await theatre.screen()
            key = screen.key("red-1", "ok")
            await key.hover()
            await screen.tab.mouse.down()
            await screen.moved("red-1 ok down")
            theatre.stand.page.send_roster(replace(roster(), languages={"red-1": "xx"}))
            await expect(screen.tab.locator("html")).to_have_attribute("lang", "xx")
            await expect(screen.station("red-1").locator(".menu")).to_have_text(re.compile(f"{MARK}xx "))
            await expect(key).to_have_attribute("aria-label", re.compile(f"{MARK}xx "))
            await screen.tab.mouse.up()
            await screen.moved("red-1 ok up")

    player.play(story)

"""The booklet: one file that holds a whole debrief and needs nothing else; driven in a real browser."""

from __future__ import annotations

import json
import os
import re
from base64 import b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("playwright", reason="no Playwright here: pip install playwright, then these tests run")

from playwright.async_api import Page, expect

from klaxon.console.language.catalogue import catalogue
from klaxon.console.onlook.debrief import Story
from klaxon.web.debrief.debrief_file import FOLDER, contents, make_debrief_file, patch
from tests.console.kit.stories import golden, told
from tests.web.kit.browser import DESK, PHONE, Player, Theatre

GAMES = [
    "sonar/hunt-by-torpedo",
    "sonar/sudden-death-by-mine",
    "sonar/surfacing-and-blackout",
    "steam/draft-and-oxygen",
]
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
SCREENS = {"phone": PHONE, "tablet": {"width": 820, "height": 1180}, "projector": {"width": 1920, "height": 1080}}


class Read(HTMLParser):
    """A file as a parser finds it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = [("", {})]
        self.texts: dict[str, str] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(("", {}))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1]
        name = f"{tag} {attributes.get('type', '')}".strip()
        self.texts[name] = self.texts.get(name, "") + data

    @property
    def story(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.texts["script application/json"])
        return found


def unfolded(value: Any, change: Any) -> Any:
    """Lay a patch over a value, as RFC 7396 has it."""
    if not isinstance(change, dict):
        return change
    made = dict(value) if isinstance(value, dict) else {}
    for key, part in change.items():
        if part is None:
            made.pop(key, None)
        else:
            made[key] = unfolded(made.get(key), part)
    return made


def without_none(value: Any) -> Any:
    """Return data as JSON has it, without what is None in an object."""
    if isinstance(value, Mapping):
        return {key: without_none(part) for key, part in value.items() if part is not None}
    return [without_none(part) for part in value] if isinstance(value, list | tuple) else value


# The file


@pytest.mark.parametrize("name", GAMES)
def test_a_file_holds_every_truth_of_the_game(name: str) -> None:
    story = told(golden(name))
    held = Read(make_debrief_file(story).text).story
    assert [step["say"] for step in held["steps"]] == [list(moment.sentences) for moment in story.moments]
    truth = held["begin"]
    for moment, step in zip(story.moments, held["steps"], strict=True):
        truth = unfolded(truth, step["set"])
        assert without_none(truth) == without_none(moment.truth)


@pytest.mark.parametrize("name", GAMES)
def test_what_did_not_change_is_not_said_again(name: str) -> None:
    story = told(golden(name))
    truths = sum(len(json.dumps(moment.truth)) for moment in story.moments)
    assert len(json.dumps(contents(story)["steps"])) * 3 < truths


JSON = st.recursive(
    st.text(max_size=3) | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=4),
)


@given(JSON, JSON)
def test_a_patch_leads_from_any_truth_to_any_other(before: Any, after: Any) -> None:
    assert unfolded(before, patch(before, after)) == after


@pytest.mark.parametrize("name", GAMES)
def test_a_file_loads_nothing_and_runs_only_its_own_script(name: str) -> None:
    made = make_debrief_file(told(golden(name)))
    read = Read(made.text)
    loading = {"src", "href", "srcset", "action", "data", "poster", "background", "style"}
    assert [
        (tag, set(found) & loading)
        for tag, found in read.tags
        if set(found) & loading or tag in ("link", "base", "iframe")
    ] == []
    assert not [found for _, found in read.tags for attribute in found if attribute.startswith("on")]
    for kind, text in (("script-src", read.texts["script module"]), ("style-src", read.texts["style"])):
        assert made.policy[kind] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    (policy,) = [found["content"] for _, found in read.tags if found.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    addresses = set(re.findall(r"https?://[^\s\"'`<)]+|url\(|@import|@font-face", made.text))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "the name of SVG is an address that nobody calls"


def test_who_has_a_nickname_stands_in_the_file() -> None:
    crews = {"red.captain": "Ann", "red.xo": "<b>", "red.radio": "", "blue.captain": "Eve"}
    read = Read(make_debrief_file(told(golden("sonar/hunt-by-torpedo"))._replace(crews=crews)).text)
    assert "Red: captain Ann, first officer <b>. Blue: captain Eve." in read.texts["p"]
    given = {step["by"] for step in read.story["steps"]}
    assert {"Red captain: Ann", "Red first officer: <b>", "Blue captain: Eve", "Blue engineer"} <= given


def test_nothing_in_a_story_can_end_the_script_or_become_markup() -> None:
    story = told(golden("sonar/hunt-by-torpedo"))
    evil = "</script><script>alert(1)</script><!-- <b>&amp;"
    last = story.moments[-1]._replace(sentences=(evil,))
    made = make_debrief_file(Story(f"{evil}{{{{story}}}}", story.game, (*story.moments[:-1], last), story.phrases))
    read = Read(made.text)
    assert read.story["steps"][-1]["say"] == [evil]
    assert [found.get("type") for tag, found in read.tags if tag == "script"] == ["application/json", "module"]
    assert read.texts["p"].strip().startswith(evil)
    assert "{{story}}" in read.texts["h1"], "what is filled in is not filled again"


def test_every_word_of_the_file_is_asked_for_and_every_word_asked_for_is_there() -> None:
    files = {path.name: path.read_text("utf-8") for path in FOLDER.iterdir() if path.is_file()}
    script = "".join(text for name, text in files.items() if name.endswith(".js"))
    asked = {
        *re.findall(r"\{\{label\.([a-z.-]+)\}\}", files["page.html"]),
        *re.findall(r'label\((?:\w+ \? )?"([a-z.-]+)"', script),
    }
    asked |= set(re.findall(r'label\(\w+ \? "[a-z]+" : "([a-z]+)"', script))
    known = {message.removeprefix("booklet.") for message in catalogue("en") if message.startswith("booklet.")}
    assert asked | {"title"} == known


# In a browser


def written(path: Path, name: str) -> Path:
    """Write the booklet of a golden game."""
    path.write_text(make_debrief_file(told(golden(name))).text, "utf-8")
    return path


async def opened(theatre: Theatre, path: Path, **how: Any) -> Page:
    """Open a file as somebody who was sent it does: without a network."""
    context = await theatre.browser.new_context(**{"viewport": DESK, "offline": True, **how})
    theatre._contexts.append(context)
    tab = await context.new_page()
    tab.on("pageerror", lambda error: theatre.complaints.append(str(error)))
    tab.on("console", lambda said: theatre.complaints.append(said.text))
    await tab.clock.install(time=NOON)
    await tab.goto(path.as_uri())
    await tab.clock.pause_at(NOON + timedelta(hours=1))  # from here on no time passes but what a test lets pass
    return tab


async def stands_at(tab: Page, step: int, last: int, *said: str) -> None:
    """The slider, the words beside the chart and the list agree on where we are."""
    slider = tab.get_by_role("slider", name="Step")
    await expect(slider).to_have_js_property("value", str(step))
    await expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(f"step {step} of {last}, .*{re.escape(said[-1])}")
    )
    await expect(tab.locator(".place")).to_contain_text(f"step {step} of {last}")
    for sentence in said:
        await expect(tab.get_by_role("status")).to_contain_text(sentence)
    current = tab.locator("[aria-current=step]")
    await expect(current).to_have_count(1)
    await expect(current).to_contain_text(said[-1])


def test_keys_slider_and_list_lead_through_the_game(player: Player, tmp_path: Path) -> None:
    path = written(tmp_path / "a.html", "sonar/hunt-by-torpedo")

    async def story(theatre: Theatre) -> None:
        tab = await opened(theatre, path)
        await stands_at(tab, 0, 51, "Before the first order.")
        await expect(tab.get_by_role("img", name="Red: not placed yet. Blue: not placed yet")).to_be_visible()
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            await tab.keyboard.press(key)
        await stands_at(tab, 1, 51, "Red captain", "Red starts at D5")
        await tab.keyboard.press("End")
        await stands_at(tab, 51, 51, "Red: torpedo to I6", "Blue is sunk", "Red wins. The other boat was sunk.")
        await expect(tab.get_by_role("img", name="Red is at G6, sector 4. Blue is at I6, sector 4")).to_be_visible()
        await expect(tab.get_by_text("damage 4 of 4")).to_be_visible()
        await tab.keyboard.press("Home")
        await tab.keyboard.press("PageDown")
        await stands_at(tab, 10, 51, "Blue sails north")
        await tab.get_by_role("button", name="To the next turning point").click()
        await stands_at(tab, 25, 51, "G7: a hit", "Blue takes 2")
        await tab.get_by_role("button", name="A step back").click()
        await stands_at(tab, 24, 51, "Red: crossed: detection 3")
        await tab.get_by_role("listitem").filter(has_text="drone, sector 4: yes").get_by_role("button").click()
        await stands_at(tab, 38, 51, "Blue: drone, sector 4: yes")
        slider = tab.get_by_role("slider")
        box = await slider.bounding_box()
        assert box
        await tab.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
        await tab.mouse.down()
        await tab.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] / 2, steps=5)
        await tab.mouse.up()
        await stands_at(tab, 51, 51, "Blue is sunk")
        await slider.press("ArrowLeft")
        await stands_at(tab, 50, 51, "Red: crossed: detection")

    player.play(story)


def test_it_plays_by_itself_and_stops_at_the_end(player: Player, tmp_path: Path) -> None:
    path = written(tmp_path / "a.html", "sonar/hunt-by-torpedo")

    async def story(theatre: Theatre) -> None:
        tab = await opened(theatre, path)
        await tab.get_by_role("button", name="Play").click()
        await tab.clock.run_for(2200)
        await stands_at(tab, 3, 51, "Blue starts at F8")
        await tab.get_by_role("button", name="Pause").click()
        await tab.clock.run_for(5000)
        await stands_at(tab, 3, 51, "Blue starts at F8")
        await tab.locator("body").press(" ")
        await tab.clock.run_for(60_000)
        await stands_at(tab, 51, 51, "Blue is sunk")
        await expect(tab.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "false")
        await tab.get_by_role("button", name="Play").click()
        await stands_at(tab, 0, 51, "Before the first order.")
        await tab.get_by_title("Speed: 1, 4 or 16 times").click()
        await expect(tab.get_by_role("button", name="4×")).to_be_visible()
        await tab.clock.run_for(1050)
        await stands_at(tab, 3, 51, "Blue starts at F8")
        await tab.keyboard.press("Home")
        await tab.clock.run_for(5000)
        await tab.get_by_role("button", name="Play").click()
        await tab.clock.run_for(200)
        await tab.keyboard.press("ArrowLeft")
        await tab.clock.run_for(5000)
        await stands_at(tab, 0, 51, "Before the first order.")

    player.play(story)


def test_steam_torpedo_shows_the_sea_and_the_compartments_of_both_boats(player: Player, tmp_path: Path) -> None:
    path = written(tmp_path / "a.html", "steam/draft-and-oxygen")

    async def story(theatre: Theatre) -> None:
        for size in SCREENS.values():
            tab = await opened(theatre, path, viewport=size)
            await expect(tab.locator(".card.red .cell")).to_have_text(["Central Post"])
            for _ in range(2):
                await tab.keyboard.press("ArrowRight")
            await expect(tab.locator(".card.red .cell")).to_have_text(["Central Post", "Mine Rail"])
            await tab.keyboard.press("End")
            await expect(tab.get_by_role("img", name="Red is in sector 4. Blue is in sector 1")).to_be_visible()
            red = tab.locator(".card.red")
            await expect(red.locator(".harm")).to_have_text("air 0, men 3, damage 13")
            await expect(red.get_by_role("img", name="a1 Schneider Broadside: destroyed")).to_be_visible()
            await expect(
                red.get_by_role("img", name="c2 Central Post: 3 plain, 0 air, 0 empty, 0 damage, 2")
            ).to_have_text("c2Central Post2□□□")
            await expect(tab.locator(".strip .damage")).to_have_count(2)
            await tab.get_by_text("Legend").click()
            assert await tab.evaluate("document.documentElement.scrollWidth") <= size["width"]

    player.play(story)


def test_a_game_that_is_not_drawn_is_told(player: Player, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(make_debrief_file(told(golden("steam/draft-and-oxygen"))._replace(game="another")).text, "utf-8")

    async def story(theatre: Theatre) -> None:
        tab = await opened(theatre, path)
        await tab.keyboard.press("End")
        await stands_at(tab, 142, 142, "Blue wins. The other crew ran out of air.")
        await expect(tab.get_by_text("Legend")).to_be_hidden()
        await expect(tab.get_by_role("img", name="Lines at the turning points")).to_be_visible()

    player.play(story)


def test_what_was_sailed_before_a_surfacing_stays_in_sight(player: Player, tmp_path: Path) -> None:
    path = written(tmp_path / "a.html", "sonar/surfacing-and-blackout")

    async def story(theatre: Theatre) -> None:
        tab = await opened(theatre, path)
        await tab.keyboard.press("End")
        assert await tab.locator(".chart .old").count() > 0
        await tab.keyboard.press("Home")
        assert await tab.locator(".chart .old").count() == 0

    player.play(story)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_it_fits_a_phone_a_tablet_and_a_projector(player: Player, tmp_path: Path, screen: str, scheme: str) -> None:
    path = written(tmp_path / "a.html", "sonar/hunt-by-torpedo")

    async def story(theatre: Theatre) -> None:
        how: dict[str, Any] = {"viewport": SCREENS[screen], "color_scheme": scheme}
        tab = await opened(theatre, path, **how)
        for _ in range(2):
            await tab.get_by_role("button", name="To the next turning point").click()
        for what in (tab.get_by_role("slider"), tab.locator(".chart"), tab.get_by_role("button", name="Play")):
            await expect(what).to_be_in_viewport()
        await tab.get_by_text("Legend").click()
        if folder := os.environ.get("KLAXON_SHOTS"):
            await tab.screenshot(path=f"{folder}/debrief-{screen}-{scheme}.png", full_page=True)
        wide = await tab.evaluate("document.documentElement.scrollWidth")
        assert wide <= SCREENS[screen]["width"], "nothing has to be scrolled sideways"
        ink, paper = await tab.evaluate(
            "(({color, backgroundColor}) => [color, backgroundColor])(getComputedStyle(document.documentElement))"
        )
        assert (lightness(ink) < lightness(paper)) == (scheme == "light")

    player.play(story)


def lightness(colour: str) -> int:
    return sum(int(part) for part in re.findall(r"\d+", colour)[:3])

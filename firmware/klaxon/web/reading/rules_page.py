"""The rules to read: for every game a sheet a role, to be printed, and all its rules, to be searched."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from klaxon import data
from klaxon.console.language.catalogue import say, texts
from klaxon.console.language.game_words import Phrases
from klaxon.rules.contract import Game, role_of
from klaxon.rules.games import GAMES, game_named
from klaxon.web.reading.markup import rules_as_markup
from klaxon.web.server.files import browser_language
from klaxon.web.server.notice_page import notice_page
from klaxon.web.server.page_frame import frame_page, label, tag, text

RULES = "/rules"
NOT_FOUND = 404


def rules_routes(language: str) -> list[Route]:
    """Return the routes of the rules: all games, one game, the sheet of one role."""

    async def choose(request: Request) -> Response:
        return _all_games(browser_language(request, language))

    async def show_game(request: Request) -> Response:
        wish, game = browser_language(request, language), request.path_params["game"]
        return _game_page(game, wish) if game in GAMES else _nothing(wish)

    async def show_sheet(request: Request) -> Response:
        wish, game, role = browser_language(request, language), *map(request.path_params.get, ("game", "role"))
        known = game in GAMES and role in roles_of(game_named(game))
        return _sheet_page(str(game), str(role), wish) if known else _nothing(wish)

    paths = {RULES: choose, f"{RULES}/{{game}}": show_game, f"{RULES}/{{game}}/{{role}}": show_sheet}
    return [Route(path, answer, methods=["GET"]) for path, answer in paths.items()]


def roles_of(game: Game[Any, Any]) -> tuple[str, ...]:
    """Return the roles of a game, each once."""
    return tuple(dict.fromkeys(map(role_of, game.seats)))


def _nothing(language: str) -> Response:
    return notice_page("web.not-found", language, NOT_FOUND)


def _all_games(language: str) -> Response:
    games = [tag("section", _links(name, language)) for name in GAMES]
    return frame_page(say("web.rules", {}, language), "".join(games), language)


def _links(game: str, language: str) -> Iterator[str]:
    """Yield the name of a game, and the links to its rules and sheets."""
    phrases = Phrases(game, language)
    yield tag("h2", text(phrases.find(f"game.{game}", game)))
    yield tag("p", tag("a", label("rules.all", language), href=f"{RULES}/{game}?lang={language}", class_="plate"))
    sheets = [
        tag("li", tag("a", text(phrases.role(role)), href=f"{RULES}/{game}/{role}?lang={language}"))
        for role in roles_of(game_named(game))
    ]
    yield tag("p", label("rules.sheets", language))
    yield tag("ul", sheets, class_="sheets")


@lru_cache(maxsize=32)
def _game_page(game: str, language: str) -> Response:
    phrases = Phrases(game, language)
    field = tag("input", None, type="search", class_="search", autocomplete="off")
    search = tag("label", [tag("span", label("rules.search", language)), field], class_="finder")
    count = tag(
        "p", "", class_="found", role="status", data_found=say("web.rules.found", {"count": "{count}"}, language)
    )
    note = tag("p", label("rules.english", language)) if language != "en" else ""
    rules = tag("div", rules_as_markup(data.rule_page(game)), class_="rules", lang="en", data_game=game)
    body = [*_links(game, language), search, count, note, rules]
    return frame_page(phrases.find(f"game.{game}", game), "".join(body), language)


@lru_cache(maxsize=64)
def _sheet_page(game: str, role: str, language: str) -> Response:
    phrases = Phrases(game, language)
    about = phrases.find(f"help.{game}.{role}", phrases.say("help.general"))
    intro = "".join(tag("p", text(line)) for line in about.split("\n"))
    verbs = [verb.name for verb in game_named(game).verbs if role in verb.roles]
    known = {verb: phrases.find(f"help.{game}.verb.{verb}", "") for verb in verbs}
    orders = [
        tag("div", tag("dt", text(phrases.verb(verb))) + tag("dd", "<br>".join(map(text, said.split("\n")))))
        for verb, said in known.items()
        if said
    ]
    button = tag("button", label("rules.print", language), type="button", class_="plate")
    back = tag("a", label("rules.all", language), href=f"{RULES}/{game}?lang={language}")
    title = f"{phrases.find(f'game.{game}', game)}: {phrases.role(role)}"
    body = [
        tag("h2", text(title)),
        intro,
        _symbols(game, role, language),
        tag("dl", orders, class_="orders"),
        tag("p", f"{button} {back}", class_="no-print"),
    ]
    return frame_page(title, tag("article", body, class_="sheet", data_game=game), language)


def _symbols(game: str, role: str, language: str) -> str:
    """Return the symbols of a board with what they stand for; rules.js draws them."""
    head = f"{game}.{role}."
    known = {
        name.removeprefix(head): said for name, said in texts("web.rules.", language).items() if name.startswith(head)
    }
    rows = [tag("li", tag("span", "", class_="symbol", data_symbol=name) + text(said)) for name, said in known.items()]
    return tag("ul", rows, class_="symbols-legend") if rows else ""

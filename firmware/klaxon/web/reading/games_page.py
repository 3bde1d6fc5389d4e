"""The page of past games: when, who, who won, how long; the debrief of each to read or share; results of nicknames."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from klaxon.console.language.catalogue import say
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.names import shown_names
from klaxon.console.records.game_records import GameRecord
from klaxon.console.records.in_words import crews_in_words, length_in_words, result_in_words
from klaxon.console.records.past_games import scores
from klaxon.web.reading.past_games import Archive, PastGames
from klaxon.web.server.files import KINDS, browser_language
from klaxon.web.server.gate import Gate
from klaxon.web.server.notice_page import notice_page
from klaxon.web.server.page_frame import frame_page, label, tag, text
from klaxon.web.server.patience import Answer, wait_for
from klaxon.web.server.policy import policy_header

GAMES = "/G/"
"""What precedes the ticket of the past games in a link."""
GONE = 410
MOST_RIVALS = 12
"""Most nicknames in the table of who beat whom."""


def games_routes(archive: Archive, gate: Gate, language: str) -> list[Route]:
    """Return the routes of the page of past games and of their debriefs."""

    def has_ticket(request: Request) -> bool:
        return archive.opens(request.path_params["ticket"]) is not None

    def behind_ticket(answer: Callable[[PastGames, Request, str], Awaitable[Response | None]]) -> Answer:
        async def send(request: Request) -> Response:
            wish = browser_language(request, language)
            games = archive.opens(request.path_params["ticket"])
            found = await answer(games, request, wish) if games is not None else None
            return found or notice_page("web.no-games", wish, GONE)

        return send

    paths = {f"{GAMES}{{ticket}}": _list, f"{GAMES}{{ticket}}/{{name}}": _debrief}
    return [
        Route(path, wait_for(behind_ticket(answer), gate, has_ticket), methods=["GET"])
        for path, answer in paths.items()
    ]


async def _list(games: PastGames, request: Request, language: str) -> Response:
    found = await games.games()
    here = request.url.path
    rows = [_row(game, f"{here}/{game.name}", language) for game in found]
    if not rows:
        return frame_page(say("web.games", {}, language), tag("p", label("games.none", language)), language)
    heads = ("date", "game", "crews", "result", "length", "debrief")
    head = tag("tr", [tag("th", label(f"games.{name}", language), scope="col") for name in heads])
    table = tag("table", [tag("thead", head), tag("tbody", rows)], class_="past")
    return frame_page(say("web.games", {}, language), table + _results(found, language), language)


async def _debrief(games: PastGames, request: Request, language: str) -> Response | None:
    name = request.path_params["name"]
    made = await games.debrief(name, language)
    if made is None:
        return None
    headers = {"Content-Security-Policy": policy_header({**made.policy, "frame-ancestors": "'none'"})}
    if "save" in request.query_params:
        safe = "".join(letter for letter in name if letter.isalnum() or letter == "-")
        headers["Content-Disposition"] = f'attachment; filename="{safe}.html"'
    return Response(made.text, media_type=KINDS[".html"], headers=headers)


def _row(game: GameRecord, link: str, language: str) -> str:
    phrases = Phrases(game.game, language, shown_names(game.boats))
    ended = datetime.fromtimestamp(game.ended).astimezone()
    read = tag("a", label("games.read", language), href=f"{link}?lang={language}")
    save = tag("a", label("games.save", language), href=f"{link}?lang={language}&save")
    cells = {
        "date": tag("time", text(ended.isoformat(" ", "minutes")[:16]), datetime=ended.isoformat()),
        "game": text(phrases.find(f"game.{game.game}", game.game)),
        "crews": "<br>".join(map(text, crews_in_words(game, phrases))),
        "result": text(result_in_words(game, phrases)),
        "length": text(length_in_words(game.length)),
        "debrief": f"{read} {save}",
    }
    return tag(
        "tr", [tag("td", cell, data_name=say(f"web.games.{name}", {}, language)) for name, cell in cells.items()]
    )


def _results(games: Sequence[GameRecord], language: str) -> str:
    """Return the tables of the results between nicknames; nothing where nobody has one."""
    found = scores(games)
    if not found:
        return ""
    heads = ("games.nickname", "games.played", "games.won", "games.lost", "games.drawn")
    head = tag("tr", [tag("th", label(name, language), scope="col") for name in heads])
    rows = [
        tag("tr", [tag("th", text(who), scope="row"), *(tag("td", str(n)) for n in (s.played, s.won, s.lost, s.drawn))])
        for who, s in found.items()
    ]
    table = tag("table", [tag("thead", head), tag("tbody", rows)], class_="scores")
    title = tag("h2", label("games.results", language))
    rivals = [*found][:MOST_RIVALS]
    return title + table + (_rivals(rivals, language, {who: found[who].beaten for who in rivals}))


def _rivals(names: Sequence[str], language: str, beaten: dict[str, dict[str, int]]) -> str:
    """Return the table of who beat whom; nothing where nobody played against somebody with a nickname."""
    if not any(beaten.values()):
        return ""
    head = tag("tr", [tag("td", ""), *(tag("th", text(name), scope="col") for name in names)])
    rows = []
    for who in names:
        cells = ["–" if who == other else f"{beaten[who].get(other, 0)}:{beaten[other].get(who, 0)}" for other in names]
        rows.append(tag("tr", [tag("th", text(who), scope="row"), *(tag("td", cell) for cell in cells)]))
    caption = tag("caption", label("games.rivals", language))
    return tag("div", tag("table", [caption, tag("thead", head), tag("tbody", rows)], class_="rivals"), class_="wide")

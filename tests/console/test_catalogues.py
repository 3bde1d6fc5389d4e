"""Catalogues: every language has every message of English, the same facts in it, and its plural forms."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from string import Formatter

import pytest

from klaxon import data
from klaxon.console.language.catalogue import (
    CatalogueEntry,
    catalogue,
    entries,
    languages,
    own_messages,
    say,
    words_of,
)
from klaxon.console.language.game_words import Phrases
from klaxon.console.language.plurals import UnreadableRuleError, read_expression, read_rule
from klaxon.rules.contract import Refusal
from tests.console.kit.pseudo import pseudo, quoted, spoken

OTHERS = [code for code in languages() if code != "en"]
SLAVIC = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
PLAIN = "nplurals=2; plural=(n != 1);"


def facts_of(text: str) -> set[str]:
    """Return the names of the facts in a sentence; a stray brace is a fact that no sentence has."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError:
        return {"{"}


def faults_of(text: str) -> Iterator[str]:
    """Yield what is wrong with a catalogue, beside English."""
    english = {entry.id: entry for entry in entries(data.language("en")) if entry.id}
    found = {entry.id: entry for entry in entries(text) if entry.id}
    written = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    header = "".join(entry.forms[0] for entry in entries(text) if not entry.id)
    try:
        rule = read_rule(header)
    except UnreadableRuleError:
        yield "the header has no rule for plural forms"
        return
    yield from (f"{message}: cannot be read" for message in written if message not in found)
    yield from (f"{message}: stands twice" for message, times in sorted(Counter(written).items()) if times > 1)
    yield from (f"{message}: is missing" for message in english if message not in found)
    yield from (f"{message}: English does not have it" for message in found if message not in english)
    for message, entry in found.items():
        if message in english:
            yield from (f"{message}: {fault}" for fault in _faults(entry, english[message], rule.forms))


def _faults(entry: CatalogueEntry, english: CatalogueEntry, forms: int) -> Iterator[str]:
    known = set().union(*(facts_of(form) for form in english.forms))
    if not all(form.strip() == form and form for form in entry.forms):
        yield "a form is empty, or has a gap at its end"
    if entry.counts and len(entry.forms) != forms:
        yield f"has {len(entry.forms)} forms, not {forms}"
    if entry.counts and entry.counts not in known:
        yield f"counts {entry.counts!r}, which is no fact of it"
    for form in entry.forms:
        if facts_of(form) - known:
            yield f"has facts that English does not have: {sorted(facts_of(form) - known)}"
        if known - facts_of(form) - ({entry.counts} if entry.counts else set()):
            yield f"lacks facts: {sorted(known - facts_of(form))}"
        if "{" not in facts_of(form) and any(
            conversion not in (None, "r") for *_, conversion in Formatter().parse(form)
        ):
            yield "has a conversion that is none"


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_all_that_english_has(language: str) -> None:
    assert list(faults_of(data.language(language))) == []


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_a_name_and_columns(language: str) -> None:
    columns = own_messages(language)["chart.columns"]
    assert languages()[language]
    assert 15 <= len(columns) <= 26
    assert len(set(columns)) == len(columns)


def test_english_has_the_form_of_a_catalogue() -> None:
    assert list(faults_of(data.language("en"))) == []


def test_a_made_up_language_has_no_faults() -> None:
    assert list(faults_of(pseudo("xx"))) == []


@pytest.mark.parametrize(
    ("wrong", "right", "fault"),
    [
        ("¤xx stadium", "¤xx go on", ""),
        ('msgid "bottom.paused"', 'msgid "bottom.pausd"', "bottom.paused: is missing"),
        ('msgid "bottom.paused"', 'msgid "bottom.pausd"', "bottom.pausd: English does not have it"),
        ("{role}", "{rolle}", "bottom.seat: has facts that English does not have: ['rolle']"),
        ("{role}", "", "bottom.seat: lacks facts: ['role']"),
        ("{role}", "{role} {", "bottom.seat: has facts that English does not have: ['{']"),
        ("{role}", "{role!s}", "bottom.seat: has a conversion that is none"),
        ('msgstr[0] "¤xx {steps} step in {path}"\n', "", "debrief.written: has 1 forms, not 2"),
        ('msgid_plural "steps"', 'msgid_plural "step"', "debrief.written: counts 'step', which is no fact of it"),
        ("Plural-Forms", "Plurals", "the header has no rule for plural forms"),
        ('msgstr "¤xx sent"', 'msgstr "¤xx "sent"', "bottom.sent: cannot be read"),
        ('msgstr "¤xx sent"', 'msgstr " ¤xx sent"', "bottom.sent: a form is empty, or has a gap at its end"),
        ('msgid "bottom.sent"', 'msgid "bottom.wait"', "bottom.wait: stands twice"),
    ],
)
def test_faults_of_a_catalogue_are_found(wrong: str, right: str, fault: str) -> None:
    found = set(faults_of(pseudo("xx").replace(wrong, right)))
    assert fault in found if fault else found == set()


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_has_no_english_words_in_it(language: str) -> None:
    own = Phrases("sonar", language)
    for verb in ("surface", "silence", "detonate", "charge"):
        said = own.refusal(Refusal("not-your-role", {"verb": verb, "roles": ("engineer", "radio")}))
        assert own.verb(verb) in said
        assert own.role("radio") in said
        assert verb not in said
        assert "engineer" not in said


# Plural forms

COUNTED = {
    "en": (PLAIN, {1: 0, 2: 1, 5: 1, 11: 1, 21: 1, 111: 1}),
    "de": (PLAIN, {1: 0, 2: 1, 5: 1, 11: 1, 21: 1, 111: 1}),
    "ru": (SLAVIC, {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 111: 2}),
    "uk": (SLAVIC, {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 111: 2}),
}


@pytest.mark.parametrize("language", COUNTED)
def test_the_plural_forms_of_the_four_languages(language: str) -> None:
    rule, wanted = COUNTED[language]
    found = read_rule(f"Plural-Forms: {rule}\n")
    assert {n: found.form(n, found.forms) for n in wanted} == wanted
    assert {n: found.form(-n, found.forms) for n in wanted} == wanted


@pytest.mark.parametrize("language", languages())
def test_the_header_of_a_language_counts_as_it_should(language: str) -> None:
    header = next(entry.forms[0] for entry in entries(data.language(language)) if not entry.id)
    found, (_, wanted) = read_rule(header), COUNTED[language]
    assert {n: found.form(n, found.forms) for n in wanted} == wanted


@pytest.mark.parametrize(
    ("expression", "n", "found"),
    [
        ("0", 7, 0),
        ("n>1", 1, 0),
        ("!(n==1)", 2, 1),
        ("n==1?0:n==2?1:2", 2, 1),
        ("n%10*2+1-n/3", 7, 13),
        ("n%0", 7, 0),
        ("n<3||n>5&&n!=7", 7, 0),
        ("n<=3 || n>=5 && n==7", 7, 1),
    ],
)
def test_expressions_count_as_in_c(expression: str, n: int, found: int) -> None:
    assert read_expression(expression)(n) == found


NO_EXPRESSIONS = (
    *("", "n n", "n ?", "n ? 1", "(n", "n)", "m", "n = 1", "1 2", "__import__('os')"),
    *("(" * 99 + "n" + ")" * 99, "!" * 99 + "n", "n+" * 400 + "n"),
)


@pytest.mark.parametrize("expression", NO_EXPRESSIONS)
def test_what_is_no_expression_is_refused(expression: str) -> None:
    with pytest.raises(UnreadableRuleError):
        read_expression(expression)


def catalogue_of(*blocks: str, rule: str = SLAVIC) -> str:
    return "\n\n".join([f'msgid ""\nmsgstr "Plural-Forms: {rule}\\n"', *blocks])


FORMS = 'msgid "debrief.written"\nmsgid_plural "steps"\n' + "\n".join(
    f'msgstr[{n}] "{{steps}} {word}"' for n, word in enumerate(("шаг", "шага", "шагов"))
)


def test_a_number_chooses_the_form() -> None:
    with spoken({"ru": catalogue_of(FORMS)}):
        said = [say("debrief.written", {"steps": n}, "ru") for n in (1, 2, 5, 11, 21, 111)]
        assert said == ["1 шаг", "2 шага", "5 шагов", "11 шагов", "21 шаг", "111 шагов"]
        assert say("debrief.written", {"steps": "22"}, "ru") == "22 шага"
        assert say("debrief.written", {}, "ru") == "? шагов"
    assert [say("debrief.written", {"steps": n, "path": "x"}) for n in (1, 2)] == ["1 step in x", "2 steps in x"]


def test_too_few_forms_break_nothing() -> None:
    one = 'msgid "debrief.written"\nmsgid_plural "steps"\nmsgstr[0] "{steps} шаг"'
    with spoken({"ru": catalogue_of(one)}):
        assert say("debrief.written", {"steps": 5}, "ru") == "5 шаг"


# Fallback


def test_what_a_language_lacks_is_said_in_english() -> None:
    with spoken({"ru": catalogue_of('msgid "bottom.sent"\nmsgstr "послано"', 'msgid "bottom.wait"\nmsgstr ""')}):
        assert say("bottom.sent", {}, "ru") == "послано"
        assert say("bottom.wait", {}, "ru") == say("bottom.wait", {})
        assert say("bottom.paused", {}, "ru") == "go on"
        assert [say("debrief.written", {"steps": n, "path": "x"}, "ru") for n in (1, 21)] == [
            "1 step in x",
            "21 steps in x",
        ]
        assert say("refusal.unknown-game", {"game": "snr", "nearest": "sonar"}, "ru").endswith("did you mean 'sonar'?")
        assert set(catalogue("ru")) == set(catalogue("en"))
        assert languages() == {"en": "English", "ru": "ru"}


def test_a_language_that_is_not_here_is_english() -> None:
    assert say("bottom.sent", {}, "tlh") == "sent"


@pytest.mark.parametrize(
    "text", ["{role", "role}", "{}", "{0}", "{role.x}", "{role[x]}", "{role!z}", "{role:>x}", "{role:%}", "{{role}"]
)
def test_a_sentence_that_was_made_wrongly_is_said_in_english(text: str) -> None:
    with spoken({"ru": catalogue_of(f'msgid "bottom.seat"\nmsgstr {quoted(text)}')}):
        assert say("bottom.seat", {"role": "xo"}, "ru") == "go to: xo"


def test_a_fact_that_nobody_knows_is_a_gap() -> None:
    with spoken({"ru": catalogue_of('msgid "bottom.seat"\nmsgstr "к {rolle}"')}):
        assert say("bottom.seat", {"role": "xo"}, "ru") == "к ?"


def test_a_broken_file_breaks_no_other_message() -> None:
    torn = 'msgid "bottom.sent"\nmsgstr "посл'
    with spoken({"ru": catalogue_of(torn, 'msgid "bottom.wait"\nmsgstr "ждать"', rule="nonsense")}):
        assert (say("bottom.sent", {}, "ru"), say("bottom.wait", {}, "ru")) == ("sent", "ждать")


def test_languages_are_called_by_their_own_names() -> None:
    assert next(iter(languages().items())) == ("en", "English")
    with spoken():
        assert languages() == {"en": "English", "xx": "Xish", "yy": "Yish"}


# The words of games


def test_the_words_of_a_game_are_read_when_one_of_them_is_asked_for() -> None:
    with spoken():
        assert say("bottom.sent", {}, "xx") == "¤xx sent"
        assert Phrases("steam", "xx").verb("pass") == "¤xx pass"
        assert words_of.cache_info().currsize == 4, "English below it, and nothing of games that nobody has asked for"
        assert say("verb.uboot.dive", {}, "xx") == "¤xx dive"
        assert Phrases("uboot", "xx").refusal(Refusal("no-watch")).startswith("¤xx Nobody keeps")
        assert "verb.uboot.dive" in words_of("uboot", "xx")
        assert "verb.uboot.dive" not in words_of("", "xx")

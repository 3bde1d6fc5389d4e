"""The topics are an interface: the page that documents them is checked against the code."""

from __future__ import annotations

from pathlib import Path

import pytest

from klaxon.club.topics import CHANNELS, TableChannel, read_topic, topic_of, topics_to
from tests.club.kit.hall import table_id

PAGE = Path(__file__).parents[2] / "docs" / "club.md"


def lines() -> list[str]:
    written = []
    for channel, each in CHANNELS.items():
        retained = "yes" if each.retained else "no"
        written.append(f"| `{channel}` | {each.speaker} | {each.listener} | {retained} | {each.qos} | {each.what} |")
    return written


def test_the_page_has_every_channel_as_it_is() -> None:
    page = PAGE.read_text("utf-8")
    table = page.partition("<!-- made from klaxon.club.topics")[2].partition("<!-- end -->")[0]
    assert table.strip().splitlines()[3:] == lines()
    assert {*CHANNELS} == {*TableChannel}


@pytest.mark.parametrize("channel", TableChannel)
def test_a_topic_is_read_as_it_was_written(channel: TableChannel) -> None:
    assert read_topic(topic_of(table_id(7), channel)) == (table_id(7), channel)


@pytest.mark.parametrize(
    "topic",
    ["", "klaxon", "klaxon/table/+/state", "klaxon/table/xyz/state", f"klaxon/table/{table_id(1)}/secret", "a/table/b"],
)
def test_other_topics_are_none_of_ours(topic: str) -> None:
    assert read_topic(topic) is None


def test_each_end_subscribes_to_what_it_reads_and_to_nothing_else() -> None:
    own = table_id(3)
    assert set(topics_to("table", own)) == {
        topic_of(own, channel) for channel in CHANNELS if "table" in CHANNELS[channel].listener
    }
    assert not set(topics_to("desk")) & set(topics_to("table"))

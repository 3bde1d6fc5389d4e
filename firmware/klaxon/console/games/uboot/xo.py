"""The first officer of U-BOOT: the feed with its unread lines, the helm, all men, and how fast time runs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from klaxon.console.games.uboot import crew, feed, helm
from klaxon.console.games.uboot.scene import Scene
from klaxon.console.games.uboot.screen import UbootScreen
from klaxon.console.games.uboot.stores import sickbay


class FirstOfficerScreen(UbootScreen):
    """The first officer's station."""

    pages = MappingProxyType({"feed": feed.draw, "helm": helm.look, "sickbay": sickbay.draw, "crew": crew.draw})
    dials = MappingProxyType({"feed": feed.turn, "helm": helm.turn, "sickbay": sickbay.turn, "crew": crew.turn})

    def line(self, scene: Scene) -> str | None:
        """Say that OK reads the feed, where it does; else where it leads."""
        return scene.phrases.say("bottom.uboot.read") if self._is_unread(scene) else super().line(scene)

    def press(self, scene: Scene, key: str) -> Mapping[str, str] | None:
        """OK on unread lines reads them all."""
        return feed.read_all(scene) if key == "ok" and self._is_unread(scene) else super().press(scene, key)

    def _is_unread(self, scene: Scene) -> bool:
        return self.is_looking(scene) and self.page_of(scene) == "feed" and bool(feed.unread(scene))


SCREEN = FirstOfficerScreen()

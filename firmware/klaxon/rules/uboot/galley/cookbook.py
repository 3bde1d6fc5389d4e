"""The cookbook: recipes, which cells of the pyramid touch, and what a meal is worth. It is printed for all to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from klaxon.rules.uboot.content.box import Box, DishRecipe

LEMON = "lemon"


class Cookbook(NamedTuple):
    """What the box says of cooking."""

    recipes: tuple[DishRecipe, ...]
    neighbours: tuple[tuple[int, int], ...]
    """Pairs of cells that touch."""
    morale: tuple[int, ...] = ()
    """Size of a meal -> steps of morale."""

    def touch(self, one: int, other: int) -> bool:
        """Return whether two cells touch."""
        return (one, other) in self.neighbours or (other, one) in self.neighbours

    def find(self, foods: tuple[str, ...]) -> str:
        """Return the dish of some foods, in any order; one food is a dish by itself, '' where there is none."""
        if len(foods) == 1:
            return "" if foods[0] == LEMON else foods[0]
        wanted = sorted(foods)
        return next((recipe.id for recipe in self.recipes if sorted(recipe.tokens) == wanted), "")

    @property
    def data(self) -> dict[str, Any]:
        """The cookbook as views show it."""
        recipes = [{"id": each.id, "name": each.name, "tokens": list(each.tokens)} for each in self.recipes]
        return {"recipes": recipes, "neighbours": [list(pair) for pair in self.neighbours], "morale": list(self.morale)}


def cookbook_of(box: Box) -> Cookbook:
    """Return the cookbook of a box."""
    return Cookbook(box.recipes, box.neighbours, box.meal_morale)


def read_cookbook(data: Mapping[str, Any]) -> Cookbook:
    """Return the cookbook that was shown."""
    recipes = tuple(DishRecipe(told["id"], told["name"], tuple(told["tokens"])) for told in data["recipes"])
    neighbours = tuple((one, other) for one, other in data["neighbours"])
    return Cookbook(recipes, neighbours, tuple(data["morale"]))

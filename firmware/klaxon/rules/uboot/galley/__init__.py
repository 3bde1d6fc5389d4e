"""The galley: the pyramid of food, dishes, the ration and the meal, and what spoils (UBT-3.17f to m)."""

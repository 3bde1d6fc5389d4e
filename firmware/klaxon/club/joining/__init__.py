"""A table joins a hall: it finds the desk by itself, and a code on its panel makes them know each other."""

"""Changes of positions at a station: presets, the plan they make, and the page on which it is sent."""

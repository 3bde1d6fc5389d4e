"""The reference console on paper: wiring, schematic, harnesses, parts, front panel and cards, made from a profile."""

"""The daemon behind `klaxon run`: its parts, watchdog, logs and start-up guard."""

"""The daemon behind `klaxon run`: its parts put together, watched, logged and guarded."""

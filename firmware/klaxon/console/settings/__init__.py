"""Settings that are chosen at a console and saved: of the console, and of each station."""

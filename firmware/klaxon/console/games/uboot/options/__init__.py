"""Options of U-BOOT in the lobby: which matter now, and what a mission and a level mean."""

"""The men: their slots and tasks, who can fill a place, the watch change, death."""

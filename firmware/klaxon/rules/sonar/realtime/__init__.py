"""Captain Sonar in real time: the course of play, views, menus, prompts and repair."""

"""What is in store: the galley with its pyramid of food, the sickbay with its medicines."""

"""What is chosen at a console and kept: for the console, and for each station."""

"""The door: the code of a table, and the page on which people join it by that."""

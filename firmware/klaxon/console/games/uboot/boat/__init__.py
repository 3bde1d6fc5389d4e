"""The boat in section, the telegraph, and the engineer whose station shows them."""

"""Guns: the 88 mm on ships, the 20 mm on aircraft and what is near, and armed ships that answer (UBT-8.5h, i)."""

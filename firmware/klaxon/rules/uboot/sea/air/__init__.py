"""Aircraft: when they pass, who sees whom, and how they attack (UBT-8.4i)."""

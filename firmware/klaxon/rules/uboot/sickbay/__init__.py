"""The sickbay: first aid, medicines and kits (UBT-3.11b to e)."""

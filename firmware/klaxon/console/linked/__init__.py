"""Another console at the same table: who hosts, what is lent, and what the panels say of it."""

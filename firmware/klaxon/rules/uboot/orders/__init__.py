"""Orders: may they be given, how they are paid, manned and carried out; the change of positions."""

"""The attack at a station: the TDC with its triangle, tubes and reserve, and torpedoes that run."""

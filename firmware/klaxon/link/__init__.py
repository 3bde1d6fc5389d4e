"""Two consoles, one table: sessions over a network or a serial line."""

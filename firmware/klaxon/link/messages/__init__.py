"""Messages between two consoles as bytes of the stream: packed, compressed, sealed. No I/O."""

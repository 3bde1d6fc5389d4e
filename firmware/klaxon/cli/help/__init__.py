"""What commands say of themselves, and how: help, their arguments, colours, and nothing that controls a terminal."""

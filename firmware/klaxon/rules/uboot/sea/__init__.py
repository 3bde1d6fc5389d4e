"""The sea behind its seam: a script that moves it, contacts, and the own boat in it."""

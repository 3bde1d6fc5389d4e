"""One panel with its controls: a stack of pages, gestures, overlays and menus."""

"""The page: a console drawn in a browser, with dials that turn and panels that light up. See docs/page.md.

Nothing here is imported before a page is served.
"""

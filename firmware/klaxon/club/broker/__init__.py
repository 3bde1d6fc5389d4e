"""The broker of a hall: the files it is run with, and a connection to it."""

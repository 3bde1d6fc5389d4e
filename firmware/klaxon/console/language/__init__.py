"""Words: catalogues of messages, plurals, the names of boats, sentences about events."""

"""The desk of a hall: what it knows of its tables, what an organiser does there, what is reported to pages."""

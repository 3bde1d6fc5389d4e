"""The radio operator at work: the sheet of calls, and the pencil that fills gaps in the track."""

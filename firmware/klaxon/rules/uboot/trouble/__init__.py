"""The boat in trouble: faults and their repair, emergencies, breaches and flooded rooms."""

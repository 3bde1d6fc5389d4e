"""What the crew sees through a glass, hears at the hydrophone and reads off the chart, and what it makes of that."""

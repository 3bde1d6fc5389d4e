"""The debrief as pages and as one HTML file."""

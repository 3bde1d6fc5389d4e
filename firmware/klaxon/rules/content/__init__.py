"""Reading content that people write: JSON with line numbers, and faults with line and remedy."""

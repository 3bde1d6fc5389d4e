"""Steam Torpedo at the console: today its stations have the general screen, and who looks on is told in words."""

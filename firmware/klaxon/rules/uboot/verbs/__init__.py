"""What a seat may say, why not, and what comes of it."""

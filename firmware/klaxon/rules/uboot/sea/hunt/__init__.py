"""The hunt: escorts that search and attack, their charges and guns, and what the crew notices of it."""

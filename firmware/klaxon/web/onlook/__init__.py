"""The pages of umpire and spectators, and the PIN of the umpire."""

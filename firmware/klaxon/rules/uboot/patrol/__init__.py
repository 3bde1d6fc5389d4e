"""The war patrol: objectives, what counts for them, and how a mission is graded (UBT-3.1, UBT-7.11, UBT-7.12)."""

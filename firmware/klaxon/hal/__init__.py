"""Back-ends of the console's devices: chosen by the profile, never by a failed import."""

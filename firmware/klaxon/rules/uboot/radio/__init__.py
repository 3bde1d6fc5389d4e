"""Radio and Enigma: messages that come, messages that may be sent, the cipher and its keys (UBT-7.10)."""

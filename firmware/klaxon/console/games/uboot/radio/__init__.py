"""The radio room: messages, and the Enigma with its rotors."""

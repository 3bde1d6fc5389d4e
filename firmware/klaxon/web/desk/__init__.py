"""The pages of a hall's desk: for organisers, for the phones of crews, for screens."""

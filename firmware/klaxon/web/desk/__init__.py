"""The pages of a desk: for organisers, for everybody in the hall, and for the phones of crews."""

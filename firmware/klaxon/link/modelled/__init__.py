"""A serial line in made-up time: its speed, its noise, its cuts. For benches, and for the tests of the link."""

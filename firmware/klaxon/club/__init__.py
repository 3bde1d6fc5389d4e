"""A hall full of tables: tournaments of crews, and the desk that runs them."""

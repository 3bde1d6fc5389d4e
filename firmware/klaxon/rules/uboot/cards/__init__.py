"""Cards: decks, what is drawn and when, what each operation does, the choices it leaves, how long it lasts."""

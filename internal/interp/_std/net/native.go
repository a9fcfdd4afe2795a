package net

// accepting tells that n more (or fewer) goroutines sleep in Accept, where a client may come from outside.
func accepting(n int)

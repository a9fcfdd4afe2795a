// This file is where verdicts look for words: the call paths to program points, and what the reader wants to see.

package program

// Paths knows the call paths to the accesses of a link.
type Paths struct {
	l      *Order
	view   View                     // what the reader wants to see
	chains map[chainKey][]chainLink // memo of chain; nil until asked
}

// This file takes copies of live counters apart from the counters (G29).

package guards

// ofSnapshots reports whether one of two accesses is plain and of a copy, the other one atomic: the function fills that
// copy, or finds it where only copies are kept; or the type is one of which copies are filled so, and lies in another
// struct where it is counted.
func (c *claim) ofSnapshots() bool {
	plain, counted := c.x, c.y
	if plain.kind.Atomic() {
		plain, counted = counted, plain
	}
	if plain.kind.Atomic() || !counted.kind.Atomic() {
		return false
	}
	if plain.copy {
		return !counted.copy
	}
	return plain.outer == nil && counted.outer != nil && len(plain.chain) > 0 && c.a.IsSnapshot(plain.chain[0])
}

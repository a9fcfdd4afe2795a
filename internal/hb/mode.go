// This file is how locks are held, and which tokens stand for that (H15).

package hb

// A Mode is how a lock is held.
type Mode uint8

const (
	Write Mode = iota // nobody else holds the lock
	Read              // other readers may hold it, too
	Body              // inside the function of a Once, which excludes itself
)

// lockModes are the tokens that are locks.
var lockModes = map[tokenKind]Mode{held: Write, readHeld: Read, inOnce: Body}

// This file is the bounds of this package, and what each counts.

package asked

// maxAsked bounds the answers about two places in one link, of what may race and of what is ruled out each, and
// maxPairs the pairs of accesses that are looked at.
const (
	maxAsked = 64
	maxPairs = 4096
)

// This file follows control flow as it stands, dead branches included.

package branch

import "golang.org/x/tools/go/ssa"

// Reaches reports whether control may go from the end of one block to another; to itself only through a cycle.
func Reaches(from, to *ssa.BasicBlock) bool {
	_, found := walk(from, to)
	return found
}

// Following are the blocks, by number, to which control may go from one, itself among them: all that MayFollow it.
func Following(from *ssa.BasicBlock) []bool {
	seen, _ := walk(from, nil)
	seen[from.Index] = true
	return seen
}

// walk goes along all ways from the end of a block, until it comes to another one; nil: to their ends. It gives the
// blocks, by number, that it has come to.
func walk(from, to *ssa.BasicBlock) (seen []bool, found bool) {
	seen = make([]bool, len(from.Parent().Blocks))
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to {
				return seen, true
			}
			if !seen[s.Index] {
				seen[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return seen, false
}

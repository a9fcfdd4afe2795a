// This file follows control flow as it stands, dead branches included.

package branch

import "golang.org/x/tools/go/ssa"

// Reaches reports whether control may go from the end of one block to another; to itself only through a cycle.
func Reaches(from, to *ssa.BasicBlock) bool {
	seen := make([]bool, len(from.Parent().Blocks)) // by block
	for work := []*ssa.BasicBlock{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to {
				return true
			}
			if !seen[s.Index] {
				seen[s.Index] = true
				work = append(work, s)
			}
		}
	}
	return false
}

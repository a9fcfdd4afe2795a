// This file tells what a function does whichever way it takes (B6).

package branch

import "golang.org/x/tools/go/ssa"

// Skips reports whether the function may return without having been in a block; loops that may have no rounds are taken
// to have one.
func (g *Graph) Skips(b *ssa.BasicBlock) bool {
	skips, ok := g.skipped[b]
	if !ok {
		skips = g.skips(b)
		g.skipped[b] = skips
	}
	return skips
}

func (g *Graph) skips(b *ssa.BasicBlock) bool {
	for g.Cyclic(b) {
		head := g.head(b)
		if head == nil {
			break
		}
		var inside []*ssa.BasicBlock
		for i := range head.Succs {
			if s := g.Next(head, i); s != nil && Reaches(s, head) {
				inside = append(inside, s)
			}
		}
		if g.avoids(inside, b, head) {
			return true
		}
		b = head
	}
	return g.avoids([]*ssa.BasicBlock{g.fn.Blocks[0]}, b, nil)
}

// head is the block, other than b itself, that begins the innermost loop around b; nil if there is none.
func (g *Graph) head(b *ssa.BasicBlock) *ssa.BasicBlock {
	for h := b.Idom(); h != nil; h = h.Idom() {
		if Reaches(b, h) {
			return h
		}
	}
	return nil
}

// avoids reports whether control may come from some blocks to a return, or to another block, without passing b.
func (g *Graph) avoids(from []*ssa.BasicBlock, b, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	for work := from; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if at == nil || seen[at] {
			continue
		}
		seen[at] = true
		if Returns(at) || at == to {
			return true
		}
		for i := range at.Succs {
			work = append(work, g.Next(at, i))
		}
	}
	return false
}

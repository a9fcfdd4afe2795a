// This file is the flow of a unit by itself: which role each node plays, whatever its number.

package link

import (
	"github.com/syncvet/syncvet/facts"
)

// A FlowOf is a unit's flow with what its references mean.
type FlowOf struct {
	*facts.Flow
	Names *facts.Names // what its numbers of symbols and places stand for
}

// Roles describes each node of a flow: by its place in the signature or at a call if it has one, else by what is said
// of it, other nodes' identities aside. Sites and types are given as numbers that mean the same in both versions.
func (f FlowOf) Roles(site, call func(uint32) uint64, typ func(facts.Symbol) uint64) []uint64 {
	roles, fixed := make([]uint64, f.Nodes+1), make([]bool, f.Nodes+1)
	f.places(call, func(n facts.Node, role uint64) {
		if !fixed[n] {
			roles[n], fixed[n] = role, true
		}
	})
	say := func(n facts.Node, words ...uint64) {
		if !fixed[n] {
			roles[n] += Mix(words...) // order does not matter
		}
	}
	for _, c := range f.Cons {
		o, t := uint64(0), uint64(0)
		if c.Op == facts.ConAddr {
			o = site(c.Obj)
		}
		if c.Type != 0 {
			t = typ(f.Names.Symbol(c.Type))
		}
		say(c.Dst, 1, uint64(c.Op), uint64(c.Off), o, t)
		say(c.Src, 2, uint64(c.Op), uint64(c.Off), t)
	}
	return roles
}

// places gives the nodes of the signature and of calls, each with a number of its place.
func (f FlowOf) places(call func(uint32) uint64, give func(facts.Node, uint64)) {
	for k, list := range [][]facts.Node{f.Params, f.FreeVars, f.Results} {
		for i, n := range list {
			give(n, Mix(3, uint64(k), uint64(i)))
		}
	}
	for k := range f.Calls {
		c, k := &f.Calls[k], call(uint32(k))
		give(c.Recv, Mix(4, k))
		for i, n := range c.Args {
			give(n, Mix(5, k, uint64(i)))
		}
		for i, n := range c.Results {
			give(n, Mix(6, k, uint64(i)))
		}
	}
}

// Mix hashes words (FNV-1a, on words).
func Mix(words ...uint64) uint64 {
	h := uint64(14695981039346656037)
	for _, w := range words {
		h = (h ^ w) * 1099511628211
		h ^= h >> 29
	}
	return h
}

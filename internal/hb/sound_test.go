// This file holds the engine against the simulator: no pair of places that it orders, or protects by a lock, ever
// races; and without any one of the side conditions some do (those that random programs show too rarely:
// rules_test.go).

package hb

import (
	"flag"
	"fmt"
	"testing"
)

// A spot is a static place without its state.
type spot struct {
	o  OriginID
	f  FuncID
	pt PointID
}

// A claim is what the engine says about two spots, whatever the context.
type claim struct{ ordered, protected bool }

// A verdict sums up some programs.
type verdict struct {
	// pairs of spots seen; claimed ordered; claimed protected; seen to race without a claim
	pairs, ordered, protected, raced int
	wrong                            int
	first                            string // the first wrong claim
}

// A checker compares one program's runs with the engine's claims.
type checker struct {
	x      *translation
	r      *Result
	claims map[[2]spot]claim
	raced  map[[2]spot]bool
	v      *verdict
	seed   uint64
}

// check runs one random program.
func check(seed uint64, runs int, drop mutation, v *verdict) {
	checkSource(generate(seed), seed, runs, drop, v)
}

// pair checks two accesses of one run.
func (c *checker) pair(a, b *access, ordered, lockOrdered bool) {
	for bits := range uint(3) {
		if bits > 0 {
			bits = bits * 5 // 0, 101, 1010
		}
		oa, ob, ok := c.x.mapping(a.g, b.g, bits)
		if oa == ob && (c.x.src.twins || !c.r.Multiple(oa)) {
			c.bad("two instances of an origin that has no twin", spot{o: oa}, spot{o: ob})
			return
		}
		if !ok {
			continue
		}
		p := spot{oa, c.x.funcs[funcKey{oa, a.tmpl}], a.pt}
		q := spot{ob, c.x.funcs[funcKey{ob, b.tmpl}], b.pt}
		k := c.claim(p, q)
		if k.ordered && !ordered {
			c.bad("ordered, but raced", p, q)
		}
		if k.protected && !lockOrdered {
			c.bad("protected, but raced", p, q)
		}
		if !k.ordered && !k.protected && !lockOrdered {
			c.raced[[2]spot{p, q}] = true
		}
	}
}

func (c *checker) bad(what string, p, q spot) {
	c.v.wrong++
	if c.v.first == "" {
		c.v.first = fmt.Sprintf("seed %d: %s: %+v %s, %+v %s", c.seed, what, p, c.x.paths[p.o], q, c.x.paths[q.o])
	}
}

// claim asks the engine about two spots in all their contexts.
func (c *checker) claim(p, q spot) claim {
	key := [2]spot{p, q}
	k, ok := c.claims[key]
	if ok {
		return k
	}
	k = c.judge(p, q)
	c.claims[key] = k
	c.v.pairs++
	if k.ordered {
		c.v.ordered++
	}
	if k.protected {
		c.v.protected++
	}
	return k
}

// judge asks the engine about two spots: a claim must hold in all contexts.
func (c *checker) judge(p, q spot) claim {
	k := claim{true, true}
	for _, a := range c.places(p) {
		for _, b := range c.places(q) {
			serial := (p.o == q.o || c.x.prog.Origins[p.o].Twin == q.o) && c.r.Serial(p.o)
			k.ordered = k.ordered && (serial || c.r.Ordered(a, b) != None)
			prot := c.r.CommonLock(a, b)
			k.protected = k.protected && prot == Must
		}
	}
	return k
}

func (c *checker) places(p spot) []Place {
	var list []Place
	for _, e := range c.r.Entries(p.o, p.f) {
		if s := c.r.At(p.o, p.f, e, p.pt); s != 0 {
			list = append(list, Place{Origin: p.o, Func: p.f, State: s})
		}
	}
	return list
}

// programs is how many random programs TestSound runs; .ci/nightly runs 20,000.
var programs = flag.Int("programs", 300, "random programs to compare with vector clocks")

func TestSound(t *testing.T) {
	n := *programs
	var v verdict
	for seed := range uint64(n) {
		check(seed, 60, 0, &v)
	}
	t.Logf("%d pairs, %d ordered, %d protected, %d raced, %d wrong", v.pairs, v.ordered, v.protected, v.raced, v.wrong)
	if v.wrong > 0 {
		t.Fatal(v.first)
	}
}

// TestMutants drops one side condition at a time: the comparison must notice each, or it would not notice a bug there.
func TestMutants(t *testing.T) {
	mutants := []struct {
		name string
		drop mutation
	}{
		{"close", dropClose}, {"all", dropAll}, {"cap", dropCap}, {"many", dropMany}, {"pairing", dropPairing},
		{"direction", dropDirection}, {"modes", dropModes}, {"alias", dropAlias},
		{"contexts", dropContexts}, {"callee", dropCallee}, {"ended", dropEnded},
	}
	for _, m := range mutants {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(1000) {
				var v verdict
				if check(seed, 40, m.drop, &v); v.wrong > 0 {
					t.Logf("noticed after %d programs: %s", seed+1, v.first)
					return
				}
			}
			t.Error("not noticed")
		})
	}
}

func FuzzOrdered(f *testing.F) {
	f.Fuzz(func(t *testing.T, seed uint64) {
		var v verdict
		if check(seed, 100, 0, &v); v.wrong > 0 {
			t.Error(v.first)
		}
	})
}

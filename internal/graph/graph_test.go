// This file compares the search with the definition: components are classes of mutual reachability, found by closing
// the relation.

package graph

import (
	"slices"
	"testing"
)

// decodeGraph makes a graph of at most 12 vertices from bytes: the number of vertices, then edges.
func decodeGraph(data []byte) Lists[uint32] {
	if len(data) == 0 {
		return nil
	}
	n := int(data[0])%12 + 1
	g := make(Lists[uint32], n)
	for k := 1; k+1 < len(data); k += 2 {
		v := int(data[k]) % n
		g[v] = append(g[v], uint32(int(data[k+1])%n))
	}
	return g
}

// reachable closes the relation of edges: by vertex, what it reaches, itself included.
func reachable(g Lists[uint32]) [][]bool {
	reach := make([][]bool, len(g))
	for v := range g {
		reach[v] = make([]bool, len(g))
		reach[v][v] = true
		for _, w := range g[v] {
			reach[v][w] = true
		}
	}
	for k := range g {
		for i := range g {
			for j := range g {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return reach
}

// checkComponents compares components with the relation (S1 to S3); wanted are the vertices that should be in some
// component.
func checkComponents(t *testing.T, g Lists[uint32], c *Components, wanted []bool) {
	t.Helper()
	reach := reachable(g)
	in := make([]int, len(g)) // component of a vertex plus one
	for i := range c.Len() {
		for _, v := range c.Members(i) {
			if in[v] != 0 {
				t.Fatalf("%v: %d is in two components", g, v)
			}
			in[v] = i + 1
		}
	}
	for v := range g {
		if (in[v] != 0) != wanted[v] {
			t.Fatalf("%v: %d is in component %d, wanted %v", g, v, in[v], wanted[v])
		}
		for w := range g {
			if wanted[v] && wanted[w] && (in[v] == in[w]) != (reach[v][w] && reach[w][v]) {
				t.Fatalf("%v: %d and %d: components %d and %d", g, v, w, in[v], in[w])
			}
		}
		for _, w := range g[v] {
			if wanted[v] && in[w] > in[v] {
				t.Fatalf("%v: the edge from %d to %d leads to a higher number", g, v, w)
			}
		}
	}
	for i := range c.Len() {
		v := int(c.Members(i)[0])
		if got, want := Cyclic(g, c, i), len(c.Members(i)) > 1 || slices.Contains(g[v], uint32(v)); got != want {
			t.Fatalf("%v: component of %d cyclic: %v, want %v", g, v, got, want)
		}
	}
}

func FuzzComponents(f *testing.F) {
	f.Add([]byte{5, 0, 1, 1, 2, 2, 0, 3, 3})
	f.Add([]byte{11, 0, 1, 1, 0, 1, 2, 2, 3, 3, 2, 4, 4, 5, 6, 6, 7, 7, 5, 7, 1, 8, 0})
	f.Add([]byte{3})
	f.Fuzz(func(t *testing.T, data []byte) {
		g := decodeGraph(data)
		if g == nil {
			return
		}
		all := slices.Repeat([]bool{true}, len(g))
		checkComponents(t, g, Find(g, len(g)), all)
		root := uint32(len(g) / 2)
		checkComponents(t, g, From(g, len(g), func(v uint32) bool { return v == root }), reachable(g)[root])
	})
}

// TestDeep searches a path of a million vertices that closes: no recursion, one component in the order of the search.
func TestDeep(t *testing.T) {
	const n = 1_000_000
	g := make(Lists[int], n)
	for v := range g {
		g[v] = []int{(v + 1) % n}
	}
	c := Find(g, n)
	if c.Len() != 1 || !slices.IsSorted(c.Members(0)) {
		t.Errorf("%d components", c.Len())
	}
}

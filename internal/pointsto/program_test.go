// This file is random constraint programs: bytes read as operations on a Graph and its twin at once, which must agree
// after every Solve, whatever the callback adds on the way.

package pointsto

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"
)

// A solver is a Graph or a twin.
type solver interface {
	NewNode() Node
	NewObject(size uint32, label Label) Node
	Add(Constraint) ConID
	Watch(n Node, watch uint32)
	Solve(onNew func(watch uint32, addr Node)) bool
	PointsTo(buf []Node, n Node) []Node
	NumNodes() int
}

// matches puts label 0 in no class, label 1 in class 1, label 2 in classes 0 and 2, label 3 in all.
func matches(c Class, l Label) bool {
	return l == 3 || l != 0 && (uint32(c)+uint32(l))%2 == 0
}

// A host runs a program on one solver. The solver reports in an order of its own, so nodes made by the callback differ
// in number between solvers: nodes are known by name.
type host struct {
	s       solver
	nodes   []Node            // those made by the program itself
	names   []string          // by Node
	watches int               // number of watches made by the program itself
	depth   map[uint32]int    // by watch number: how many callbacks led to it; 0 if not in the map
	told    map[string]bool   // what was reported: watch and name
	order   []event           // what was reported, in order
	err     error             // the first report that came twice
	numbers map[string]uint32 // watch numbers of the callback's watches, shared by the two hosts
}

func newHost(s solver, numbers map[string]uint32) *host {
	return &host{
		s:       s,
		nodes:   []Node{0},
		names:   []string{"none"},
		told:    map[string]bool{},
		depth:   map[uint32]int{},
		numbers: numbers,
	}
}

// node makes a pointer variable with a name.
func (h *host) node(name string) Node {
	n := h.s.NewNode()
	h.names = append(h.names, name)
	return n
}

// object makes an object; its slots are named after it.
func (h *host) object(size uint32, label Label, name string) Node {
	n := h.s.NewObject(size, label)
	for i := range size {
		h.names = append(h.names, fmt.Sprintf("%s.%d", name, i))
	}
	return n
}

// watch watches a node under a number that depends on the name only, at a depth of callbacks.
func (h *host) watch(n Node, name string, depth int) {
	number, ok := h.numbers[name]
	if !ok {
		number = uint32(len(h.numbers))
		h.numbers[name] = number
	}
	h.depth[number] = depth
	h.s.Watch(n, number)
}

// onNew is the callback: what it does is a function of the watch number and the address's name.
func (h *host) onNew(watch uint32, addr Node) {
	h.order = append(h.order, event{watch, addr})
	name := fmt.Sprintf("w%d(%s)", watch, h.names[addr])
	if h.told[name] && h.err == nil {
		h.err = fmt.Errorf("%s reported twice", name)
	}
	h.told[name] = true
	hash := fnv.New64a()
	hash.Write([]byte(name))
	rnd := rand.New(rand.NewPCG(hash.Sum64(), 1))
	if h.names[addr][0] == 'w' || h.depth[watch] > 2 || rnd.IntN(4+100*h.depth[watch]) != 0 {
		return // what callbacks of callbacks make must come to an end
	}
	pick := func() Node { return h.nodes[rnd.IntN(min(len(h.nodes), 12))] }
	v := h.node(name + "v")
	switch rnd.IntN(6) {
	case 0:
		o := h.object(1+uint32(rnd.IntN(3)), Label(rnd.IntN(4)), name+"o")
		h.s.Add(Constraint{Op: Addr, Dst: v, Src: o})
		h.s.Add(Constraint{Op: Copy, Dst: pick(), Src: v})
	case 1:
		h.s.Add(Constraint{Op: Copy, Dst: v, Src: pick()})
		h.watch(v, name, h.depth[watch]+1)
	case 2:
		h.s.Add(Constraint{Op: Addr, Dst: v, Src: addr})
		h.s.Add(Constraint{Op: Store, Dst: v, Src: pick(), Off: uint32(rnd.IntN(2))})
	case 3:
		h.s.Add(Constraint{Op: Load, Dst: pick(), Src: pick(), Off: uint32(rnd.IntN(2))})
	case 4:
		h.s.Add(Constraint{Op: Copy, Dst: pick(), Src: pick()})
	}
}

// state is what the solver says, by names: the points-to sets and the reports.
func (h *host) state() []string {
	var lines []string
	for n := 1; n <= h.s.NumNodes(); n++ {
		for _, a := range h.s.PointsTo(nil, Node(n)) {
			lines = append(lines, h.names[n]+" ∋ "+h.names[a])
		}
	}
	for name := range h.told {
		lines = append(lines, name)
	}
	slices.Sort(lines)
	return lines
}

// A code is the bytes of a program yet to be read.
type code []byte

// next returns the next byte reduced to 0..n-1; at the end, 0.
func (c *code) next(n int) int {
	if len(*c) == 0 {
		return 0
	}
	b := (*c)[0]
	*c = (*c)[1:]
	return int(b) % n
}

// runProgram runs a program on a graph and its twin and returns the graph's host and the first difference.
func runProgram(program []byte) (*host, error) {
	c := code(program)
	g := New(Options{Match: matches, Budget: []int{0, 1, 9, 200}[c.next(4)]})
	numbers := map[string]uint32{}
	a, b := newHost(g, numbers), newHost(newTwin(matches), numbers)
	for len(c) > 0 && len(a.names) < 120 {
		op := program[len(program)-len(c)]
		rest := c
		runOp(a, &c)
		runOp(b, &rest)
		if op%16 == 15 {
			g.condense()
		}
		if err := g.check(); err != nil {
			return a, err
		}
		if op%16 == 14 {
			if err := compare(g, a, b); err != nil {
				return a, err
			}
		}
	}
	return a, compare(g, a, b)
}

// runOp runs the next operation of a program. Those above 13 are no operations of a solver.
func runOp(h *host, c *code) {
	op := c.next(16)
	node := func() Node { return h.nodes[c.next(len(h.nodes))] }
	switch {
	case op < 2:
		n := h.node(fmt.Sprint("n", len(h.nodes)))
		h.nodes = append(h.nodes, n)
	case op == 2:
		size, dst := 1+uint32(c.next(5)), node()
		o := h.object(size, Label(c.next(4)), fmt.Sprint("o", len(h.names)))
		h.nodes = append(h.nodes, o)
		h.s.Add(Constraint{Op: Addr, Dst: dst, Src: o})
	case op == 3:
		o := h.object(18, Label(c.next(4)), fmt.Sprint("o", len(h.names)))
		for dst, i := node(), uint32(0); i < 18; i++ {
			h.s.Add(Constraint{Op: Addr, Dst: dst, Src: o, Off: i})
		}
	case op == 4:
		n := node()
		if h.watches++; h.watches <= 8 { // more make the callbacks' work explode
			h.watch(n, fmt.Sprint("watch", h.watches), 0)
		}
	case op < 8:
		h.s.Add(Constraint{Op: Copy, Dst: node(), Src: node()})
	case op < 14:
		h.s.Add(Constraint{Op(1 + c.next(7)), node(), node(), uint32(c.next(3)), Class(c.next(3))})
	}
}

// checkEvery is how many calls of Solve are made between two checks: with a budget of one step there are thousands.
const checkEvery = 32

// compare solves both and compares.
func compare(g *Graph, a, b *host) error {
	for calls := 0; !g.Solve(a.onNew); calls++ {
		if calls%checkEvery != 0 {
			continue
		}
		if err := g.check(); err != nil {
			return err
		}
	}
	b.s.Solve(b.onNew)
	if err := g.check(); err != nil {
		return err
	}
	if a.err != nil {
		return a.err
	}
	x, y := a.state(), b.state()
	if !slices.Equal(x, y) {
		for _, line := range x {
			if _, found := slices.BinarySearch(y, line); !found {
				return fmt.Errorf("only in the graph: %s", line)
			}
		}
		for _, line := range y {
			if _, found := slices.BinarySearch(x, line); !found {
				return fmt.Errorf("only in the twin: %s", line)
			}
		}
	}
	return nil
}

// randomProgram returns a program for a seed; sizes vary.
func randomProgram(seed uint64) []byte {
	rnd := rand.New(rand.NewPCG(seed, 2))
	program := make([]byte, 10+rnd.IntN(20<<(seed%5)))
	for i := range program {
		program[i] = byte(rnd.Uint32())
	}
	return program
}

func TestRandomPrograms(t *testing.T) {
	var sum Stats
	reports := 0
	n := uint64(2000)
	if testing.Short() {
		n = 300
	}
	for seed := range n {
		h, err := runProgram(randomProgram(seed))
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		s := h.s.(*Graph).Stats()
		sum.Facts += s.Facts
		sum.Derived += s.Derived
		sum.SCCs += s.SCCs
		reports += len(h.order)
	}
	t.Logf("%d facts, %d derived edges, %d components, %d reports", sum.Facts, sum.Derived, sum.SCCs, reports)
	if n := int(n); sum.Facts < 25*n || sum.Derived < 3*n || sum.SCCs < n/4 || reports < 3*n {
		t.Error("the programs exercise too little")
	}
}

func TestDeterministic(t *testing.T) {
	for seed := range uint64(100) {
		a, _ := runProgram(randomProgram(seed))
		b, _ := runProgram(randomProgram(seed))
		if !slices.Equal(a.order, b.order) {
			t.Fatalf("seed %d: reports in different order", seed)
		}
		if x, y := a.s.(*Graph).Stats(), b.s.(*Graph).Stats(); x != y {
			t.Fatalf("seed %d: %+v, then %+v", seed, x, y)
		}
	}
}

func FuzzSolve(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(randomProgram(seed))
	}
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 200 { // longer ones take seconds in the naive solver
			t.Skip()
		}
		if _, err := runProgram(program); err != nil {
			t.Fatal(err)
		}
	})
}

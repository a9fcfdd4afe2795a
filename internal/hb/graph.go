// This file is the graph questions that several parts ask: strongly connected components of the call graph and of a
// function's points, and which functions an origin runs.

package hb

// components gives the strongly connected components of a graph over 1..n-1, successors first (Tarjan).
func components(n int, succ func(int, func(int))) [][]int {
	t := &tarjan{succ: succ, index: make([]int, n), low: make([]int, n), on: make([]bool, n)}
	for v := 1; v < n; v++ {
		if t.index[v] == 0 {
			t.visit(v)
		}
	}
	return t.out
}

// tarjan is the state of one search.
type tarjan struct {
	succ       func(int, func(int))
	index, low []int // order of discovery, zero for undiscovered; lowest index reachable
	on         []bool
	stack      []int
	count      int
	out        [][]int
}

// A frame is a vertex whose successors are being looked at.
type frame struct {
	v     int
	todo  []int
	child int // successor just returned from, zero at first
}

// visit searches from v, with its own stack: call graphs are deep.
func (t *tarjan) visit(v int) {
	work := []frame{t.enter(v)}
	for len(work) > 0 {
		f := &work[len(work)-1]
		if f.child != 0 {
			t.low[f.v] = min(t.low[f.v], t.low[f.child])
			f.child = 0
		}
		if len(f.todo) == 0 {
			t.leave(f.v)
			work = work[:len(work)-1]
			continue
		}
		w := f.todo[0]
		f.todo = f.todo[1:]
		switch {
		case t.index[w] == 0:
			f.child = w
			work = append(work, t.enter(w))
		case t.on[w]:
			t.low[f.v] = min(t.low[f.v], t.index[w])
		}
	}
}

func (t *tarjan) enter(v int) frame {
	t.count++
	t.index[v], t.low[v], t.on[v] = t.count, t.count, true
	t.stack = append(t.stack, v)
	f := frame{v: v}
	t.succ(v, func(w int) { f.todo = append(f.todo, w) })
	return f
}

// leave closes a component if v is its root.
func (t *tarjan) leave(v int) {
	if t.low[v] != t.index[v] {
		return
	}
	k := len(t.stack) - 1
	for t.stack[k] != v {
		k--
	}
	c := append([]int(nil), t.stack[k:]...)
	for _, w := range c {
		t.on[w] = false
	}
	t.stack = t.stack[:k]
	t.out = append(t.out, c)
}

// callOrder gives the components of the call graph, callees first.
func callOrder(p *Program) [][]FuncID {
	var order [][]FuncID
	for _, c := range components(len(p.Funcs), func(v int, f func(int)) {
		eachCallee(&p.Funcs[v], func(c FuncID) { f(int(c)) })
	}) {
		ids := make([]FuncID, len(c))
		for k, v := range c {
			ids[k] = FuncID(v)
		}
		order = append(order, ids)
	}
	return order
}

// eachCallee calls f for every callee of every call event.
func eachCallee(fn *Func, f func(FuncID)) {
	for k := 1; k < len(fn.Points); k++ {
		if e := &fn.Points[k].Event; e.Op == OpCall {
			for _, c := range e.Callees {
				f(c)
			}
		}
	}
}

// loops numbers a function's points by component; points in no cycle have zero.
func loops(fn *Func) []int {
	succs := make([][]int, len(fn.Points))
	self := make([]bool, len(fn.Points))
	for k := 1; k < len(fn.Points); k++ {
		for _, x := range fn.Points[k].Preds {
			succs[x] = append(succs[x], k)
			self[k] = self[k] || int(x) == k
		}
	}
	loop := make([]int, len(fn.Points))
	for n, c := range components(len(fn.Points), func(v int, f func(int)) {
		for _, w := range succs[v] {
			f(w)
		}
	}) {
		for _, v := range c {
			if len(c) > 1 || self[v] {
				loop[v] = n + 1
			}
		}
	}
	return loop
}

// runs lists the functions an origin may run, in order of discovery.
func runs(p *Program, o OriginID) []FuncID {
	seen := make(map[FuncID]bool)
	var list []FuncID
	add := func(f FuncID) {
		if !seen[f] {
			seen[f] = true
			list = append(list, f)
		}
	}
	for _, f := range p.Origins[o].Entry {
		add(f)
	}
	for k := 0; k < len(list); k++ {
		eachCallee(&p.Funcs[list[k]], add)
	}
	return list
}

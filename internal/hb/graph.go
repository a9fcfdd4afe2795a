// This file is the graph questions that several parts ask: strongly connected components of the call graph and of a
// function's points, and which functions an origin runs.

package hb

import "github.com/syncvet/syncvet/internal/graph"

// callOrder gives the components of the call graph, callees first.
func callOrder(p *Program) [][]FuncID {
	callees := make(graph.Lists[FuncID], len(p.Funcs))
	for v := 1; v < len(p.Funcs); v++ {
		eachCallee(&p.Funcs[v], func(c FuncID) { callees[v] = append(callees[v], c) })
	}
	var order [][]FuncID
	c := graph.Find(callees, len(callees))
	for i := 1; i < c.Len(); i++ { // the first is the invalid function
		ids := make([]FuncID, len(c.Members(i)))
		for k, v := range c.Members(i) {
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
	succs := make(graph.Lists[int], len(fn.Points))
	for k := 1; k < len(fn.Points); k++ {
		for _, x := range fn.Points[k].Preds {
			succs[x] = append(succs[x], k)
		}
	}
	loop := make([]int, len(fn.Points))
	c := graph.Find(succs, len(succs))
	for i := range c.Len() {
		if graph.Cyclic(succs, c, i) {
			for _, v := range c.Members(i) {
				loop[v] = i + 1
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

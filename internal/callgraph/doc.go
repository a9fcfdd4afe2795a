// Package callgraph is the call graph that links have found: which call in the source enters which functions, in any
// context.
//
// # Problem
//
// A link holds calls between instances: functions in contexts. Whoever wants to know whether a call was resolved at
// all, or to compare with another call graph, wants functions and places in the source.
//
// # Rules (C)
//
//   - (C1) A site is a call in a function of the program, at its place in the source; it has the union of what its
//     instances enter, over all links. A site none of whose instances enters anything is unresolved.
//   - (C2) What the SSA builder makes (wrappers, bound methods, thunks) is passed through: a site enters what these
//     call.
//   - (C3) Functions that no link entered are not in the graph: nothing is said about their calls.
//
// # Invariants
//
// Sites are in the order of caller and place, callees in that of their names; nothing depends on the order of links.
//
// # Tests
//
// TestGraph holds sites and callees of a small program; bench/callgraph compares with class hierarchy analysis.
package callgraph

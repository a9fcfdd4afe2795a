// This file draws lock graphs, as the formats "dot" (Graphviz) and "mermaid" (shown by code review pages): an arrow
// leads from what a goroutine holds to what it takes or waits for meanwhile. A circle of arrows is a deadlock.

package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// An orderEdge says that a goroutine takes one thing, or waits for it, while it holds another one.
type orderEdge struct {
	held, wanted int    // indices of nodes
	waits        bool   // it waits there for ever, in a finding
	label        string // the place, and who
}

// An orderGraph is all that goroutines of findings hold and wait for.
type orderGraph struct {
	nodes []string    // names of locks and channels, each once, in the order in which findings come to them
	edges []orderEdge // each once, in the order of findings
}

// lockGraph collects the steps of all findings.
func lockGraph(v *View, findings []*Finding) *orderGraph {
	g := &orderGraph{}
	index := map[string]int{}
	node := func(name string) int {
		i, ok := index[name]
		if !ok {
			i = len(g.nodes)
			index[name] = i
			g.nodes = append(g.nodes, name)
		}
		return i
	}
	seen := map[orderEdge]bool{}
	for _, f := range findings {
		for i := range f.Threads {
			for _, e := range threadEdges(v, f, &f.Threads[i]) {
				edge := orderEdge{node(e.held), node(e.wanted), e.waits, e.label}
				if !seen[edge] {
					seen[edge] = true
					g.edges = append(g.edges, edge)
				}
			}
		}
	}
	return g
}

// A namedEdge is an orderEdge by the names of its ends.
type namedEdge struct {
	held, wanted string // names of what a goroutine holds and of what it takes meanwhile, as in its steps
	waits        bool   // as in orderEdge
	label        string // as in orderEdge
}

// threadEdges is what one goroutine does to the graph.
func threadEdges(v *View, f *Finding, t *Thread) []namedEdge {
	var out []namedEdge
	var held []string
	for k := range t.Steps {
		s := &t.Steps[k]
		if s.Object == "" {
			continue
		}
		switch s.Op {
		case OpUnlock:
			for i := len(held) - 1; i >= 0; i-- {
				if held[i] == s.Object {
					held = append(held[:i:i], held[i+1:]...)
					break
				}
			}
		case OpLock, OpRLock, OpWait:
			for _, h := range held {
				label := v.name(s.Pos) + " " + qualify(s.Func, s.Pos.Pkg, f.home())
				out = append(out, namedEdge{h, s.Object, s.Op == OpWait, label})
			}
			if s.Op != OpWait {
				held = append(held, s.Object)
			}
		}
	}
	return out
}

// writeDOT writes the graph for Graphviz.
func writeDOT(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	b := bufio.NewWriter(w)
	g := lockGraph(v, findings)
	fmt.Fprint(
		b,
		"digraph locks {\n\tnode [shape=box, fontname=\"sans-serif\"];\n\tedge [fontname=\"sans-serif\", fontsize=10];\n",
	)
	for i, name := range g.nodes {
		fmt.Fprintf(b, "\tn%d [label=%s];\n", i, dotQuote(name))
	}
	for _, e := range g.edges {
		style := ""
		if e.waits {
			style = ", color=red"
		}
		fmt.Fprintf(b, "\tn%d -> n%d [label=%s%s];\n", e.held, e.wanted, dotQuote(e.label), style)
	}
	fmt.Fprintln(b, "}")
	return b.Flush()
}

// dotQuote is a string in the DOT language.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(s) + `"`
}

// writeMermaid writes the graph for Mermaid.
func writeMermaid(w io.Writer, v *View, findings []*Finding, _ *Totals) error {
	b := bufio.NewWriter(w)
	g := lockGraph(v, findings)
	fmt.Fprintln(b, "flowchart LR")
	for i, name := range g.nodes {
		fmt.Fprintf(b, "    n%d[%s]\n", i, mermaidQuote(name))
	}
	for _, e := range g.edges {
		fmt.Fprintf(b, "    n%d -->|%s| n%d\n", e.held, mermaidQuote(e.label), e.wanted)
	}
	var waits []string
	for i, e := range g.edges {
		if e.waits {
			waits = append(waits, fmt.Sprint(i))
		}
	}
	if len(waits) > 0 {
		fmt.Fprintf(b, "    linkStyle %s stroke:red\n", strings.Join(waits, ","))
	}
	return b.Flush()
}

// mermaidQuote is a string in Mermaid, which knows entities but no backslashes.
func mermaidQuote(s string) string {
	return `"` + strings.NewReplacer("#", "#35;", `"`, "#quot;", "<", "#lt;", ">", "#gt;", "\n", " ").Replace(s) + `"`
}

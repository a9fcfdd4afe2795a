// This file prints a call graph.

package callgraph

import (
	"fmt"
	"io"

	"github.com/syncvet/syncvet/facts"
)

// WriteText prints a line for each site: its caller, place, kind, and what it enters; "?" where nothing is known.
func (g *Graph) WriteText(w io.Writer) error {
	for _, s := range g.Sites() {
		_, err := fmt.Fprintf(w, "%s %s:%d:%d %s ->",
			Name(s.Caller), s.Pos.File.Name, s.Pos.Line, s.Pos.Col, Kind(s.Flags))
		if err != nil {
			return err
		}
		if len(s.Callees) == 0 {
			fmt.Fprint(w, " ?")
		}
		for _, c := range s.Callees {
			fmt.Fprint(w, " ", Name(c))
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
	}
	return nil
}

// WriteDOT prints the graph in the language of Graphviz; goroutines that a call starts are dashed.
func (g *Graph) WriteDOT(w io.Writer) error {
	type edge struct {
		from, to string // caller and callee, as the graph shows them
		goes     bool   // it starts a goroutine
	}
	seen := map[edge]bool{}
	fmt.Fprintln(w, "digraph calls {")
	for _, s := range g.Sites() {
		for _, c := range s.Callees {
			e := edge{Name(s.Caller), Name(c), s.Flags&facts.CallGo != 0}
			if seen[e] {
				continue
			}
			seen[e] = true
			style := ""
			if e.goes {
				style = " [style=dashed]"
			}
			fmt.Fprintf(w, "\t%q -> %q%s;\n", e.from, e.to, style)
		}
	}
	_, err := fmt.Fprintln(w, "}")
	return err
}

// Name spells a function with its import path.
func Name(s facts.Symbol) string {
	if s.Pkg == "" {
		return s.Name
	}
	return s.Pkg + "." + s.Name
}

// Kind says how a site calls.
func Kind(f facts.CallFlags) string {
	switch {
	case f&facts.CallModel != 0:
		return "model"
	case f&facts.CallInvoke != 0:
		return "interface"
	case f&facts.CallDynamic != 0:
		return "value"
	}
	return "static"
}

// This file links packages, and prints the calls that were found.

package main

import (
	"io"

	"github.com/syncvet/syncvet/internal/callgraph"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/passes/source"
)

// writeCalls prints the linked call graph of a package.
func writeCalls(w io.Writer, r *source.Result, dot bool) error {
	var g callgraph.Graph
	program.Of(r.Pkg, r.Imports).EachLink(func(l *link.Link) { g.Add(l) })
	if dot {
		return g.WriteDOT(w)
	}
	return g.WriteText(w)
}

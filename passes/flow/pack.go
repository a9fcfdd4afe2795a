// This file is what the extraction of all functions of a package shares.

package flow

import (
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A pack is a package under extraction.
type pack struct {
	Source *source.Result // the pass before
	Layout *source.Layout // slots of types
	Places *place.Package // names and stable places, shared with the later passes

	graphs map[*ssa.Function]*branch.Graph // feasible control flow, filled when asked for

	named   map[*ssa.Function][]ssa.CallInstruction // calls by name, nil until asked for
	asValue map[*ssa.Function]bool                  // functions used otherwise than to be called by name, valid with named

	lockFields map[place.Field]bool // memo of lockState, nil until asked for
}

func newPack(src *source.Result) *pack {
	return &pack{
		Source: src, Layout: src.Layout, Places: place.NewPackage(src), graphs: map[*ssa.Function]*branch.Graph{},
	}
}

// Graph is the feasible control flow of a function with a body (L13).
func (r *pack) Graph(fn *ssa.Function) *branch.Graph {
	g, ok := r.graphs[fn]
	if !ok {
		g = branch.New(fn, r.Places, r.withoutLock)
		r.graphs[fn] = g
	}
	return g
}

// Model is the row that says what a call does, nil if there is none.
func (r *pack) Model(instr ssa.CallInstruction) *models.Row {
	row, _ := r.Source.Model(instr.Common())
	return row
}

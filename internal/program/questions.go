// This file is the package's face: a Program is given packages and asked for races and problems.

package program

import (
	"maps"
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/relink"
)

// Of makes the program of one package, which has the roots, and of what it imports.
func Of(own *facts.Package, imports []*facts.Package) *Program {
	p := New(link.Config{Own: own.Source.Path, Module: own.Source.Module})
	pkgs := []link.Package{{Facts: own, Roots: true}}
	for _, imp := range imports {
		pkgs = append(pkgs, link.Package{Facts: imp})
	}
	p.Update(pkgs)
	return p
}

// answer gives what is known to a view. All questions are answered at once, since links are not kept: to ask several in
// the same view costs what one does.
func (p *Program) answer(see explain.View) *answer {
	if see.Weakest == 0 {
		see.Weakest = evidence.Medium
	}
	more := see
	more.Order = true
	if p.known == nil || p.known.view != see && p.known.view != more {
		p.known = p.ask(see)
	}
	return p.known
}

// Races gives the races of the current program: one per variable and missing protection, most certain first, in a fixed
// order.
func (p *Program) Races(see explain.View) []evidence.Evidence { return p.answer(see).races }

// Doubted gives the variables on which there are races of low confidence, whether the view shows them or not.
func (p *Program) Doubted(see explain.View) map[facts.Symbol]bool {
	return p.answer(see).suspected.Doubted
}

// Violations gives the violations of order, if the view asks for them: most certain first, in a fixed order.
func (p *Program) Violations(see explain.View) []evidence.Evidence { return p.answer(see).violations }

// Elsewhere gives where races stand that runs of the program show, and that other packages tell without these runs.
func (p *Program) Elsewhere(see explain.View) map[evidence.Places]bool {
	return p.answer(see).elsewhere
}

// Muted gives the directives that keep races out of the answer to a view.
func (p *Program) Muted(see explain.View) map[directive.Key]bool { return p.answer(see).muted }

// Problems gives the deadlocks, leaks and misuse of the current program, most certain first, in a fixed order.
func (p *Program) Problems(see explain.View) []evidence.Evidence { return p.answer(see).problems }

// Notes gives what went wrong in the last answer: exceeded budgets and damaged summaries. Any note makes the result
// incomplete.
func (p *Program) Notes() []facts.Note {
	if p.lib == nil {
		return nil
	}
	notes := p.lib.Notes
	for _, s := range p.shares {
		for _, what := range slices.Sorted(maps.Keys(s.link.Over)) {
			notes = append(notes[:len(notes):len(notes)], link.BudgetNote(what))
		}
	}
	if p.over {
		notes = append(notes[:len(notes):len(notes)], link.BudgetNote("roots"))
	}
	return notes
}

// Stats gives the sizes of what the last answer rests on, and Chord's funnel.
func (p *Program) Stats() Stats {
	if p.known == nil {
		return Stats{}
	}
	return p.known.stats
}

// System gives the constraint system of all roots of a program with Config.Editable; nil for others.
func (p *Program) System() *relink.System {
	if !p.cfg.Editable {
		return nil
	}
	return relink.NewSystem(p.cfg, p.pkgs)
}

// This file measures updates of whole programs: a statement of the source is deleted, the program updated and asked;
// then it is added back, and the program updated and asked again.

package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
	"github.com/syncvet/syncvet/internal/relink"
)

// pointers is the stage before those of program.Stage: the update of the link, points-to sets foremost.
const pointers = 0

// stages are the names of what is measured by itself.
var stages = [...]string{
	"pointer analysis",
	link.Ordering.String(),
	link.Pairing.String(),
	link.Blocking.String(),
	"all",
}

// A cost is the time of each stage, and of all.
type cost [len(stages)]time.Duration

// A stopwatch divides time among stages.
type stopwatch struct {
	spent cost          // by stage, so far
	stage int           // the one that is running
	since time.Duration // when that began, by clock
}

// begin starts the next stage.
func (w *stopwatch) begin(stage int) {
	now := clock()
	w.spent[w.stage] += now - w.since
	w.stage, w.since = stage, now
}

// measure gives the cost of an update and of asking for everything.
func (w *stopwatch) measure(p *program.Program, pkgs []link.Package) (cost, relink.Step) {
	runtime.GC() // what others left is not to be paid here
	w.spent, w.stage, w.since = cost{}, pointers, clock()
	step := p.Update(pkgs)
	p.Races(explain.View{})
	w.begin(pointers)
	for _, d := range w.spent[:len(stages)-1] {
		w.spent[len(stages)-1] += d
	}
	return w.spent, step
}

// updates are the costs of edits of one program.
type updates struct {
	fresh            []cost              // of new programs
	deletes, inserts []cost              // of updates after a deletion, and of those after adding back, in the same order
	steps            map[relink.Step]int // how many updates had to do so much
	causes           map[string]int      // of links from scratch
}

// newProgram makes a program whose questions are measured.
func (s *subject) newProgram(w *stopwatch) *program.Program {
	return program.New(
		link.Config{Own: s.path, Module: s.module, Editable: true, Begin: func(x link.Stage) { w.begin(1 + int(x)) }},
	)
}

// update deletes statements one by one and adds them back, for some time.
func (s *subject) update(budget time.Duration) updates {
	u := updates{steps: map[relink.Step]int{}, causes: map[string]int{}}
	var w stopwatch
	var p *program.Program
	for range 3 {
		p = s.newProgram(&w)
		c, _ := w.measure(p, s.packages)
		u.fresh = append(u.fresh, c)
	}
	edits := s.statements()
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(edits), func(i, j int) { edits[i], edits[j] = edits[j], edits[i] })
	for start, k := time.Now(), 0; k < len(edits) && time.Since(start) < budget; k++ {
		pkgs, err := s.summarise(s.without(edits[k]))
		if err != nil {
			continue // not a program without it
		}
		for i, pkgs := range [][]link.Package{pkgs, s.packages} {
			c, step := w.measure(p, pkgs)
			if i == 0 {
				u.deletes = append(u.deletes, c)
			} else {
				u.inserts = append(u.inserts, c)
			}
			u.steps[step]++
			if step == relink.Relinked {
				u.causes[p.Cause()]++
			}
		}
	}
	return u
}

// An extent is a statement's place: a file and a range of its text.
type extent struct {
	file int // index into subject.files
	from int // offset of its first byte
	to   int // offset behind its last one
}

// statements lists the statements of all functions.
func (s *subject) statements() []extent {
	var list []extent
	for k, f := range s.files {
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, f.name, f.text, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		at := func(p token.Pos) int { return fset.Position(p).Offset }
		add := func(stmts []ast.Stmt) {
			for _, x := range stmts {
				list = append(list, extent{k, at(x.Pos()), at(x.End())})
			}
		}
		ast.Inspect(syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				add(n.List)
			case *ast.CaseClause:
				add(n.Body)
			case *ast.CommClause:
				add(n.Body)
			}
			return true
		})
	}
	return list
}

// without gives the files without a statement; lines stay where they are.
func (s *subject) without(c extent) []sourceFile {
	files := slices.Clone(s.files)
	text := files[c.file].text
	gone := strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return ' '
	}, text[c.from:c.to])
	files[c.file].text = text[:c.from] + gone + text[c.to:]
	return files
}

// This file finds critical sections that functions of other packages go through, from what their facts say (G17).

package guards

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/guards/sections"
	"github.com/syncvet/syncvet/passes/source"
)

// imported gives the accesses in critical sections of a call of another package's function, on the object that its
// first argument points to.
func (s *staleness) imported(call ssa.CallInstruction, g *ssa.Function) []sectionAccess {
	args := source.Arguments(call.Common())
	if len(args) == 0 {
		return nil
	}
	sym := s.a.src.FuncSymbol(source.Origin(g))
	at, _, ok := s.a.src.Imported(sym)
	if !ok {
		return nil
	}
	on := objectOf(args[0])
	if on.root == nil || s.a.Makes(on.root) && s.a.Private(on.root, call) {
		return nil
	}
	list, ok := s.known[sym]
	if !ok {
		list = sectionsOf(s.a.src.Imports[at.Import], at.Unit, sym)
		s.known[sym] = list
	}
	list = slices.Clone(list)
	for k := range list {
		list[k].on, list[k].instr, list[k].call = on, call, sym
		if len(args) > 1 {
			list[k].keys = args[1:]
		}
	}
	return list
}

// sectionsOf reads a function's accesses of fields of a struct while it holds a lock in the same struct, to which its
// first parameter points.
func sectionsOf(p *facts.Package, unit int, sym facts.Symbol) []sectionAccess {
	acc, names, err := p.Accesses(unit)
	if err != nil || acc == nil {
		return nil
	}
	locks, lockNames, err := p.Locks(unit)
	if err != nil || locks == nil || len(locks.Net) > 0 {
		return nil
	}
	flow, _, err := p.Flow(unit)
	if err != nil || flow == nil || len(flow.Params) == 0 || flow.Params[0] == 0 {
		return nil
	}
	spawn, _, err := p.Spawn(unit)
	if err != nil || spawn == nil {
		return nil
	}
	held := sections.HeldAt(spawn, locks)
	var list []sectionAccess
	for k := range acc.List {
		x := &acc.List[k]
		for _, g := range held[x.Point] {
			l := &locks.Sites[g]
			name, lock := names.Symbol(x.Name), lockNames.Symbol(l.Name)
			if l.Addr != flow.Params[0] || x.Kind.Writes() && l.Op != facts.Lock || x.Kind.Atomic() ||
				!facts.SameStruct(name, lock) {
				continue
			}
			at := names.Position(x.Pos)
			list = append(
				list,
				sectionAccess{name: name, what: x.Var, lock: lock, kind: x.Kind, whole: true, shared: l.Op == facts.RLock,
					in: sym, file: names.Symbol(at.File), line: int(at.Line), col: int(at.Col)},
			)
		}
	}
	return grade(list)
}

// grade notes what a section does beside: a write where the variable is read as well may look before it writes; a read
// is no mere check if its section writes, nor if it reads several variables.
func grade(list []sectionAccess) []sectionAccess {
	for k := range list {
		d := &list[k]
		for j := range list {
			x := &list[j]
			if x.lock != d.lock {
				continue
			}
			if d.kind.Writes() {
				d.checked = d.checked || !x.kind.Writes() && x.name == d.name && x.what == d.what
			} else {
				d.alters = d.alters || x.kind.Writes() || x.name != d.name
			}
		}
	}
	return list
}

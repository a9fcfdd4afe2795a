// This file collects the flags of a package, and the ways to an access (G63).

package guards

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/flagged"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/place"
)

// flags is what is known of flags.
type flags struct {
	*flagged.Package                                 // nil: none is claimed
	*lending                                         // who calls whom
	sites            map[ssa.Instruction]*accessSite // of their uses
}

// newFlags collects the accesses of fields with a truth value, and what else is asked.
func newFlags(a *lending, order []variable, vars map[variable]*usage) *flags {
	l := &flags{lending: a, sites: map[ssa.Instruction]*accessSite{}}
	p := &flagged.Package{
		Unlocks: a.unlocks, Key: func(ch ssa.Value) any { return a.lockKey(ch, keySteps) },
		Receives: map[any][]ssa.Instruction{}, Buffered: map[any]bool{}, Callee: a.Callee,
	}
	for _, v := range order {
		f, ok := v.obj.(*types.Var)
		if !ok || !place.IsBool(v.obj.Type()) {
			continue
		}
		for k := range vars[v].accesses {
			x := &vars[v].accesses[k]
			if !x.made && slices.ContainsFunc(x.f.contexts, func(c context) bool {
				return !x.own.Owned || x.own.If&^c.key.owned != 0
			}) {
				p.Uses, l.sites[x.instr] = append(p.Uses, l.use(f, x)), x
			}
		}
	}
	if !p.Claimable() {
		return l
	}
	l.Package = p
	a.Each(func(instr ssa.Instruction) {
		for _, ch := range objects.ReceivedFrom(instr) {
			p.Receives[p.Key(ch)] = append(p.Receives[p.Key(ch)], instr)
		}
		if store, ok := instr.(*ssa.Store); ok {
			if k := p.Key(store.Addr); place.IsChan(store.Val.Type()) {
				p.Buffered[k] = p.Buffered[k] || !flagged.Unbuffered(store.Val)
			}
		}
	})
	return l
}

// use is an access of a flag.
func (a *flags) use(flag *types.Var, x *accessSite) flagged.Use {
	all := everyLock()
	var ways [][]flagged.Step
	for k := range x.f.contexts {
		all = all.and(x.state.must.or(x.f.contexts[k].key.must.minus(x.state.lost)))
		if w := a.ways(x.f, k, x.instr); len(w) > 0 {
			ways = append(ways, w...)
		} else {
			ways = append(ways, nil) // not known
		}
	}
	return flagged.Use{Flag: flag, Instr: x.instr, Held: all.has, Locks: all.classes(), Ways: ways}
}

// unlocks are the calls by which a function releases a lock itself, before its end.
func (a *locking) unlocks(fn *ssa.Function, class int) (list []ssa.Instruction) {
	for call, op := range a.ops {
		if _, last := call.(*ssa.Defer); !last && call.Parent() == fn && op.class == class && !op.lock {
			list = append(list, call)
		}
	}
	return list
}

// ways are all ways to an instruction of a function in a context, innermost step first; nil if there are too many.
func (a *lending) ways(f *function, k int, at ssa.Instruction) [][]flagged.Step {
	key := wayKey{entered{f, k}, at}
	list, known := a.told[key]
	if !known {
		list = flagged.Ways(key.in, at, maxPath, a.callersOf)
		a.told[key] = list
	}
	return list
}

// callersOf are those from whom a function is entered in a context, and whether that is the first of a root.
func (a *lending) callersOf(in entered) (list []flagged.Caller[entered], root bool) {
	c := &in.f.contexts[in.ctx]
	list, known := a.callers[in]
	if known {
		return list, c.from == nil
	}
	for _, from := range a.into[in.f] {
		if from.edge.spawn {
			if ssa.Instruction(a.roots[c.key.root].site) == from.edge.at {
				list = append(list, flagged.Caller[entered]{At: from.edge.at, Spawn: true})
			}
			continue
		}
		for n := range from.from.contexts {
			if a.inherited(&from.from.contexts[n].key, from.edge).owing(in.f) == c.key {
				list = append(list, flagged.Caller[entered]{In: entered{from.from, n}, At: from.edge.at})
			}
		}
	}
	a.callers[in] = list
	return list, c.from == nil
}

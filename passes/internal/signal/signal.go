// Package signal finds what a function does with a channel or WaitGroup that lies in the very object of an access: what
// it has waited for before, and what it will signal afterwards (passes/access A21).
package signal

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// A Package answers for the functions of one package.
type Package struct {
	flow  *flow.Result               // what the passes before know
	locks *locks.Result              // and what variables hold
	memo  map[*ssa.Function][]signal // of signals
}

// New answers for a package.
func New(l *locks.Result) *Package {
	return &Package{flow: l.Flow, locks: l, memo: map[*ssa.Function][]signal{}}
}

// None reports whether a function does no such thing.
func (r *Package) None(fn *ssa.Function) bool { return len(r.signals(fn)) == 0 }

// A signal is an operation on a channel or WaitGroup in a field, relative to the pointer to the object.
type signal struct {
	kind  facts.CondKind  // from facts.CondReceived on
	base  uint32          // number of the pointer
	off   uint32          // slots from there to the field
	instr ssa.Instruction // the operation, or what defers it; nil: the end of the goroutine that runs the function
	from  *ssa.BasicBlock // a case of a select: where its body begins; nil for others
	again bool            // folded in: what is called may do it several times
}

// An effect is a signal that a function makes on every way, relative to a parameter.
type effect struct {
	kind  facts.CondKind // from facts.CondReceived on
	param int            // index of the parameter
	off   uint32         // slots from what it points to
	again bool           // it may do it several times
}

// signals lists what a function does, calls of the package's own functions folded in.
func (r *Package) signals(fn *ssa.Function) []signal {
	list, ok := r.memo[fn]
	if ok {
		return list
	}
	r.memo[fn] = nil // what a recursion does is not known
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			list = append(list, r.signalsOf(fn, instr)...)
		}
	}
	list = append(list, r.atEnd(fn)...)
	r.memo[fn] = list
	return list
}

// signalsOf are those of one instruction.
func (r *Package) signalsOf(fn *ssa.Function, instr ssa.Instruction) []signal {
	switch x := instr.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return r.onChannel(fn, x.X, signal{kind: facts.CondReceived, instr: x})
		}
	case *ssa.Send:
		return r.onChannel(fn, x.Chan, signal{kind: facts.CondSent, instr: x})
	case *ssa.Select:
		var list []signal
		for i, s := range x.States {
			if body := branch.CaseBody(x, i); body != nil && s.Send == nil {
				list = append(list, r.onChannel(fn, s.Chan, signal{kind: facts.CondReceived, instr: x, from: body})...)
			}
		}
		return list
	case *ssa.Call:
		return r.signalsOfCall(fn, x)
	case *ssa.Defer:
		return slices.DeleteFunc(r.signalsOfCall(fn, x), func(s signal) bool { return s.waits() })
	}
	return nil
}

// waits reports whether a signal is one that is waited for.
func (s signal) waits() bool { return s.kind == facts.CondReceived || s.kind == facts.CondWaited }

// signalsOfCall are those of a call, what it calls included.
func (r *Package) signalsOfCall(fn *ssa.Function, call ssa.CallInstruction) []signal {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			return r.onChannel(fn, c.Args[0], signal{kind: facts.CondClosed, instr: call})
		}
		return nil
	}
	if row := r.flow.Model(call); row != nil {
		if args := source.Arguments(c); signalOf[row.Sync] != 0 && row.Object < len(args) {
			return r.onGroup(fn, args[row.Object], signal{kind: signalOf[row.Sync], instr: call})
		}
		return nil
	}
	g := c.StaticCallee()
	if g == nil {
		return nil
	}
	if m, ok := c.Value.(*ssa.MakeClosure); ok {
		return r.signalsOfLiteral(fn, call, m)
	}
	var list []signal
	for _, e := range r.effects(g) {
		if e.param < len(c.Args) {
			base := r.locks.Number(fn, c.Args[e.param])
			list = append(list, signal{kind: e.kind, base: base, off: e.off, instr: call, again: e.again})
		}
	}
	return list
}

// signalsOfLiteral are those of a literal that its maker calls or defers, on what captured variables hold that are
// stored to once.
func (r *Package) signalsOfLiteral(fn *ssa.Function, call ssa.CallInstruction, m *ssa.MakeClosure) []signal {
	lit := m.Fn.(*ssa.Function)
	if _, own := r.flow.Source.UnitOf(lit); !own || len(lit.Blocks) == 0 {
		return nil
	}
	var list []signal
	for _, s := range r.signals(lit) {
		if s.instr == nil || s.kind == facts.CondSent || !everyWay(lit, s) {
			continue // what is sent at the end is most often a slot that was taken
		}
		for k, b := range m.Bindings {
			a, ok := b.(*ssa.Alloc)
			if !ok || r.locks.Places.Stored(a) == nil {
				continue
			}
			same := func(i ssa.Instruction) bool {
				load, ok := i.(*ssa.UnOp)
				return ok && r.locks.Number(lit, load) == s.base
			}
			if slices.ContainsFunc(*lit.FreeVars[k].Referrers(), same) {
				base := r.locks.Number(fn, r.locks.Places.Stored(a))
				again := s.again || r.again(s, s.instr)
				list = append(list, signal{kind: s.kind, base: base, off: s.off, instr: call, again: again})
			}
		}
	}
	return list
}

// everyWay reports whether a function makes a signal on every way to its returns.
func everyWay(fn *ssa.Function, s signal) bool {
	return !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return branch.Returns(b) && !s.before(b.Instrs[len(b.Instrs)-1])
	})
}

// signalOf is what an operation of a model signals.
var signalOf = map[models.SyncOp]facts.CondKind{
	models.SyncWait:      facts.CondWaited,
	models.SyncGroupWait: facts.CondWaited,
	models.SyncDone:      facts.CondDone,
}

// effects are the signals that a function of the package makes before each of its returns.
func (r *Package) effects(fn *ssa.Function) []effect {
	if _, own := r.flow.Source.UnitOf(fn); !own || len(fn.Blocks) == 0 {
		return nil
	}
	var list []effect
	for _, s := range r.signals(fn) {
		p := slices.IndexFunc(fn.Params, func(p *ssa.Parameter) bool { return r.locks.Number(fn, p) == s.base })
		if p >= 0 && s.instr != nil && everyWay(fn, s) {
			list = append(list, effect{s.kind, p, s.off, s.again || r.again(s, s.instr)})
		}
	}
	return list
}

// onGroup completes a signal on a WaitGroup or group: it lies in a field, or a pointer to it does that never changes.
func (r *Package) onGroup(fn *ssa.Function, group ssa.Value, s signal) []signal {
	if f := r.groupField(group); f != nil {
		return r.onField(fn, f, s)
	}
	return r.onHolder(fn, group, s)
}

// groupField is the field that a group is, or that a pointer to it was loaded from and that never changes; nil if there
// is none.
func (r *Package) groupField(group ssa.Value) *ssa.FieldAddr {
	if f, ok := group.(*ssa.FieldAddr); ok {
		return f
	}
	return r.finalField(group)
}

// onChannel completes a signal on a channel: it must lie in a field that never changes, or be what the object that
// holds it was made with.
func (r *Package) onChannel(fn *ssa.Function, ch ssa.Value, s signal) []signal {
	if f := r.finalField(ch); f != nil {
		return r.onField(fn, f, s)
	}
	return r.onHolder(fn, ch, s)
}

// finalField is the field that a value was loaded from, if that never changes; nil if there is none.
func (r *Package) finalField(v ssa.Value) *ssa.FieldAddr {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if f, ok := load.X.(*ssa.FieldAddr); ok && r.locks.Places.FinalField(f) {
			return f
		}
	}
	return nil
}

// onField completes a signal on what lies in a field.
func (r *Package) onField(fn *ssa.Function, f *ssa.FieldAddr, s signal) []signal {
	_, off, ok := r.flow.Addr(fn, f)
	if !ok {
		return nil
	}
	s.base, s.off = r.locks.Number(fn, f), off
	return []signal{s}
}

// before reports whether the signal, or the statement that defers it, comes before an instruction on every way.
func (s signal) before(instr ssa.Instruction) bool {
	if s.from != nil {
		return s.from.Dominates(instr.Block())
	}
	at, b := s.instr.Block(), instr.Block()
	if at != b {
		return at.Dominates(b)
	}
	return slices.Index(b.Instrs, s.instr) < slices.Index(b.Instrs, instr)
}

// after reports whether the signal follows an instruction on every way to a return, for the same object.
func (r *Package) after(s signal, instr ssa.Instruction) bool {
	if s.instr == nil {
		return true
	}
	if _, deferred := s.instr.(*ssa.Defer); deferred {
		return s.before(instr)
	}
	anew := r.locks.Deps(s.instr.Parent(), s.base)
	seen := map[*ssa.BasicBlock]bool{}
	b, k := instr.Block(), slices.Index(instr.Block().Instrs, instr)+1
	work := []*ssa.BasicBlock{}
	for some := false; ; {
		met := false
		for ; k < len(b.Instrs) && !met; k++ {
			if met = b.Instrs[k] == s.instr; !met && slices.Contains(anew, b.Instrs[k]) {
				return false
			}
		}
		if some = some || met; !met {
			if branch.Returns(b) {
				return false
			}
			for _, n := range b.Succs {
				if !seen[n] {
					seen[n] = true
					work = append(work, n)
				}
			}
		}
		if len(work) == 0 {
			return some
		}
		b, k = work[len(work)-1], 0
		work = work[:len(work)-1]
	}
}

// again reports whether an instruction may be executed again behind a signal, for the same object.
func (r *Package) again(s signal, instr ssa.Instruction) bool {
	anew := r.locks.Deps(s.instr.Parent(), s.base)
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock, k int) bool
	visit = func(b *ssa.BasicBlock, k int) bool {
		for ; k < len(b.Instrs); k++ {
			if b.Instrs[k] == instr {
				return true
			}
			if slices.Contains(anew, b.Instrs[k]) {
				return false
			}
		}
		for _, n := range b.Succs {
			if !seen[n] {
				seen[n] = true
				if visit(n, 0) {
					return true
				}
			}
		}
		return false
	}
	if _, deferred := s.instr.(*ssa.Defer); deferred {
		return false
	}
	return visit(s.instr.Block(), slices.Index(s.instr.Block().Instrs, s.instr)+1)
}

// conditionsBy are the kinds of conditions that a signal gives an instruction.
func (r *Package) conditionsBy(s signal, instr ssa.Instruction) []facts.CondKind {
	switch {
	case s.kind == facts.CondReceived && s.before(instr) && !s.again && !r.again(s, s.instr):
		return []facts.CondKind{s.kind, facts.CondAnswered}
	case s.waits() && s.before(instr), s.kind != facts.CondSent && !s.waits() && r.after(s, instr),
		s.kind == facts.CondSent && !s.again && r.after(s, instr) && !r.again(s, instr):
		return []facts.CondKind{s.kind}
	}
	return nil
}

// This file finds goroutines that send to themselves, or to each other, what nobody else receives (T41).

package fieldwaits

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A sending is a send that a function comes to by calls.
type sending struct {
	name facts.Symbol    // of the field
	at   ssa.Instruction // the send, or a select with it that goes on only when others tell it to end
	own  bool            // on the receiver of the function, all the way
}

// A ring looks for goroutines that wait for themselves, or each other.
type ring struct{ *finder }

// circles are the sends of goroutines on channels without a buffer from which only they receive, or goroutines that
// send to them so (T41).
func (r ring) circles() []lonely {
	runs := map[facts.Symbol]*ssa.Function{} // who has all receives
	for name, u := range r.All() {
		if fn := r.receiver(u); fn != nil {
			runs[name] = fn
		}
	}
	sends := map[*ssa.Function][]sending{}
	for _, fn := range runs {
		if sends[fn] == nil {
			sends[fn] = r.sendings(reached{fn, true, maxNested}, map[reached]bool{})
		}
	}
	var list []lonely
	names := slices.SortedFunc(maps.Keys(runs), func(a, b facts.Symbol) int { return cmp.Compare(a.Name, b.Name) })
	for _, name := range names {
		fn := runs[name]
		for _, s := range sends[fn] {
			other := runs[s.name]
			switch {
			case other == fn && s.name == name && s.own && r.startedOnce(fn) && (!r.forUsers(fn) || r.isLife(fn, &s)):
				if at, ok := r.finder.Spot(s.at); ok {
					list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: name, At: at.At})
				}
			case other != nil && other != fn && other.RelString(nil) > fn.RelString(nil) && unanswering(s.at, name) &&
				!r.forUsers(fn) && !r.forUsers(other):
				k := slices.IndexFunc(sends[other], func(x sending) bool { return x.name == name && unanswering(x.at, s.name) })
				if k < 0 {
					continue
				}
				at, ok := r.finder.Spot(s.at)
				back, also := r.finder.Spot(sends[other][k].at)
				if ok && also {
					list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: s.name, At: at.At, Sends: back, Sent: name})
				}
			}
		}
	}
	return list
}

// receiver is the function, started by go statements only or run by users, that has all receives from a channel without
// a buffer; nil if there is none.
func (r ring) receiver(u *fielduse.Uses) *ssa.Function {
	if u.Lost() || u.Tests || u.Made == 0 || u.Room || u.Asked {
		return nil
	}
	var fn *ssa.Function
	for _, x := range u.List {
		if x.What != fielduse.Receives && (x.What != fielduse.Polls || x.Sends) {
			continue
		}
		if fn != nil && x.Instr.Parent() != fn {
			return nil
		}
		fn = x.Instr.Parent()
	}
	if fn == nil || len(r.OnlyStarts(fn)) == 0 && !r.forUsers(fn) {
		return nil
	}
	return fn
}

// forUsers reports whether a function is a method that only users of the package run.
func (r ring) forUsers(fn *ssa.Function) bool {
	return token.IsExported(fn.Name()) && fn.Signature.Recv() != nil && !slices.ContainsFunc(
		r.Callers(fn), func(c ssa.CallInstruction) bool { return !r.IsTest(c.Parent()) })
}

// isLife reports whether a method that users run receives again and again, and comes to a send by calls: it is the life
// of its object, not where users meet.
func (r ring) isLife(fn *ssa.Function, s *sending) bool {
	return s.at.Parent() != fn && slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool {
		return len(branch.Around(b)) > 0 && slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			switch x := i.(type) {
			case *ssa.UnOp:
				return x.Op == token.ARROW && fielduse.HolderField(x.X) == s.name
			case *ssa.Select:
				return slices.ContainsFunc(x.States, func(st *ssa.SelectState) bool {
					return st.Dir == types.RecvOnly && fielduse.HolderField(st.Chan) == s.name
				})
			}
			return false
		})
	})
}

// startedOnce reports whether one go statement starts a function, outside of loops, or a user runs it as a life.
func (r ring) startedOnce(fn *ssa.Function) bool {
	goes := r.OnlyStarts(fn)
	return len(goes) == 1 && len(branch.Around(goes[0].Block())) == 0 || r.forUsers(fn)
}

// A reached is a function that calls lead to.
type reached struct {
	fn    *ssa.Function // the function
	own   bool          // its receiver is that of the first one, all the way
	depth int           // how much deeper calls are looked into
}

// sendings are the sends without alternative on such channels that a function comes to, itself or by calls by name. A
// function that many calls lead to is looked at once.
func (r ring) sendings(x reached, seen map[reached]bool) []sending {
	if seen[x] {
		return nil
	}
	seen[x] = true
	var list []sending
	fn, own, depth := x.fn, x.own, x.depth
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.Send:
				if name := fielduse.HolderField(x.Chan); name != (facts.Symbol{}) {
					list = append(list, sending{name, x, own && r.isReceiver(baseOf(x.Chan))})
				}
			case *ssa.Select:
				if ch := onlySend(x); ch != nil {
					list = append(list, sending{fielduse.HolderField(ch), x, own && r.isReceiver(baseOf(ch))})
				}
			case *ssa.Call:
				if depth == 0 {
					continue
				}
				for _, y := range r.entered(x, own) {
					list = append(list, r.sendings(reached{y.fn, y.own, depth - 1}, seen)...)
				}
			}
		}
	}
	return list
}

// entered are the functions of the package that a call enters, as far as is known: by name, or as values that were
// stored in a variable, given as an argument, or sent to who calls them.
func (r ring) entered(c *ssa.Call, own bool) []reached {
	g := c.Call.StaticCallee()
	if g == nil || g.Parent() != nil {
		if c.Call.IsInvoke() {
			return nil
		}
		return r.meant(c.Call.Value, own, maxNested, map[ssa.Value]bool{})
	}
	g = source.Origin(g)
	if _, known := unitOf(r.finder, g); !known {
		return nil
	}
	return []reached{{fn: g, own: own && g.Signature.Recv() != nil && r.isReceiver(c.Call.Args[0])}}
}

// meant are the functions that a value may be; own says that what called it works for one object, and of them that
// they do for the same.
func (r ring) meant(v ssa.Value, own bool, depth int, seen map[ssa.Value]bool) []reached {
	if depth == 0 || seen[v] {
		return nil
	}
	seen[v] = true
	var list []reached
	switch x := v.(type) {
	case *ssa.MakeClosure:
		return []reached{{fn: x.Fn.(*ssa.Function), own: own}}
	case *ssa.Function:
		return []reached{{fn: x}}
	case *ssa.FreeVar:
		return r.meant(place.Binding(x), own, depth-1, seen)
	case *ssa.Parameter:
		fn := x.Parent()
		for _, c := range r.Callers(fn) {
			if k := slices.Index(fn.Params, x); k < len(c.Common().Args) {
				same := own && (fn.Signature.Recv() == nil || r.isReceiver(c.Common().Args[0]))
				list = append(list, r.meant(c.Common().Args[k], same, depth-1, seen)...)
			}
		}
	case *ssa.UnOp:
		if s := r.variable(x); s != nil {
			return r.meant(s, own, depth-1, seen)
		}
	}
	if name := receivedFrom(v); name != (facts.Symbol{}) && r.All()[name] != nil {
		for _, x := range r.All()[name].List {
			if sent, ch := sentBy(x.Instr, name); sent != nil {
				list = append(list, r.meant(sent, own && r.isReceiver(baseOf(ch)), depth-1, seen)...)
			}
		}
	}
	return list
}

// variable is the one value that the variable ever holds which is loaded; nil if that is not known.
func (r ring) variable(load *ssa.UnOp) ssa.Value {
	if a := place.Variable(load.X); a != nil && load.Op == token.MUL {
		return r.Places.Stored(a)
	}
	return nil
}

// receivedFrom is the field whose channel a value has been received from; zero for others.
func receivedFrom(v ssa.Value) facts.Symbol {
	part, _ := v.(*ssa.Extract)
	if part != nil {
		v = part.Tuple
	}
	switch x := v.(type) {
	case *ssa.UnOp:
		if x.Op == token.ARROW {
			return fielduse.HolderField(x.X)
		}
	case *ssa.Select:
		for k, st := range x.States {
			if st.Dir == types.RecvOnly && branch.Received(x, k) == part.Index {
				return fielduse.HolderField(st.Chan)
			}
		}
	}
	return facts.Symbol{}
}

// sentBy is what an instruction sends on a field's channel, and that channel; nil if it does not.
func sentBy(i ssa.Instruction, name facts.Symbol) (v, ch ssa.Value) {
	switch x := i.(type) {
	case *ssa.Send:
		if fielduse.HolderField(x.Chan) == name {
			return x.X, x.Chan
		}
	case *ssa.Select:
		for _, st := range x.States {
			if st.Dir == types.SendOnly && fielduse.HolderField(st.Chan) == name {
				return st.Send, st.Chan
			}
		}
	}
	return nil, nil
}

// onlySend is the channel of the one send of a select that else waits for channels in fields only, which tell of an
// end, and not for a time; nil for others.
func onlySend(s *ssa.Select) ssa.Value {
	var ch ssa.Value
	for _, st := range s.States {
		name := fielduse.HolderField(st.Chan)
		c, ok := st.Chan.Type().Underlying().(*types.Chan)
		if !ok || name == (facts.Symbol{}) {
			return nil
		}
		empty, _ := c.Elem().Underlying().(*types.Struct)
		switch {
		case st.Dir == types.SendOnly && ch == nil:
			ch = st.Chan
		case st.Dir == types.SendOnly || empty == nil || empty.NumFields() > 0:
			return nil
		}
	}
	if !s.Blocking || ch == nil || slices.ContainsFunc(s.States, func(st *ssa.SelectState) bool {
		return st.Dir == types.RecvOnly && fielduse.HolderField(st.Chan) == fielduse.HolderField(ch)
	}) {
		return nil
	}
	return ch
}

// isReceiver reports whether a value is the receiver of a method, or of the method in which a function literal stands.
func (r ring) isReceiver(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Parameter:
		fn := x.Parent()
		return fn.Signature.Recv() != nil && x == fn.Params[0]
	case *ssa.FreeVar:
		b := place.Binding(x)
		return b != nil && r.isReceiver(b)
	case *ssa.UnOp:
		s := r.variable(x)
		return s != nil && r.isReceiver(s)
	}
	return false
}

// unanswering reports whether an instruction is a send, and its function does not receive the answer, on a channel, as
// soon as it has sent.
func unanswering(i ssa.Instruction, name facts.Symbol) bool {
	s, ok := i.(*ssa.Send)
	return ok && !slices.ContainsFunc(s.Block().Instrs, func(i ssa.Instruction) bool {
		recv, ok := i.(*ssa.UnOp)
		return ok && fielduse.HolderField(recv.X) == name && recv.Pos() > s.Pos()
	})
}

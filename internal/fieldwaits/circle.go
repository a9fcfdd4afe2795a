// This file finds goroutines that send to themselves, or to each other, what nobody else receives (T41).

package fieldwaits

import (
	"cmp"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/passes/source"
)

// A sending is a send that a function comes to by calls.
type sending struct {
	name facts.Symbol // of the field
	at   *ssa.Send    // the send
	own  bool         // on the receiver of the function, all the way
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
			case other == fn && s.name == name && s.own && r.startedOnce(fn):
				if at, ok := placeOf(r.finder, s.at); ok {
					list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: name, At: at.At})
				}
			case other != nil && other != fn && other.RelString(nil) > fn.RelString(nil) && !answered(s.at, name):
				k := slices.IndexFunc(sends[other], func(x sending) bool { return x.name == name && !answered(x.at, s.name) })
				if k < 0 {
					continue
				}
				at, ok := placeOf(r.finder, s.at)
				back, also := placeOf(r.finder, sends[other][k].at)
				if ok && also {
					list = append(list, lonely{What: facts.TakeSend, Unit: at.Unit, Name: s.name, At: at.At, Sends: back, Sent: name})
				}
			}
		}
	}
	return list
}

// receiver is the function, started by go statements only, that has all receives from a channel without a buffer; nil
// if there is none.
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
	if fn == nil || len(r.starts(fn)) == 0 {
		return nil
	}
	return fn
}

// startedOnce reports whether one go statement starts a function, outside of loops.
func (r ring) startedOnce(fn *ssa.Function) bool {
	goes := r.starts(fn)
	return len(goes) == 1 && len(branch.Around(goes[0].Block())) == 0
}

// A reached is a function that calls by name lead to.
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
					list = append(list, sending{name, x, own && isReceiver(fn, baseOf(x.Chan))})
				}
			case *ssa.Call:
				g := x.Call.StaticCallee()
				if g == nil || depth == 0 {
					continue
				}
				g = source.Origin(g)
				if _, known := unitOf(r.finder, g); known && g.Parent() == nil {
					same := own && len(x.Call.Args) > 0 && isReceiver(fn, x.Call.Args[0]) && g.Signature.Recv() != nil
					list = append(list, r.sendings(reached{g, same, depth - 1}, seen)...)
				}
			}
		}
	}
	return list
}

// isReceiver reports whether a value is the receiver of a method.
func isReceiver(fn *ssa.Function, v ssa.Value) bool {
	return fn.Signature.Recv() != nil && len(fn.Params) > 0 && v == ssa.Value(fn.Params[0])
}

// answered reports whether a function receives the answer to what it sends, on a channel, as soon as it has sent it.
func answered(s *ssa.Send, name facts.Symbol) bool {
	return slices.ContainsFunc(s.Block().Instrs, func(i ssa.Instruction) bool {
		recv, ok := i.(*ssa.UnOp)
		return ok && fielduse.HolderField(recv.X) == name && recv.Pos() > s.Pos()
	})
}

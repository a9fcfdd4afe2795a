// This file finds answers that are sent to who has given up (T34).

package fieldwaits

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/fielduse"
	"github.com/syncvet/syncvet/internal/fieldwaits/clocks"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

// A desk looks for answers.
type desk struct {
	*finder
	sends map[facts.Symbol]*ssa.Send // by field: a send on what it holds, or on an element of the map that it holds
}

// unheard are the sends of answers, without a buffer and without a way out, to who may have given up (T34).
func (d *desk) unheard() []lonely {
	r := d.finder
	var list []lonely
	told := map[*ssa.Send]bool{}
	for i, fn := range r.Flow.Source.Funcs {
		if i >= r.Flow.Source.Pkg.Source.Own || r.IsTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				m, ok := instr.(*ssa.MakeChan)
				if !ok {
					continue
				}
				if n, known := place.Int(m.Size); !known || n > 0 {
					continue
				}
				send, quits := d.abandoned(m)
				if send == nil || told[send] || quits == nil {
					continue
				}
				told[send] = true
				unit, _ := r.Flow.Source.UnitOf(send.Parent())
				by, _ := r.Flow.Source.UnitOf(quits.Parent())
				name, _ := place.Name(channelAddr(send.Chan))
				list = append(list, lonely{
					What: facts.TakeSend, Unit: unit, Name: name, At: r.Place(send.Pos()),
					Quits: fielduse.Spot{Unit: by, At: r.Place(quits.Pos())},
				})
			}
		}
	}
	return list
}

// channelAddr is where a channel has been loaded from; the channel itself for others.
func channelAddr(ch ssa.Value) ssa.Value {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		return load.X
	}
	return ch
}

// abandoned is a send on a channel that a function makes and gives away, and the select in which the function waits for
// the answer, or for its own end; nil if there are none.
func (d *desk) abandoned(m *ssa.MakeChan) (*ssa.Send, *ssa.Select) {
	same := map[ssa.Value]bool{}
	d.known(m, same, maxNested)
	var fields []facts.Symbol
	holders := map[facts.Symbol]bool{}
	first := func(a, b ssa.Value) int { return cmp.Compare(a.Pos(), b.Pos()) }
	for _, v := range slices.SortedFunc(maps.Keys(same), first) {
		for _, i := range *v.Referrers() {
			switch x := i.(type) {
			case *ssa.Store:
				if f := fielduse.AddressedField(x.Addr); f != (facts.Symbol{}) && x.Val == v {
					fields, holders[f] = append(fields, f), true
				}
			case *ssa.MapUpdate:
				if f := fielduse.LoadedField(x.Map); f != (facts.Symbol{}) && x.Value == v {
					fields = append(fields, f)
				}
			}
		}
	}
	quits := d.givesUpOn(m.Parent(), func(ch ssa.Value) bool { return same[ch] || holders[fielduse.HolderField(ch)] })
	if quits == nil && len(holders) == 1 && len(fields) == 1 {
		quits = d.makerGivesUp(m.Parent(), fields[0])
	}
	if quits == nil {
		return nil, nil
	}
	for _, f := range fields {
		u := d.All()[f]
		if !d.Own(f) || holders[f] && (u == nil || u.Room) {
			continue
		}
		if s := d.sendOn(f); s != nil {
			return s, quits
		}
	}
	return nil, nil
}

// makerGivesUp is such a select on a field of what a function has made, in one that calls that, if the field is
// received from in selects of such functions alone, none of which goes round; nil if there is none.
func (d *desk) makerGivesUp(maker *ssa.Function, field facts.Symbol) (quits *ssa.Select) {
	u := d.All()[field]
	tests := func(x fielduse.Use) bool { return d.IsTest(x.Instr.Parent()) }
	if u == nil || u.Lost() ||
		len(slices.DeleteFunc(append(u.Of(fielduse.Receives), u.Of(fielduse.Ranges)...), tests)) > 0 {
		return nil
	}
	for _, x := range slices.DeleteFunc(u.Of(fielduse.Polls), tests) {
		s := x.Instr.(*ssa.Select)
		calls := slices.ContainsFunc(d.Callers(maker), func(c ssa.CallInstruction) bool { return c.Parent() == s.Parent() })
		if x.Sends || !calls || goesRound(s.Block()) {
			return nil
		}
		if slices.ContainsFunc(s.States, func(st *ssa.SelectState) bool { return d.isOver(st.Chan) }) {
			quits = s
		}
	}
	return quits
}

// known adds a channel, as its function and those of the package know it that this gives it to.
func (d *desk) known(v ssa.Value, same map[ssa.Value]bool, depth int) {
	if same[v] = true; depth == 0 {
		return
	}
	for _, i := range *v.Referrers() {
		switch x := i.(type) {
		case *ssa.ChangeType:
			d.known(x, same, depth)
		case *ssa.Call:
			g := x.Call.StaticCallee()
			k := slices.Index(x.Call.Args, v)
			if g == nil || k < 0 || k >= len(source.Origin(g).Params) {
				continue
			}
			if p := source.Origin(g).Params[k]; !same[p] {
				if _, own := unitOf(d.finder, g); own {
					d.known(p, same, depth-1)
				}
			}
		}
	}
}

// givesUpOn is a select of a function that receives from a channel, or goes on when a context or a time has ended, if
// the function receives from the channel in such selects only; nil if there is none.
func (d *desk) givesUpOn(fn *ssa.Function, is func(ssa.Value) bool) *ssa.Select {
	var found *ssa.Select
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch x := i.(type) {
			case *ssa.UnOp:
				if x.Op == token.ARROW && is(x.X) {
					return nil
				}
			case *ssa.Select:
				receives, over := false, false
				for _, st := range x.States {
					receives = receives || st.Dir == types.RecvOnly && is(st.Chan)
					over = over || st.Dir == types.RecvOnly && d.isOver(st.Chan)
				}
				if receives && over {
					found = x
				}
			}
		}
	}
	return found
}

// isOver reports whether a channel tells that a context or a time has ended. Contexts of a main package that makes none
// never end.
func (d *desk) isOver(ch ssa.Value) bool {
	switch x := ch.(type) {
	case *ssa.Call:
		if x.Call.IsInvoke() {
			return x.Call.Method.FullName() == "(context.Context).Done" && d.contextsEnd()
		}
		return x.Call.StaticCallee() != nil && x.Call.StaticCallee().String() == "time.After"
	case *ssa.UnOp:
		f, ok := x.X.(*ssa.FieldAddr)
		return ok && x.Op == token.MUL && clocks.IsTime(f.X.Type(), "Timer")
	}
	return false
}

// contextsEnd reports whether contexts of the package may end.
func (d *desk) contextsEnd() bool {
	main := func(u facts.Unit) bool { return u.Flags&facts.Main != 0 }
	if !slices.ContainsFunc(d.Flow.Source.Pkg.Source.Units, main) {
		return true
	}
	return slices.ContainsFunc(d.Flow.Source.Funcs, func(fn *ssa.Function) bool {
		return fielduse.AnyInstr(fn, func(i ssa.Instruction) bool {
			c, ok := i.(*ssa.Call)
			if !ok || c.Call.StaticCallee() == nil {
				return false
			}
			name := c.Call.StaticCallee().String()
			return strings.HasPrefix(name, "context.With") || name == "os/signal.NotifyContext"
		})
	})
}

// sendOn is a send on the channel that a field holds, or on an element of the map that it holds; nil if there is none.
func (d *desk) sendOn(f facts.Symbol) *ssa.Send {
	if d.sends == nil {
		d.sends = map[facts.Symbol]*ssa.Send{}
		for _, fn := range d.Flow.Source.Funcs {
			for _, b := range fn.Blocks {
				for _, i := range b.Instrs {
					if s, ok := i.(*ssa.Send); ok && !d.IsTest(fn) {
						if name := heldBy(s.Chan); name != (facts.Symbol{}) && d.sends[name] == nil {
							d.sends[name] = s
						}
					}
				}
			}
		}
	}
	return d.sends[f]
}

// heldBy is the field that holds a channel, or the map that it has been taken from.
func heldBy(ch ssa.Value) facts.Symbol {
	if e, ok := ch.(*ssa.Extract); ok {
		ch = e.Tuple
	}
	switch x := ch.(type) {
	case *ssa.Lookup:
		return fielduse.LoadedField(x.X)
	case *ssa.Next:
		if over, ok := x.Iter.(*ssa.Range); ok {
			return fielduse.LoadedField(over.X)
		}
		return facts.Symbol{}
	}
	if f, ok := ch.(*ssa.Field); ok {
		return place.Holder(f)
	}
	return fielduse.HolderField(ch)
}

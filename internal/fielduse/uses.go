// This file finds all that a package does with a channel, WaitGroup or condition that is kept in a field which no other
// package can name (T13): then nobody else sends, receives, closes, counts or signals.

package fielduse

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A usage is what one instruction does with such an object.
type usage uint8

const (
	Sends     usage = iota // a send without alternative
	Receives               // a receive without alternative
	Polls                  // one of several cases of a select, or of one with a default: which case says selects
	Ranges                 // a receive that goes on until the channel is closed, before something else
	Closes                 // the close of a channel
	Adds                   // Add of a WaitGroup
	Dones                  // also the end of a goroutine that the WaitGroup starts
	Waits                  // Wait of a WaitGroup
	CondWaits              // Wait of a condition
	Signals                // Signal or Broadcast of a condition
)

// A Use is one operation on a field.
type Use struct {
	Instr ssa.Instruction // the operation
	What  usage           // what it does
	Sends bool            // polls: the case sends
}

// Uses are all operations on a field.
type Uses struct {
	List []Use // in the order of the source
	Made int   // how often a channel is made for it
	Room bool  // some such channel may have a buffer
	bare bool  // some such channel has none
	// its value or address goes where it is not followed, given aside
	Astray bool
	Tests  bool // some operation lies in a test
	// where the channel is returned to be received from only; others may receive from it then
	Given []*ssa.Return
	Late  bool // it is set to nil, or elsewhere than in an object that has just been made
	Asked bool // it is compared, with nil as a rule
	Wide  bool // some such channel may have room for all that is sent (T29)
	Long  bool // some such channel has as much room as something is long
}

// Lost reports whether others may use what the field holds.
func (u *Uses) Lost() bool { return u.Astray || len(u.Given) > 0 }

// Of gives the operations of a kind.
func (u *Uses) Of(what usage) []Use {
	var list []Use
	for _, x := range u.List {
		if x.What == what {
			list = append(list, x)
		}
	}
	return list
}

// All finds the uses of all fields that hold something to wait for, by field.
func (r *Package) All() map[facts.Symbol]*Uses {
	if r.used != nil {
		return r.used
	}
	r.used = map[facts.Symbol]*Uses{}
	for i, fn := range r.Flow.Source.Funcs {
		test := r.Flow.Source.Pkg.Source.Units[i].Flags&facts.InTest != 0
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				r.fieldUse(instr, test)
			}
		}
	}
	return r.used
}

// fieldUse records what is done with a field whose address or value an instruction takes.
func (r *Package) fieldUse(instr ssa.Instruction, test bool) {
	switch x := instr.(type) {
	case *ssa.FieldAddr:
		name := source.FieldSymbol(x.X.Type(), x.Field)
		t := x.Type().Underlying().(*types.Pointer).Elem()
		if u := r.usesOf(name, t); u != nil {
			u.Tests = u.Tests || test
			u.address(r, x, t)
		}
	case *ssa.Field:
		name := source.FieldSymbol(x.X.Type(), x.Field)
		if u := r.usesOf(name, x.Type()); u != nil {
			u.Tests = u.Tests || test
			u.value(r, x)
		}
	}
}

// usesOf is the record of a field, nil if it holds nothing to wait for, or others can name it.
func (r *Package) usesOf(name facts.Symbol, t types.Type) *Uses {
	if !r.Own(name) || !waitable(t) {
		return nil
	}
	u := r.used[name]
	if u == nil {
		u = &Uses{}
		r.used[name] = u
	}
	return u
}

// waitable reports whether a type is a channel, a WaitGroup or a condition.
func waitable(t types.Type) bool {
	if _, ok := t.Underlying().(*types.Chan); ok {
		return true
	}
	return IsSync(t, "WaitGroup") || IsSync(t, "Cond")
}

// IsSync reports whether a type is one of package sync, or a pointer to it.
func IsSync(t types.Type, name string) bool { return place.IsNamed(t, "sync", name) }

// address records what is done through a field's address.
func (u *Uses) address(r *Package, addr *ssa.FieldAddr, t types.Type) {
	for _, instr := range *addr.Referrers() {
		switch x := instr.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			u.value(r, x)
		case *ssa.Store:
			if x.Addr != ssa.Value(addr) {
				u.Astray = true
				continue
			}
			u.noteStore(addr, x.Val)
			u.stored(x.Val)
			if m, ok := x.Val.(*ssa.MakeChan); ok {
				u.Wide = u.Wide || r.roomy(m.Size)
				u.Long = u.Long || ofLength(m.Size, maxSizes)
			}
		case *ssa.FieldAddr: // the lock of a condition
		case ssa.CallInstruction:
			u.call(r, x, addr)
		default:
			u.Astray = true
		}
	}
}

// stored records what a field is set to.
func (u *Uses) stored(v ssa.Value) {
	switch x := v.(type) {
	case *ssa.MakeChan:
		u.Made++
		n, ok := place.Int(x.Size)
		u.Room = u.Room || !ok || n > 0
		u.bare = u.bare || ok && n == 0
		u.Astray = u.Astray || len(*x.Referrers()) > 1+DebugRefs(x)
	case *ssa.Const:
	case *ssa.ChangeType:
		u.stored(x.X)
	case *ssa.Call:
		if fn := x.Call.StaticCallee(); fn == nil || fn.String() != "sync.NewCond" {
			u.Astray = true
		}
	default:
		u.Astray = true
	}
}

// DebugRefs counts the uses of a value that only say where its variable stands.
func DebugRefs(v ssa.Value) (n int) {
	for _, instr := range *v.Referrers() {
		if _, ok := instr.(*ssa.DebugRef); ok {
			n++
		}
	}
	return n
}

// value records what is done with a field's value.
func (u *Uses) value(r *Package, v ssa.Value) {
	for _, instr := range *v.Referrers() {
		switch x := instr.(type) {
		case *ssa.DebugRef, *ssa.FieldAddr:
		case *ssa.BinOp:
			u.Asked = true
		case *ssa.ChangeType:
			list := handsOut(x)
			u.Given, u.Astray = append(u.Given, list...), u.Astray || list == nil
		case *ssa.Send:
			if x.X == v {
				u.Astray = true
				continue
			}
			u.add(x, Sends)
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				u.add(x, Receives)
				if r.rangesOver(x) {
					u.add(x, Ranges)
				}
			} else {
				u.Astray = true
			}
		case *ssa.Select:
			u.selected(x, v)
		case ssa.CallInstruction:
			u.call(r, x, v)
		default:
			u.Astray = true
		}
	}
}

// selected records a case of a select.
func (u *Uses) selected(s *ssa.Select, v ssa.Value) {
	for _, st := range s.States {
		if st.Send == v {
			u.Astray = true
		}
		if st.Chan == v {
			u.List = append(u.List, Use{s, Polls, st.Dir == types.SendOnly})
		}
	}
}

// call records a call on a field's value or address.
func (u *Uses) call(r *Package, call ssa.CallInstruction, v ssa.Value) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "close":
			u.add(call, Closes)
		case "len", "cap":
		default:
			u.Astray = true
		}
		return
	}
	kinds := map[models.SyncOp]usage{
		models.SyncAdd:        Adds,
		models.SyncDone:       Dones,
		models.SyncWait:       Waits,
		models.SyncGroupGo:    Dones,
		models.SyncGroupWait:  Waits,
		models.SyncCondWait:   CondWaits,
		models.SyncCondSignal: Signals,
	}
	row := r.Flow.Model(call)
	if row == nil || len(c.Args) == 0 || c.Args[0] != v {
		u.Astray = true
		return
	}
	what, ok := kinds[row.Sync]
	if !ok {
		u.Astray = true
		return
	}
	if n, known := int64(0), false; what == Adds {
		if n, known = place.Int(c.Args[1]); !known || n < 0 {
			u.add(call, Dones) // it may count down
		}
	}
	u.add(call, what)
}

func (u *Uses) add(instr ssa.Instruction, what usage) {
	u.List = append(u.List, Use{Instr: instr, What: what})
}

// HolderField is the field that a channel is kept in; the zero symbol for all others.
func HolderField(ch ssa.Value) facts.Symbol {
	if s := place.Holder(ch); s.Kind == facts.SymField {
		return s
	}
	return facts.Symbol{}
}

// Partners are the operations that end a wait.
func (u *Uses) Partners(what uint8) []Use {
	var list []Use
	for _, x := range u.List {
		switch what {
		case facts.TakeClose:
			if x.What == Closes {
				list = append(list, x)
			}
		case facts.TakeCond:
			if x.What == Signals {
				list = append(list, x)
			}
		case facts.TakeWait:
			if x.What == Dones {
				list = append(list, x)
			}
		case facts.TakeRecv:
			if x.What == Sends || x.What == Closes || x.What == Polls && x.Sends {
				list = append(list, x)
			}
		case facts.TakeSend:
			if x.What == Receives || x.What == Polls && !x.Sends {
				list = append(list, x)
			}
		}
	}
	return list
}

// handsOut reports whether a value is returned as a channel that can only be received from.
func handsOut(v ssa.Value) []*ssa.Return {
	c, ok := v.Type().Underlying().(*types.Chan)
	if !ok {
		return nil
	}
	var list []*ssa.Return
	for _, i := range *v.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
		case *ssa.Return:
			list = append(list, x)
		default:
			return nil
		}
	}
	if c.Dir() != types.RecvOnly {
		return nil
	}
	return list
}

// noteStore notes that a field is set elsewhere than in a new object, or to something else than a channel.
func (u *Uses) noteStore(addr *ssa.FieldAddr, v ssa.Value) {
	_, fresh := addr.X.(*ssa.Alloc)
	u.Late = u.Late || !fresh || place.IsNil(v)
}

// A Package answers for the fields of one package that hold something to wait for: what is done with them, and where.
type Package struct {
	Flow   *flow.Result   // models of calls, control flow
	Places *place.Package // names and stable places

	used    map[facts.Symbol]*Uses                  // what is done with each field; nil until asked for
	starts  map[*ssa.Function][]ssa.CallInstruction // what starts each as a goroutine; nil until asked for
	callsOf map[*ssa.Function][]ssa.CallInstruction // calls by name, by what they call; nil until asked for
}

// New makes the answers for a package, empty.
func New(flow *flow.Result, places *place.Package) *Package {
	return &Package{Flow: flow, Places: places}
}

// IsTest reports whether a function is test code.
func (r *Package) IsTest(fn *ssa.Function) bool {
	i, ok := r.Flow.Source.UnitOf(fn)
	return !ok || r.Flow.Source.Pkg.Source.Units[i].Flags&facts.InTest != 0
}

// Callers are the calls of a function by name within the package.
func (r *Package) Callers(fn *ssa.Function) []ssa.CallInstruction {
	if r.callsOf == nil {
		r.callsOf = map[*ssa.Function][]ssa.CallInstruction{}
		seen := map[*ssa.Function]bool{} // clients stand for the function that they call
		for _, f := range r.Flow.Source.Funcs {
			if seen[f] {
				continue
			}
			seen[f] = true
			for _, b := range f.Blocks {
				for _, instr := range b.Instrs {
					if c, ok := instr.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil {
						g := source.Origin(c.Common().StaticCallee())
						r.callsOf[g] = append(r.callsOf[g], c)
					}
				}
			}
		}
	}
	return r.callsOf[source.Origin(fn)]
}

// Own reports whether a lock is a field or variable that no other package can name.
func (r *Package) Own(name facts.Symbol) bool {
	last := name.Name
	for i := len(last) - 1; i >= 0; i-- {
		if last[i] == '.' {
			last = last[i+1:]
			break
		}
	}
	return Lasting(name) && name.Pkg == r.Flow.Source.Pkg.Source.Path && !token.IsExported(last)
}

// Lasting reports whether a lock's name is that of a field or package-level variable.
func Lasting(s facts.Symbol) bool { return s.Kind == facts.SymField || s.Kind == facts.SymGlobal }

// Place is a position as facts know it.
func (r *Package) Place(pos token.Pos) facts.Position {
	file, line, col := r.Flow.Source.Position(pos)
	return facts.Position{File: file, Line: uint32(line), Col: uint32(col)}
}

// A Spot is an instruction as findings know it; the zero value is none.
type Spot struct {
	Unit int            // of its function
	At   facts.Position // in the source
}

// Spot is where an instruction stands; own: its function is one of the package itself.
func (r *Package) Spot(i ssa.Instruction) (at Spot, own bool) {
	unit, ok := r.Flow.Source.UnitOf(i.Parent())
	return Spot{unit, r.Place(i.Pos())}, ok && unit < r.Flow.Source.Pkg.Source.Own
}

// AnyInstr reports whether some instruction of a function is of a kind.
func AnyInstr(fn *ssa.Function, is func(ssa.Instruction) bool) bool {
	return slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return slices.ContainsFunc(b.Instrs, is) })
}

// Started are the function values that an instruction starts as goroutines: a go statement's, or those that a model
// says.
func (r *Package) Started(i ssa.Instruction) []ssa.Value {
	switch c := i.(type) {
	case *ssa.Go:
		return []ssa.Value{c.Call.Value}
	case *ssa.Call:
		return source.Started(r.Flow.Model(c), &c.Call)
	}
	return nil
}

// Starts are the instructions of the package that start a function as a goroutine.
func (r *Package) Starts(fn *ssa.Function) []ssa.CallInstruction {
	if r.starts == nil {
		r.starts = map[*ssa.Function][]ssa.CallInstruction{}
		for _, f := range r.Flow.Source.Funcs {
			for _, b := range f.Blocks {
				for _, i := range b.Instrs {
					r.noteStart(i)
				}
			}
		}
	}
	return r.starts[source.Origin(fn)]
}

// noteStart notes what an instruction starts; functions that clients stand for come more than once.
func (r *Package) noteStart(i ssa.Instruction) {
	for _, v := range r.Started(i) {
		fn := function(v)
		if c := i.(ssa.CallInstruction); fn != nil && !slices.Contains(r.starts[fn], c) {
			r.starts[fn] = append(r.starts[fn], c)
		}
	}
}

// function is the function that a value stands for: itself, the literal of a closure, or the method of a method value;
// nil if it is not known.
func function(v ssa.Value) *ssa.Function {
	switch x := v.(type) {
	case *ssa.Function:
		return source.Origin(x)
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		if m, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil && fn.Synthetic != "" {
			if fn = fn.Prog.FuncValue(m); fn == nil {
				return nil // a method value of an interface
			}
		}
		return source.Origin(fn)
	}
	return nil
}

// OnlyStarts are the instructions that start a function as a goroutine; nil if others call it, or may.
func (r *Package) OnlyStarts(fn *ssa.Function) []ssa.CallInstruction {
	starts := r.Starts(fn)
	other := func(i ssa.Instruction) bool {
		c, ok := i.(ssa.CallInstruction)
		return !ok || !slices.Contains(starts, c)
	}
	if fn.Parent() == nil {
		if slices.ContainsFunc(r.Callers(fn), func(c ssa.CallInstruction) bool { return other(c) }) {
			return nil
		}
		return starts
	}
	if m := place.Closure(fn); m == nil || slices.ContainsFunc(*m.Referrers(), other) {
		return nil
	}
	return starts
}

// Package prepared finds fields that a Once prepares, and methods that use them without it (G37 of package guards).
package prepared

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/guards/objects"
	"github.com/syncvet/syncvet/internal/models"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// A preparation is a field that the function of a Once in the same object sets, and nobody else but who makes it.
type preparation struct {
	field *types.Var   // what is set
	name  facts.Symbol // of the field, as reports name it
	once  *types.Var   // the Once
	lock  facts.Symbol // of the Once, as reports name it
	store *ssa.Store   // sets it
	owner types.Type   // the struct type, named

	do *ssa.Call // runs the Once

	behind map[*ssa.Function]*ssa.Call // functions that read it behind a Do of that Once, by which call
	before map[*ssa.Function]token.Pos // exported methods that read it without; where
}

// A Finding is a method that reads what others read behind a Do only.
type Finding struct {
	Field, Once facts.Symbol  // what is set, and the Once, as reports name them
	Read        *ssa.Function // the method
	At          token.Pos     // where it reads
	Store       *ssa.Store    // in the function of the Once
	Path        []Step        // how another method comes to that function
	Behind      int           // how many functions read the field behind a Do
	Total       int           // how many read it
}

// A Step is a function on a way and where its caller calls it (not valid for the first).
type Step struct {
	Func *ssa.Function // the function
	Call token.Pos     // in the function of the step before
}

// A finder looks at a package.
type finder struct {
	*objects.Package
	funcs  []*ssa.Function // of the package; some may be nil
	flow   *flow.Result    // models of calls
	places *place.Package  // what variables with one store hold
}

// Find finds one method for each field, in the order of the source.
func Find(o *objects.Package, funcs []*ssa.Function, f *flow.Result, places *place.Package) []Finding {
	x := &finder{o, funcs, f, places}
	var list []Finding
	for _, p := range x.preparations() {
		for _, fn := range funcs {
			if fn != nil && fn != p.store.Parent() && isMethodOf(fn, p.owner) {
				p.reads(x, fn)
			}
		}
		if len(p.behind) == 0 {
			continue
		}
		p.promoted()
		if f, ok := p.finding(); ok {
			list = append(list, f)
		}
	}
	return list
}

// preparations lists the fields that functions of a Once set, in the order of the source.
func (x *finder) preparations() []*preparation {
	var list []*preparation
	for _, fn := range x.funcs {
		if fn == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(*ssa.Call)
				if !ok {
					continue
				}
				once, run := x.onceCall(call)
				if once == nil || run == nil || signals(run) {
					continue
				}
				list = append(list, x.setIn(run, once, call)...)
			}
		}
	}
	return slices.DeleteFunc(list, x.setElsewhere)
}

// onceCall is the field of the Once that a call runs, and the function literal that it is given.
func (x *finder) onceCall(call *ssa.Call) (*ssa.FieldAddr, *ssa.Function) {
	row := x.flow.Model(call)
	if row == nil || row.Sync != models.SyncOnce || len(call.Call.Args) != 2 {
		return nil, nil
	}
	once, _ := call.Call.Args[0].(*ssa.FieldAddr)
	c, _ := call.Call.Args[1].(*ssa.MakeClosure)
	if once == nil || c == nil {
		return once, nil
	}
	return once, c.Fn.(*ssa.Function)
}

// signals reports whether a function tells others what it has done: by a channel, or something atomic. Who reads what
// it has set may have heard of that.
func signals(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Send, *ssa.Select, *ssa.Go:
				return true
			case ssa.CallInstruction:
				c := x.Common()
				if f, ok := c.Value.(*ssa.Builtin); ok && f.Name() == "close" {
					return true
				}
				if g := c.StaticCallee(); g != nil && g.Pkg != nil && g.Pkg.Pkg.Path() == "sync/atomic" {
					return true
				}
			}
		}
	}
	return false
}

// setIn lists the fields that a function literal sets in the object that has the Once.
func (x *finder) setIn(run *ssa.Function, once *ssa.FieldAddr, do *ssa.Call) []*preparation {
	owner := types.Unalias(source.Deref(once.X.Type()))
	if _, named := owner.(*types.Named); !named {
		return nil
	}
	var list []*preparation
	for _, b := range run.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			to, ok := s.Addr.(*ssa.FieldAddr)
			if !ok || !types.Identical(types.Unalias(source.Deref(to.X.Type())), owner) || x.Makes(x.Base(to)) {
				continue
			}
			list = append(list, &preparation{
				field: objects.FieldOf(to), name: source.FieldSymbol(to.X.Type(), to.Field),
				once: objects.FieldOf(once), lock: source.FieldSymbol(once.X.Type(), once.Field),
				store: s, owner: owner, do: do,
				behind: map[*ssa.Function]*ssa.Call{}, before: map[*ssa.Function]token.Pos{},
			})
		}
	}
	return list
}

// setElsewhere reports whether others than who makes the object set the field, too, or take its address.
func (x *finder) setElsewhere(p *preparation) bool {
	for _, fn := range x.funcs {
		if fn == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				to, ok := instr.(*ssa.FieldAddr)
				if !ok || objects.FieldOf(to) != p.field {
					continue
				}
				for _, r := range *to.Referrers() {
					switch r := r.(type) {
					case *ssa.UnOp, *ssa.DebugRef:
					case *ssa.Store:
						if r.Val == ssa.Value(to) || r != p.store && !x.Makes(x.Base(to)) {
							return true
						}
					default:
						return true
					}
				}
			}
		}
	}
	return false
}

// isMethodOf reports whether a function is a method of a named type, by a pointer.
func isMethodOf(fn *ssa.Function, owner types.Type) bool {
	recv := fn.Signature.Recv()
	return recv != nil && len(fn.Params) > 0 && types.Identical(types.Unalias(source.Deref(recv.Type())), owner)
}

// reads notes where a method reads the field of its receiver. One that synchronises otherwise before is left out.
func (p *preparation) reads(x *finder, fn *ssa.Function) {
	dos := x.passesOf(fn, p.once, 0)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			load, ok := instr.(*ssa.UnOp)
			if !ok || load.Op != token.MUL {
				continue
			}
			at, ok := load.X.(*ssa.FieldAddr)
			if !ok || objects.FieldOf(at) != p.field || !x.isReceiver(fn, at.X) {
				continue
			}
			k := slices.IndexFunc(dos, func(d *ssa.Call) bool { return branch.Precedes(d, load) })
			switch {
			case k >= 0:
				p.behind[fn] = dos[k]
			case token.IsExported(fn.Name()) && !ends(fn.Name()) && !synchronises(fn):
				p.before[fn] = at.Pos()
			}
		}
	}
}

// passesOf are the calls of a method, with its own receiver, behind which the Once has been run.
func (x *finder) passesOf(fn *ssa.Function, once *types.Var, depth int) []*ssa.Call {
	var list []*ssa.Call
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || len(call.Call.Args) == 0 {
				continue
			}
			if o, _ := x.onceCall(call); o != nil {
				if objects.FieldOf(o) == once && x.isReceiver(fn, o.X) {
					list = append(list, call)
				}
				continue
			}
			g := call.Call.StaticCallee()
			if g == nil || depth == 2 || len(g.Params) == 0 || !x.isReceiver(fn, call.Call.Args[0]) {
				continue
			}
			if slices.ContainsFunc(x.passesOf(g, once, depth+1), func(d *ssa.Call) bool { return leaves(d.Block()) }) {
				list = append(list, call)
			}
		}
	}
	return list
}

// isReceiver reports whether a value is the receiver of a method, which a function literal may have captured.
func (x *finder) isReceiver(fn *ssa.Function, v ssa.Value) bool {
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if local := place.Variable(load.X); local != nil {
			v = x.places.Stored(local)
		}
	}
	return len(fn.Params) > 0 && v == ssa.Value(fn.Params[0])
}

// synchronises reports whether a function takes a lock, waits, or asks something atomic: what it reads may be guarded
// by that.
func synchronises(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch x := instr.(type) {
			case *ssa.Select:
				return true
			case *ssa.UnOp:
				if x.Op == token.ARROW {
					return true
				}
			case ssa.CallInstruction:
				g := x.Common().StaticCallee()
				if g != nil && g.Pkg != nil && (g.Pkg.Pkg.Path() == "sync" || g.Pkg.Pkg.Path() == "sync/atomic") {
					return true
				}
			}
		}
	}
	return false
}

// ends reports whether a method ends the life of its object by its name, or only shows it: no others are there then.
func ends(name string) bool {
	return slices.Contains([]string{"Close", "Stop", "Shutdown", "Release", "Free", "String", "GoString", "Error"}, name)
}

// promoted notes the methods that an embedded field gives to the type: they read it, and nothing else.
func (p *preparation) promoted() {
	if !p.field.Embedded() {
		return
	}
	set := types.NewMethodSet(types.NewPointer(p.owner))
	for i := range set.Len() {
		sel := set.At(i)
		st := p.owner.Underlying().(*types.Struct)
		if len(sel.Index()) == 2 && st.Field(sel.Index()[0]) == p.field && sel.Obj().Exported() && !ends(sel.Obj().Name()) {
			if fn := p.store.Parent().Prog.MethodValue(sel); fn != nil {
				p.before[fn] = p.field.Pos()
			}
		}
	}
}

// finding is the first method that reads the field without the Once.
func (p *preparation) finding() (Finding, bool) {
	var first, runner *ssa.Function
	for fn := range p.before {
		if first == nil || cmp.Or(cmp.Compare(p.before[fn], p.before[first]), cmp.Compare(fn.Name(), first.Name())) < 0 {
			first = fn
		}
	}
	for fn := range p.behind {
		if runner == nil || fn.Pos() < runner.Pos() {
			runner = fn
		}
	}
	if first == nil {
		return Finding{}, false
	}
	return Finding{
		Field: p.name, Once: p.lock, Read: first, At: p.before[first], Store: p.store, Path: p.path(runner),
		Behind: len(p.behind), Total: len(p.behind) + len(p.before),
	}, true
}

// path is how a function that reads the field comes to run the Once.
func (p *preparation) path(fn *ssa.Function) []Step {
	last := Step{Func: p.store.Parent(), Call: p.do.Pos()}
	if call := p.behind[fn]; call != p.do {
		g := call.Call.StaticCallee()
		if g != p.do.Parent() {
			return []Step{{Func: p.do.Parent()}, last}
		}
		return []Step{{Func: fn}, {Func: g, Call: call.Pos()}, last}
	}
	return []Step{{Func: fn}, last}
}

// leaves reports whether every way to a return leads through a block.
func leaves(b *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(b.Parent().Blocks, func(r *ssa.BasicBlock) bool {
		_, ok := r.Instrs[len(r.Instrs)-1].(*ssa.Return)
		return ok && r != b.Parent().Recover && !b.Dominates(r)
	})
}

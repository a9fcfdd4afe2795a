// This file finds which functions others may call, and what they are known to hold then (G4).

package guards

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/guards/said"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/source"
)

func (a *code) isMain() bool { return a.src.Types().Name() == "main" }

// findEmbedded notes the types that exported structs embed: their methods are exported too.
func (a *runs) findEmbedded() {
	scope := a.src.Types().Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !tn.Exported() {
			continue
		}
		st, ok := tn.Type().Underlying().(*types.Struct)
		if !ok {
			continue
		}
		for f := range st.Fields() {
			if n, ok := types.Unalias(source.Deref(f.Type())).(*types.Named); ok && f.Embedded() {
				a.embedded[n.Origin().Obj()] = true
			}
		}
	}
}

// findHanded notes the methods by which users of the package call objects of unexported types: those of interfaces that
// functions return, and that other packages can name.
func (a *runs) findHanded(instr ssa.Instruction) {
	ret, ok := instr.(*ssa.Return)
	if !ok {
		return
	}
	for _, r := range ret.Results {
		list, _ := place.Results(r)
		for _, v := range list {
			box, ok := v.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			as, named := types.Unalias(box.Type()).(*types.Named)
			of, own := types.Unalias(source.Deref(box.X.Type())).(*types.Named)
			if !named || !own || as.Obj().Pkg() == nil || as.Obj().Pkg() == a.src.Types() && !as.Obj().Exported() {
				continue
			}
			methods := as.Underlying().(*types.Interface)
			for k := range methods.NumMethods() {
				a.handed[handedMethod{of.Origin().Obj(), methods.Method(k).Name()}] = true
			}
		}
	}
}

// A handedMethod is a method of an unexported type.
type handedMethod struct {
	of   *types.TypeName // the type
	name string          // the method
}

// open reports whether other packages call a function, as far as its documentation lets them do so at any time (G4).
func (a *runs) open(f *function) bool {
	obj, ok := f.fn.Object().(*types.Func)
	if !ok || f.fn.Parent() != nil || f.fn.Synthetic != "" || !obj.Exported() || said.CallerLocks(f.fn) ||
		source.InOrder(a.src, f.fn) || a.directives.Guard(source.DeclSymbol(obj)) != nil {
		return false
	}
	recv := receiver(f.fn)
	if recv == nil {
		return !a.isMain()
	}
	if a.borrowed[recv] || a.shows(recv, f.fn) || slices.Contains(source.SetUpBy(a.docs[recv]), obj.Name()) {
		return false
	}
	if recv.Exported() && !a.isMain() || a.embedded[recv] {
		return true
	}
	if a.handed[handedMethod{recv, obj.Name()}] && !a.isMain() {
		return true
	}
	return !f.static && len(a.sites.invokes[obj.Name()]) == 0
}

// spawns reports whether a context is the start of a goroutine.
func (a *code) spawns(f *function, k int) bool {
	c := &f.contexts[k]
	return c.from.contexts[c.ctx].key.root != c.key.root
}

// path is how a goroutine comes to a function in a context, outermost first.
func (a *code) path(f *function, k int) []step {
	var steps []step
	for len(steps) < maxPath {
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			return append([]step{{fn: f.fn}}, steps...)
		}
		steps = append([]step{{f.fn, c.at.Pos()}}, steps...)
		f, k = c.from, c.ctx
	}
	return steps
}

// serial reports whether a function is a method of a type that is documented not to be safe for concurrent use.
func (a *runs) serial(f *function) bool {
	t := receiver(f.fn)
	return t != nil && source.Serial(t, a.docs[t])
}

// oneCaller is the parameters of an exported function whose objects only one goroutine calls such functions on: the
// receiver of a type that is not safe for concurrent use is its caller's, as if the caller had made it there; and so is
// what nobody uses after the call, as its documentation says.
func (a *runs) oneCaller(f *function) uint64 {
	given := said.TakenOver(f.fn)
	if a.serial(f) {
		given |= 1
	}
	return given
}

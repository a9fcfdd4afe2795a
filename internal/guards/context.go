// This file finds in which contexts each function runs: who runs it, with which locks held, owning what (G4, G5).

package guards

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// A context is one way in which a function is entered.
type context struct {
	key  contextKey
	from *function // caller; nil for roots
	ctx  int       // which context of the caller
	at   ssa.CallInstruction
}

// A contextKey tells contexts apart.
type contextKey struct {
	root  int    // into analysis.roots
	must  set    // surely held
	may   set    // perhaps held
	seen  set    // surely held some time before
	owned uint64 // parameters whose objects nobody else has
	made  uint64 // parameters whose objects a caller of this goroutine has made
	weak  bool   // it may be none, or hold other locks
	once  bool   // below Once.Do, or where the last reference was given back
}

// A root is one kind of goroutine.
type root struct {
	kind  RootKind
	pos   token.Pos
	site  ssa.CallInstruction // of a goroutine
	in    *function           // where that is
	multi bool                // several of one site may run on one object
}

// The roots that are always there.
const (
	callers = iota // all that exported functions stand for
	single         // initialisation and main
	values         // whoever has a function value
)

// contextMax bounds the contexts of a function.
const contextMax = 32

// findRoots enters the functions that nobody of the package need call.
func (a *runs) findRoots() {
	a.roots = []root{callers: {kind: Caller, multi: true}, single: {kind: Single}, values: {kind: Callback, multi: true}}
	a.findEmbedded()
	for _, f := range a.funcs {
		if f == nil {
			continue
		}
		a.weakEdges(f)
		switch {
		case f.init || a.isMain() && f.fn.Name() == "main" && f.fn.Parent() == nil:
			a.enter(f, context{key: contextKey{root: single}})
		case a.open(f):
			a.enter(f, context{key: contextKey{root: callers, made: a.oneCaller(f)}})
		case a.escaped[f] && !a.calledAsValue(f):
			a.enter(f, context{key: contextKey{root: values}})
		}
	}
}

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

// open reports whether other packages call a function, as far as its documentation lets them do so at any time (G4).
func (a *runs) open(f *function) bool {
	obj, ok := f.fn.Object().(*types.Func)
	if !ok || f.fn.Parent() != nil || f.fn.Synthetic != "" || !obj.Exported() || callerLocks(f.fn) ||
		a.directives.Guard(source.DeclSymbol(obj)) != nil {
		return false
	}
	recv := receiver(f.fn)
	if recv == nil {
		return !a.isMain()
	}
	if a.borrowed[recv] {
		return false
	}
	if recv.Exported() && !a.isMain() || a.embedded[recv] {
		return true
	}
	return !f.static && len(a.sites.invokes[obj.Name()]) == 0
}

// receiver is the type that a function is a method of; nil for other functions.
func receiver(fn *ssa.Function) *types.TypeName {
	recv := fn.Signature.Recv()
	if recv == nil {
		return nil
	}
	n, ok := types.Unalias(source.Deref(recv.Type())).(*types.Named)
	if !ok {
		return nil
	}
	return n.Origin().Obj()
}

var (
	holds = regexp.MustCompile(
		`(?is)\b(callers?|must|should|assumes?|requires?|with|while|when|expects?)\b.{0,60}\b(hold|held|locked|lock(s|ing)?|mutex)\b`,
	)
	unsafe = regexp.MustCompile(`(?is)\b(not|isn't|never|non)\b.{0,30}(thread|concurren|goroutine|parallel)`)
)

// callerLocks reports whether a function says that its caller holds the lock, or must not call it concurrently.
func callerLocks(fn *ssa.Function) bool {
	name := strings.ToLower(fn.Name())
	for _, suffix := range []string{"locked", "unlocked", "unsafe", "nolock", "withoutlock", "withlock", "unprotected"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	d, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && d.Doc != nil && (holds.MatchString(d.Doc.Text()) || unsafe.MatchString(d.Doc.Text()))
}

// weakEdges adds the calls through interfaces, and of function values, that may call a function.
func (a *runs) weakEdges(f *function) {
	if obj, ok := f.fn.Object().(*types.Func); ok && receiver(f.fn) != nil {
		for _, s := range a.sites.invokes[obj.Name()] {
			if sameParams(s.at.Common().Method.Signature(), obj.Signature()) {
				s.in.edges = append(s.in.edges, edge{to: f, at: s.at, state: s.state, weak: true, spawn: isGo(s.at)})
			}
		}
	}
	if a.escaped[f] {
		for _, s := range a.sites.values {
			if sameParams(s.at.Common().Signature(), f.fn.Signature) {
				s.in.edges = append(s.in.edges, edge{to: f, at: s.at, state: s.state, weak: true, spawn: isGo(s.at)})
			}
		}
	}
}

// calledAsValue reports whether a call of a function value in this package may be one of f.
func (a *runs) calledAsValue(f *function) bool {
	for _, s := range a.sites.values {
		if sameParams(s.at.Common().Signature(), f.fn.Signature) {
			return true
		}
	}
	return false
}

func isGo(call ssa.CallInstruction) bool {
	_, ok := call.(*ssa.Go)
	return ok
}

func sameParams(a, b *types.Signature) bool {
	return types.Identical(a.Params(), b.Params()) && types.Identical(a.Results(), b.Results())
}

// solveContexts spreads contexts over calls.
func (a *runs) solveContexts() {
	spawned := map[ssa.CallInstruction]int{}
	for changed := true; changed; {
		changed = false
		for _, f := range a.funcs {
			if f == nil {
				continue
			}
			for k := 0; k < len(f.contexts); k++ {
				for i := range f.edges {
					changed = a.follow(f, k, &f.edges[i], spawned) || changed
				}
			}
		}
	}
}

// solveEntries finds which entries lead to each function.
func (a *runs) solveEntries() {
	for changed := true; changed; {
		changed = false
		for _, f := range a.funcs {
			if f == nil {
				continue
			}
			if f.entries == nil {
				f.entries = map[*function]bool{}
			}
			for k := range f.contexts {
				if f.contexts[k].from == nil && !f.entries[f] {
					f.entries[f], changed = true, true
				}
			}
			for i := range f.edges {
				changed = f.lead(&f.edges[i]) || changed
			}
		}
	}
}

// lead makes the callee's entries include the caller's.
func (f *function) lead(e *edge) bool {
	if e.to.entries == nil {
		e.to.entries = map[*function]bool{}
	}
	before := len(e.to.entries)
	if e.spawn {
		e.to.entries[e.to] = true
	} else {
		for x := range f.entries {
			if len(e.to.entries) < 2 {
				e.to.entries[x] = true
			}
		}
	}
	return len(e.to.entries) != before
}

// follow enters a callee in the context that one context of the caller gives.
func (a *runs) follow(f *function, k int, e *edge, spawned map[ssa.CallInstruction]int) bool {
	c := &f.contexts[k].key
	key := contextKey{root: c.root, seen: c.seen.or(e.state.seen), weak: c.weak || e.weak, once: c.once || e.once}
	if e.spawn {
		key.weak, key.once = e.weak, false
		r, ok := spawned[e.at]
		if !ok {
			r = len(a.roots)
			spawned[e.at] = r
			a.roots = append(
				a.roots,
				root{kind: Goroutine, pos: e.at.Pos(), site: e.at, in: f, multi: a.flow.Graph(f.fn).Cyclic(e.at.Block())},
			)
		}
		key.root = r
	} else {
		key.must = e.state.must.or(c.must.minus(e.state.lost))
		key.may = key.must.or(e.state.may).or(c.may.minus(e.state.gone))
		key.owned, key.made = a.ownedArgs(c, e), a.madeArgs(c, e)
	}
	return a.enter(e.to, context{key: key, from: f, ctx: k, at: e.at})
}

// ownedArgs are the parameters that the callee owns because the caller does (G5).
func (a *runs) ownedArgs(c *contextKey, e *edge) uint64 {
	var owned uint64
	for i, v := range e.args {
		if i < 64 {
			if o := a.spawn.Owned(e.at, v); o.Owned && o.If&^c.owned == 0 || a.privateArg(c, v, e.at) {
				owned |= 1 << i
			}
		}
	}
	return owned
}

// madeArgs are the parameters that lead to objects which a caller has made.
func (a *runs) madeArgs(c *contextKey, e *edge) uint64 {
	var made uint64
	for i, v := range e.args {
		if i >= 64 || !isPointerLike(v.Type()) {
			continue
		}
		b := a.base(v)
		p, ok := b.(*ssa.Parameter)
		if ok && c.made&(1<<slices.Index(p.Parent().Params, p)) != 0 || b != nil && (a.makes(b) || a.builds(b, 0)) {
			made |= 1 << i
		}
	}
	return made
}

// privateArg reports whether an argument leads to an object that the caller has made or owns, and nobody else has.
func (a *runs) privateArg(c *contextKey, v ssa.Value, at ssa.CallInstruction) bool {
	if !isPointerLike(v.Type()) {
		return false
	}
	switch b := a.base(v).(type) {
	case nil:
		return false
	case *ssa.Parameter:
		k := slices.Index(b.Parent().Params, b)
		return k < 64 && c.owned&(1<<k) != 0
	default:
		return a.makes(b) && a.private(b, at)
	}
}

// enter adds a context and reports whether it is new. What the function releases without having taken it is held (G24).
func (a *runs) enter(f *function, c context) bool {
	c.key.must, c.key.may = c.key.must.or(f.net.owed), c.key.may.or(f.net.owed)
	for i := range f.contexts {
		if f.contexts[i].key == c.key {
			return false
		}
	}
	if len(f.contexts) == contextMax {
		f.capped = true
		return false
	}
	f.contexts = append(f.contexts, c)
	return true
}

// path is how a goroutine comes to a function in a context, outermost first.
func (a *code) path(f *function, k int) []Step {
	var steps []Step
	for len(steps) < maxPath {
		c := &f.contexts[k]
		if c.from == nil || a.spawns(f, k) {
			return append([]Step{{Func: f.fn}}, steps...)
		}
		steps = append([]Step{{f.fn, c.at.Pos()}}, steps...)
		f, k = c.from, c.ctx
	}
	return steps
}

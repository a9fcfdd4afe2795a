// This file decides which clients a library gets: code that nobody has written yet, which calls what is exported (S10,
// S11).

package source

import (
	"cmp"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

// A clientele decides which clients a package gets, and what each of them calls (S10 to S15).
type clientele struct{ *Result }

// Client is what own unit i does, nil unless it is a Root unit.
func (r *Result) Client(i int) *Client { return r.clients[i] }

// addClients adds a client for each exported function that starts goroutines, and for each type of which a constructor
// or a method does.
func (r clientele) addClients() {
	if r.pass.Pkg.Name() == "main" {
		return
	}
	exposed := r.exposedTypes()
	makers := r.makers()
	for _, m := range makers {
		if m.Boxed != nil {
			exposed[m.typ] = true
		}
	}
	made := r.madeByMethods(exposed)
	methods := map[*types.TypeName][]*ssa.Function{}
	var order []*types.TypeName
	n := len(r.Funcs)
	for i := range n {
		fn := r.Funcs[i]
		obj, ok := fn.Object().(*types.Func)
		if !ok || isSynthetic(fn) || !reachable(obj, exposed) || r.inTest(fn) {
			continue
		}
		if (r.Spawns(fn) || givesHandler(fn.Signature, handlerDepth)) && !forTests(fn) {
			r.addClientOfFunc(fn, makers)
		}
		if recv := obj.Signature().Recv(); recv != nil {
			t := receiverName(recv.Type())
			if methods[t] == nil {
				order = append(order, t)
			}
			methods[t] = append(methods[t], fn)
		}
	}
	r.addContextClient(n)
	docs, loops := r.typeDocs(makers), r.ownLoops()
	for _, t := range order {
		last, first := endsUse(docs[t], methods[t]), SetUpBy(docs[t])
		c := &Client{Type: t, Methods: slices.DeleteFunc(methods[t], func(m *ssa.Function) bool {
			return r.callerLocks(m) || loops[m] || last[m.Name()] || slices.Contains(first, m.Name())
		})}
		if c.Makers = makersOf(t, makers); madeForTests(c.Makers) {
			continue
		}
		if len(c.Makers) == 0 {
			c.Makers = methodMakers(t, made)
		}
		r.addClientOf(c, docs[t])
	}
}

// typeDocs is the documentation of the package's types, and behind it what that of their constructors promises of what
// they return (S12).
func (r clientele) typeDocs(makers []madeType) map[*types.TypeName]string {
	docs := r.TypeDocs()
	for _, m := range makers {
		for _, promise := range promisedOfResult(docOf(m.Func)) {
			docs[m.typ] += "\n\n" + promise
		}
	}
	return docs
}

// addClientOfFunc adds the client of a function. A method is called on what a constructor makes, if none starts
// goroutines: where one does, the type's client says more.
func (r clientele) addClientOfFunc(fn *ssa.Function, makers []madeType) {
	c := &Client{Func: fn, Runs: true}
	if recv := fn.Signature.Recv(); recv != nil {
		t := receiverName(recv.Type())
		list := makersOf(t, makers)
		if madeForTests(list) {
			return
		}
		if !slices.ContainsFunc(list, func(m Maker) bool { return r.Spawns(m.Func) }) {
			c.Type, c.Makers = t, list[:min(len(list), maxMakers)]
		}
	}
	r.addClient(c)
}

// makersOf are the constructors of a type, but for those that only return what another one has made.
func makersOf(t *types.TypeName, makers []madeType) []Maker {
	var list []Maker
	for _, m := range makers {
		if m.typ == t {
			list = append(list, m.Maker)
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(m Maker) bool { return wraps(m, list) })
}

// addClientOf adds the clients that a type gets, of which the constructors and methods are known.
func (r clientele) addClientOf(c *Client, doc string) {
	if of := slices.Clone(c.Makers); slices.ContainsFunc(c.Methods, isHandler) {
		handles := slices.DeleteFunc(slices.Clone(c.Methods), func(m *ssa.Function) bool { return !isHandler(m) })
		r.addClient(&Client{Type: c.Type, Makers: of[:min(len(of), maxMakers)], Handles: handles})
	}
	c.Serving = r.serving(c.Methods)
	starts := len(c.Serving) > 0 || slices.ContainsFunc(c.Methods, r.Spawns) ||
		slices.ContainsFunc(c.Makers, func(m Maker) bool { return r.Spawns(m.Func) })
	if len(c.Methods) > 0 && starts {
		slices.SortStableFunc(c.Makers, func(a, b Maker) int { return cmp.Compare(r.rank(a), r.rank(b)) })
		c.Makers = c.Makers[:min(len(c.Makers), maxMakers)]
		r.splitCalls(c)
		c.Promise = promised(c.Type, doc)
		if len(c.Methods) > 0 {
			r.addClient(c)
		}
	} else if r.harness(c, doc); c.Harness {
		c.Makers = c.Makers[:min(len(c.Makers), maxMakers)]
		r.addClient(c)
	}
}

// splitCalls takes what starts a life, or serves, out of the methods that a client calls from goroutines of their own.
func (r clientele) splitCalls(c *Client) {
	serves := func(m *ssa.Function) bool { return slices.Contains(c.Serving, m) }
	for _, m := range c.Methods {
		if r.Spawns(m) && !ends(m.Name()) && !serves(m) {
			c.Starts = append(c.Starts, m)
		}
	}
	c.Methods = slices.DeleteFunc(c.Methods, func(m *ssa.Function) bool {
		return serves(m) || slices.Contains(c.Starts, m) && (begins(m.Name()) || r.constructs(m) || calledOnce(m))
	})
}

// Overlaps reports whether several goroutines may call a method at once: those of a harness, and those of a type that
// promises it, but for what ends the life of a value.
func (c *Client) Overlaps(m *ssa.Function) bool {
	return c.Harness || c.Promise && len(c.Methods) <= maxSelf && !ends(m.Name())
}

// ends reports whether a method's name says that it ends the life of a value.
func ends(name string) bool {
	return startsWith(name, "Close", "Stop", "Shutdown", "Wait", "Done", "Cancel", "Quit", "Exit", "Drain")
}

// begins reports whether a method's name says that it begins the life of a value, once (internal/races C5).
func begins(name string) bool {
	return startsWith(name, "Start", "Run", "Serve", "Listen", "Open", "Init", "Connect", "Dial", "Reset", "Setup")
}

// startsWith reports whether a name starts with one of some words.
func startsWith(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
}

// Calls lists what the client of a type calls, in order.
func (c *Client) Calls() []*ssa.Function {
	var list []*ssa.Function
	for _, m := range c.Makers {
		if m.Of != nil {
			list = append(list, m.Of.Calls()...)
		}
		list = append(list, m.Func)
	}
	if c.Func != nil {
		list = append(list, c.Func)
	}
	return slices.Concat(list, c.Handles, c.Starts, c.Serving, c.Methods, c.Derives, c.Reads)
}

// rank puts constructors that start goroutines first.
func (r clientele) rank(m Maker) int {
	if r.Spawns(m.Func) {
		return 0
	}
	return 1
}

// addClient adds a Root unit.
func (r clientele) addClient(c *Client) {
	fn := c.Func
	if fn == nil {
		fn = slices.Concat(c.Methods, c.Handles, c.Reads)[0]
	}
	r.clients[len(r.Funcs)] = c
	r.Funcs = append(r.Funcs, fn)
	r.Pkg.Source.Units = append(r.Pkg.Source.Units, facts.Unit{})
}

// describeClient fills in a Root unit.
func (r *Result) describeClient(i int, u *facts.Unit) {
	c := r.clients[i]
	u.Flags = facts.Root | facts.Spawns | facts.Syncs
	if c.Func != nil {
		u.Sym = r.FuncSymbol(c.Func)
		u.Sym.Name += "$root"
		u.Uses = symbolsOf(r, c.Calls())
		return
	}
	if len(c.Handles) > 0 {
		u.Sym = facts.Symbol{Kind: facts.SymFunc, Pkg: r.path, Name: c.Type.Name() + "$handler"}
		u.Uses = symbolsOf(r, c.Calls())
		return
	}
	u.Flags |= facts.Client
	if c.Harness {
		u.Flags |= facts.Harness
	}
	if c.Promise {
		u.Flags |= facts.Promised
	}
	if c.Demand {
		u.Flags |= facts.Demanded
	}
	name := "context"
	if len(c.Derives) > 0 {
		u.Flags |= facts.Derived
	} else {
		name = c.Type.Name()
	}
	u.Sym = facts.Symbol{Kind: facts.SymFunc, Pkg: r.path, Name: name + "$client"}
	u.Uses = symbolsOf(r, c.Calls())
}

// symbolsOf are the symbols of functions, each once.
func symbolsOf(r *Result, list []*ssa.Function) []facts.Symbol {
	var syms []facts.Symbol
	for _, fn := range list {
		if s := r.FuncSymbol(fn); !slices.Contains(syms, s) {
			syms = append(syms, s)
		}
	}
	return syms
}

// Spawns reports whether an own function may start goroutines.
func (r *Result) Spawns(fn *ssa.Function) bool {
	i, ok := r.index[fn]
	return ok && r.Pkg.Source.Units[i].Flags&facts.Spawns != 0
}

// inTest reports whether a function stands in a test file.
func (r clientele) inTest(fn *ssa.Function) bool {
	file, _, _ := r.Position(fn.Pos())
	return strings.HasSuffix(file.Name, "_test.go")
}

// forTests reports whether only tests call a function: it is given a test, or makes a server of package httptest.
func forTests(fn *ssa.Function) bool {
	return isGivenTest(fn.Signature) || anyInstr(fn, servesTests)
}

// madeForTests reports whether there are constructors, and only tests call them.
func madeForTests(makers []Maker) bool {
	return len(makers) > 0 && !slices.ContainsFunc(makers, func(m Maker) bool { return !forTests(m.Func) })
}

// isGivenTest reports whether a parameter is a test, a benchmark or what both have.
func isGivenTest(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		if n, ok := types.Unalias(Deref(v.Type())).(*types.Named); ok && n.Obj().Pkg() != nil &&
			n.Obj().Pkg().Path() == "testing" {
			return true
		}
	}
	return false
}

// servesTests reports whether an instruction makes a server of package httptest.
func servesTests(i ssa.Instruction) bool {
	c, ok := i.(ssa.CallInstruction)
	if !ok || c.Common().StaticCallee() == nil {
		return false
	}
	fn, ok := c.Common().StaticCallee().Object().(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "net/http/httptest" && strings.HasSuffix(fn.Name(), "Server")
}

// A madeType is a maker and what it makes.
type madeType struct {
	Maker
	typ *types.TypeName // the type
}

// makers lists the exported functions that return values of types of the package, or pointers to such.
func (r clientele) makers() []madeType {
	var list []madeType
	for _, fn := range r.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || !obj.Exported() || fn.Signature.Recv() != nil || isSynthetic(fn) || r.inTest(fn) {
			continue
		}
		list = append(list, r.makes(fn)...)
	}
	return list
}

// makes lists the types of the package of which a function returns values.
func (r clientele) makes(fn *ssa.Function) []madeType {
	var list []madeType
	for k := range fn.Signature.Results().Len() {
		t := fn.Signature.Results().At(k).Type()
		if types.IsInterface(t) {
			for _, p := range r.boxed(fn, k) {
				list = append(list, madeType{Maker{Func: fn, Result: k, Boxed: p}, receiverName(p)})
			}
		} else if name := receiverName(t); name != nil && name.Pkg() == r.pass.Pkg {
			list = append(list, madeType{Maker{Func: fn, Result: k}, name})
		}
	}
	return list
}

// madeByMethods lists the exported methods that start goroutines and return values of other types of the package. Types
// that they return as interfaces are exposed then.
func (r clientele) madeByMethods(exposed map[*types.TypeName]bool) []madeType {
	var list []madeType
	for _, fn := range r.Funcs {
		obj, ok := fn.Object().(*types.Func)
		if !ok || fn.Signature.Recv() == nil || isSynthetic(fn) || !reachable(obj, exposed) || r.inTest(fn) ||
			!r.Spawns(fn) {
			continue
		}
		for _, m := range r.makes(fn) {
			if m.typ != receiverName(fn.Signature.Recv().Type()) {
				exposed[m.typ] = exposed[m.typ] || m.Boxed != nil
				list = append(list, m)
			}
		}
	}
	return list
}

// methodMakers are the methods that make values of a type. What they are called on is an argument like any other: other
// callers know it, too, and may end what waits for it.
func methodMakers(t *types.TypeName, made []madeType) []Maker {
	var list []Maker
	for _, m := range made {
		if m.typ != t || len(list) == maxMakers {
			continue
		}
		m.Of = &Client{Type: receiverName(m.Func.Signature.Recv().Type())}
		list = append(list, m.Maker)
	}
	return list
}

// wraps reports whether a maker returns what others of a list have made, and nothing else but nil: a client that called
// both would have two values of one place in the source.
func wraps(m Maker, all []Maker) bool {
	some := false
	for _, b := range m.Func.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		v := ret.Results[m.Result]
		if k, ok := v.(*ssa.Const); ok && k.IsNil() {
			continue
		}
		result := 0
		if x, ok := v.(*ssa.Extract); ok {
			v, result = x.Tuple, x.Index
		}
		call, ok := v.(*ssa.Call)
		if !ok || !slices.ContainsFunc(all, func(o Maker) bool {
			return o.Func != m.Func && o.Func == call.Call.StaticCallee() && o.Result == result
		}) {
			return false
		}
		some = true
	}
	return some
}

// boxed lists the pointers to types of the package that a function returns as the interface that is its result k, one
// for each type. That of a generic type has the function's type parameters.
func (r clientele) boxed(fn *ssa.Function, k int) []types.Type {
	var list []types.Type
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || k >= len(ret.Results) {
			continue
		}
		box, ok := ret.Results[k].(*ssa.MakeInterface)
		if !ok {
			continue
		}
		if _, pointer := types.Unalias(box.X.Type()).(*types.Pointer); !pointer {
			continue
		}
		name := receiverName(box.X.Type())
		known := slices.ContainsFunc(list, func(p types.Type) bool { return receiverName(p) == name })
		if name != nil && name.Pkg() == r.pass.Pkg && !known {
			list = append(list, box.X.Type())
		}
	}
	return list
}

// byCaller recognises documentation of a method that its callers must order: Go's customs for saying so.
var byCaller = regexp.MustCompile(
	`(?i)\b(callers? (must|should) (hold|have)|(must|should) be (held|called with)|with .{0,30}(lock|mutex|mu) held|` +
		`not (be )?(safe|called|used|invoked) (for )?concurrent|not (goroutine|thread)[- ]safe|` +
		`before (calling |the first )?(start|run|serv|listen|use\b|using\b)|` +
		`only be (called|used) (before|once|from)|for test)|` +
		`(, |\bonly |\bvalid |\bmeaningful |\bcalled )(after|once) (calling )?(stop|close|wait|shutdown|run|done)\w*` +
		`( has)?( returned| returns)?\s*(\.|;|$)|` +
		`(, |\bonly |\bvalid |\bmeaningful |\bcalled )(after|once) (\w+ ){1,2}((has|have) returned|returns)` +
		`( false| true| nil| an error| io\.EOF)?\s*(\.|;|$)|` +
		`\b(must|should|has to|needs to) be (only )?(called|used|set|changed|read|accessed) (only )?(before|after)\b|` +
		`\b(may|can|must|should) (only be|be only) (called|used|set|changed|read|accessed|asked( for)?) ` +
		`(after|before|once|when|while)\b|` +
		`\b(may|can) be (called|used|read|accessed|taken|asked( for)?) ((after|once) (\w+ ){1,3}(has|have) (been )?` +
		`(stopped|ended|finished|returned|closed|completed|exited)\b|` +
		`(when|while) (no|nothing|nobody|it is not)\b)|` +
		`\bonly (be )?valid (after|once|before|when|while)\b|` +
		`\b(call|use|set|read) (it|this|them) only (after|before|once|when|while)\b|` +
		`\b(call|use|set|read) (it|this|them) (after|before) \[?(\w+\.)?(?-i:[A-Z])|` +
		`\b(may|can|must|should) (only )?be (only )?(called|used|invoked) (only )?(by|from|in) ` +
		`[^.;,]{1,40} only *([.;,]|$)|` +
		`\b(must|should) (only )?be (only )?(called|used|invoked) (only )?(by|from|in) ` +
		`((a|the) (single|same|main|one)|one) ` +
		`(goroutine|thread)\b`,
)

// What documentation says of a method behind which nothing may be called: in its own, or by its name elsewhere.
var (
	notAfterwards = regexp.MustCompile(`(?i)\b((must|may|can|should|shall) ?not|(must|ca|should)n't) be ` +
		`(called|used|invoked) (any ?more|any longer|afterwards?|after (it|this|that))\b|` +
		`\b(no (\w+ ){1,3}?|nothing (\w+ )?|nobody )(must|may|can|should|shall) (follow|overlap|` +
		`(be )?(call|use|invoke|made)(ed|d)? (it )?(any ?more|any longer|afterwards?|later|after (it|this|that)))\b`)
	notAfter = regexp.MustCompile(`(?i)\b(?:(?:must|may|can|should|shall) ?not|(?:must|ca|should)n't) be ` +
		`(?:called|used|invoked) (?:after|once) (?:calling )?\[?(?:\w+\.)?(\w+)`)
)

// endsUse are the names of methods of which the documentation of a type or its methods says that nothing else may be
// called any more behind them: who calls them has ordered that (S11).
func endsUse(doc string, methods []*ssa.Function) map[string]bool {
	names := map[string]bool{}
	read := func(doc, of string) {
		doc = strings.Join(strings.Fields(doc), " ")
		if notAfterwards.MatchString(doc) {
			names[of] = true
		}
		for _, m := range notAfter.FindAllStringSubmatch(doc, -1) {
			names[m[1]] = true
		}
	}
	read(doc, "")
	for _, m := range methods {
		read(docOf(m), m.Name())
	}
	return names
}

// callerLocks reports whether a method is not meant to be called by several goroutines at once, as its name or its
// documentation says (S11).
func (r clientele) callerLocks(fn *ssa.Function) bool {
	for _, suffix := range []string{"Locked", "NoLock", "Unlocked", "Unsafe"} {
		if strings.HasSuffix(fn.Name(), suffix) {
			return true
		}
	}
	return InOrder(r.Result, fn)
}

// once matches what documentation says of a function that is called a single time.
var once = regexp.MustCompile(`(?i)\b(?:is|must|should|may|can|to)\s+(?:only\s+)?(?:be\s+)?` +
	`(?:called\s+(?:only\s+|exactly\s+|at most\s+)?once\b|only\s+called\s+once\b)`)

// calledOnce reports whether a method's documentation says that it is called once.
func calledOnce(fn *ssa.Function) bool { return once.MatchString(docOf(fn)) }

// docOf is the documentation of a declared function; empty if it has none.
func docOf(fn *ssa.Function) string {
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		return decl.Doc.Text()
	}
	return ""
}

// OrderedByCaller reports whether a method's documentation says that its callers must order it.
func OrderedByCaller(doc string) bool {
	return byCaller.MatchString(strings.Join(strings.Fields(doc), " "))
}

// promised reports whether a type's documentation, or else its name, promises concurrent use (S12).
func promised(t *types.TypeName, doc string) bool {
	return Promised(doc) || !forbidden.MatchString(doc) && namedShared.MatchString(t.Name()) && holdsSync(t)
}

// harness makes a client one of a type that is evidently meant for several goroutines, though nothing in it starts one:
// because its documentation promises that (S12), that of an interface demands it (S16), or it holds a lock or the like.
func (r clientele) harness(c *Client, doc string) {
	if len(c.Methods) == 0 || forbidden.MatchString(doc) {
		return
	}
	c.Promise = promised(c.Type, doc)
	if !c.Promise {
		if shared := r.contracted(c.Type, c.Methods); len(shared) > 0 {
			c.Promise, c.Demand, c.Methods = true, true, shared
		}
	}
	c.Harness = c.Promise || holdsSync(c.Type)
}

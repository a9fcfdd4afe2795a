// Package readers finds readers that a function leaves before their end, and does not close: who writes to the other
// end of a pipe waits for ever then.
//
// # Rules
//
//   - (P1) What is followed is the reader itself, under whatever type, and what constructors of other packages make of
//     it: scanners, decoders, readers with a limit.
//   - (P2) Who lets others know the reader who may close it (by a field, a channel, a goroutine, a result, an argument
//     whose type can be closed, a request of net/http or a command of os/exec), leaves nothing.
//   - (P3) It has come to its end where a read of it has failed, or says that there is no more; where all of it was
//     read; and where a function that was given it has succeeded.
//   - (P4) It is left where a function that was given it, as a reader and no more, has failed, and where the function
//     returns on a way on which it has not come to its end. A function of the package that has no way to leave it is
//     not asked whether it has failed. Of a method of an interface the package must have an implementation that may
//     leave it, if only in its tests: others may close what they are given.
//   - (P5) Who closes the reader leaves nothing on that way, if it is an error that decides about it; where something
//     else does, or it is deferred, nothing is left on any way.
//   - (P6) What reads from a reader with a limit reads no more than a part, even if it reads all that this gives.
//
// # Approximations
//
// A function may fail because of the reader, whose writer has failed then, or fail only after the end (more leaks). A
// read that fails may have found something else than the end (fewer).
//
// # Tests
//
// testdata/deadlocks/leak has pipe_* in pairs (go test . -run TestQuick).
package readers

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/internal/branch"
	"github.com/syncvet/syncvet/internal/place"
)

// A Leaving is a return by which a reader is left.
type Leaving struct {
	At   *ssa.Return // where
	Read bool        // a part of it was read before, and nothing has failed: there may be no more
}

// A Package says which functions can be looked into.
type Package struct {
	Own   func(*ssa.Function) bool // it is the package's
	Funcs []*ssa.Function          // the package's, those of its tests, too
	known map[question]*Leaving    // memo of left; nil until asked
}

// A question is asked about a parameter, so many calls deep.
type question struct {
	param ssa.Value // the reader
	depth int       // how deep calls are still looked into
}

// A view is one function's view of a reader.
type view struct {
	in      *Package           // whose bodies are looked into
	depth   int                // how deep
	held    map[ssa.Value]bool // the reader
	wrapped map[ssa.Value]bool // what reads from it
	limited map[ssa.Value]bool // of these, those that read no more than a part (P6)
	uses    map[*ssa.Call]use  // what is done with it
	away    bool               // others may close it, or what is deferred
}

// A use is what a call does with a reader.
type use uint8

const (
	drains use = iota + 1 // it reads all, or closes the reader
	reads                 // it reads a part
	taken                 // somebody else reads a part, and may fail for other reasons (P6)
	given                 // somebody else reads, and may leave it if it fails
	leaves                // somebody else reads, and leaves it on some way
)

// Left finds how a function leaves a reader, a value of it, after an instruction (nil: from its start on); nil: it does
// not.
func Left(reader ssa.Value, after ssa.Instruction, in *Package) *Leaving {
	return left(reader, after, in, maxCalls)
}

// Reading is the first call, in the order of the source, by which a function, or one that it gives the reader to,
// reads; nil: none is seen.
func Reading(reader ssa.Value, in *Package) *ssa.Call {
	return reading(reader, in, maxCalls)
}

func reading(reader ssa.Value, in *Package, depth int) *ssa.Call {
	v := newView(in, depth)
	v.follow(reader, false)
	var first *ssa.Call
	for c := range v.uses {
		if first == nil || c.Pos() < first.Pos() {
			first = c
		}
	}
	if first == nil {
		return nil
	}
	f := first.Call.StaticCallee()
	if k := slices.IndexFunc(first.Call.Args, v.is); f != nil && in.Own(f) && depth > 0 && k >= 0 && k < len(f.Params) {
		return reading(f.Params[k], in, depth-1)
	}
	return first
}

// newView has seen nothing yet.
func newView(in *Package, depth int) *view {
	return &view{
		in: in, depth: depth, held: map[ssa.Value]bool{}, wrapped: map[ssa.Value]bool{}, limited: map[ssa.Value]bool{},
		uses: map[*ssa.Call]use{},
	}
}

func left(reader ssa.Value, after ssa.Instruction, in *Package, depth int) *Leaving {
	if after != nil {
		return findLeft(reader, after, in, depth)
	}
	q := question{reader, depth}
	found, ok := in.known[q]
	if !ok {
		if in.known == nil {
			in.known = map[question]*Leaving{}
		}
		found = findLeft(reader, nil, in, depth)
		in.known[q] = found
	}
	return found
}

func findLeft(reader ssa.Value, after ssa.Instruction, in *Package, depth int) *Leaving {
	v := newView(in, depth)
	v.follow(reader, false)
	if v.away {
		return nil
	}
	fn := reader.Parent()
	if after == nil {
		return v.walk(fn.Blocks[0], 0)
	}
	return v.walk(after.Block(), slices.Index(after.Block().Instrs, after)+1)
}

// follow notes a value of the reader, or of what reads from it, and looks at its uses (P1, P2).
func (v *view) follow(x ssa.Value, wrapped bool) {
	if v.held[x] || v.wrapped[x] || x.Referrers() == nil {
		return
	}
	if wrapped {
		v.wrapped[x] = true
	} else {
		v.held[x] = true
	}
	for _, i := range *x.Referrers() {
		switch i := i.(type) {
		case *ssa.DebugRef, *ssa.BinOp, *ssa.If:
		case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi:
			v.limit(i.(ssa.Value), x)
			v.follow(i.(ssa.Value), wrapped)
		case *ssa.Extract:
			if !place.IsError(i.Type()) {
				v.limit(i, x)
				v.follow(i, wrapped)
			}
		case *ssa.FieldAddr:
			v.away = v.away || !wrapped
		case *ssa.Call:
			v.call(i, x, wrapped)
		default: // it is stored, sent, returned, captured or asserted; called later or in a goroutine
			v.away = true
		}
	}
}

// limit notes that a value has a limit as another one has.
func (v *view) limit(x, as ssa.Value) {
	if v.limited[as] {
		v.limited[x] = true
	}
}

// call looks at one call that a value is given to, or whose method it is.
func (v *view) call(c *ssa.Call, x ssa.Value, wrapped bool) {
	method := methodOf(c, x)
	switch {
	case method == "Close" || method == "CloseWithError":
		if !wrapped {
			v.use(c, drains) // (P5)
			v.away = v.away || v.closedBy(c)
		}
		return
	case method == "ReadAll" || method == "WriteTo":
		v.drain(c, x)
		return
	case method != "":
		if mayFail(c) || truth(c) {
			v.use(c, reads)
		}
		return
	case !wrapped && closable(c, x):
		v.away = true
		return
	}
	f := c.Call.StaticCallee()
	switch {
	case c.Call.IsInvoke():
		v.implemented(c, x)
	case f == nil:
		v.use(c, given)
	case v.in.Own(f):
		v.look(c, f, x)
	case taking[pathOf(f)]:
		v.away = true
	case all[f.String()]:
		v.drain(c, x)
	case copies[f.String()] && endless(c.Call.Args[0]):
		v.drain(c, x)
	case copies[f.String()] && v.limited[x]:
		v.use(c, taken)
	case part[f.String()]:
		v.use(c, reads)
	case makes[f.Name()] || strings.HasPrefix(f.Name(), "New"):
		if v.limit(c, x); f.String() == "io.LimitReader" {
			v.limited[c] = true
		}
		v.follow(c, true)
	default:
		v.use(c, given)
	}
}

// drain notes a call that reads all there is, up to the limit if there is one (P6).
func (v *view) drain(c *ssa.Call, x ssa.Value) {
	if v.limited[x] {
		v.use(c, reads)
	} else {
		v.use(c, drains)
	}
}

// use notes what a call does; what it does at best counts.
func (v *view) use(c *ssa.Call, u use) {
	if old, ok := v.uses[c]; !ok || u < old {
		v.uses[c] = u
	}
}

// is reports whether a value is the reader, or reads from it.
func (v *view) is(x ssa.Value) bool { return v.held[x] || v.wrapped[x] }

// look asks a function of the package what it does with its parameter.
func (v *view) look(c *ssa.Call, f *ssa.Function, x ssa.Value) {
	k := slices.Index(c.Call.Args, x)
	if v.depth == 0 || f.Blocks == nil || k < 0 || k >= len(f.Params) || asserts(f.Params[k]) {
		v.away = true
	} else if left(f.Params[k], nil, v.in, v.depth-1) != nil {
		v.use(c, leaves)
	} else {
		v.use(c, drains)
	}
}

// implemented asks the package's implementations of a method what they do with an argument.
func (v *view) implemented(c *ssa.Call, x ssa.Value) {
	k := slices.Index(c.Call.Args, x) + 1 // behind the receiver
	t, ok := c.Call.Value.Type().Underlying().(*types.Interface)
	some, leaving := false, false
	for _, f := range v.in.Funcs {
		r := f.Signature.Recv()
		if !ok || r == nil || f.Name() != c.Call.Method.Name() || k >= len(f.Params) || !types.Implements(r.Type(), t) {
			continue
		}
		some = true
		if f.Blocks == nil || asserts(f.Params[k]) {
			v.away = true
			return
		}
		leaving = leaving || v.depth > 0 && left(f.Params[k], nil, v.in, v.depth-1) != nil
	}
	switch {
	case !some:
		v.away = true
	case leaving:
		v.use(c, leaves)
	default:
		v.use(c, drains)
	}
}

// asserts reports whether a function asks what a parameter holds: it may close it.
func asserts(p *ssa.Parameter) bool {
	return slices.ContainsFunc(*p.Referrers(), func(i ssa.Instruction) bool { _, ok := i.(*ssa.TypeAssert); return ok })
}

// A state is how far a way has come.
type state struct {
	block  *ssa.BasicBlock // where it goes on
	part   bool            // a part of the reader was read
	asked  *ssa.Call       // somebody else has been given it, and nobody has looked yet whether it failed
	failed bool            // somebody else has left it
}

// walk goes all ways from an instruction of a block on, and returns the first return that leaves the reader (P3, P4).
func (v *view) walk(b *ssa.BasicBlock, from int) *Leaving {
	var found *Leaving
	seen := map[state]bool{}
	work := []state{{block: b}}
	for first := true; len(work) > 0; first = false {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if !first && seen[s] {
			continue
		}
		seen[s] = true
		if !first {
			from = 0
		}
		ended := false
		for _, i := range s.block.Instrs[from:] {
			if c, ok := i.(*ssa.Call); ok {
				ended = ended || v.step(&s, c)
			}
			ret, ok := i.(*ssa.Return)
			if ok && !ended && ret.Pos().IsValid() && (found == nil || found.Read) {
				found = &Leaving{At: ret, Read: s.part && !s.failed && s.asked == nil}
			}
		}
		if ended || found != nil && !found.Read {
			continue
		}
		for k, to := range s.block.Succs {
			if next, ok := v.edge(s, k); ok {
				next.block = to
				work = append(work, next)
			}
		}
	}
	return found
}

// closedBy reports whether a branch on something else than an error decides, behind where the reader is made, that it
// is closed: it may be the other half of a test that was made before (P5).
func (v *view) closedBy(c *ssa.Call) bool {
	made := func(b *ssa.BasicBlock) bool {
		return slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool {
			x, ok := i.(ssa.Value)
			return ok && v.held[x]
		})
	}
	for b := c.Block(); !made(b) && b.Idom() != nil; {
		b = b.Idom()
		if len(b.Succs) == 2 && branch.Failure(b, 0) == nil && branch.Failure(b, 1) == nil {
			return true
		}
	}
	return false
}

// step goes over a call and reports whether the reader has come to its end by it.
func (v *view) step(s *state, c *ssa.Call) (ended bool) {
	switch v.uses[c] {
	case drains:
		return true
	case reads:
		s.part = true
	case taken:
		s.part, s.asked = true, c
	case given:
		if !mayFail(c) {
			return true
		}
		s.asked = c
	case leaves:
		if s.asked = c; !mayFail(c) {
			s.failed = true
		}
	}
	return false
}

// edge is the state on an edge; not ok: the reader has come to its end there.
func (v *view) edge(s state, k int) (state, bool) {
	b := s.block
	if c := v.callOf(branch.Failure(b, k)); c != nil {
		switch v.uses[c] {
		case reads, drains:
			return s, false
		case taken, given, leaves:
			s.asked, s.failed = nil, true
		}
		return s, v.uses[c] != 0 || !v.makesReader(c)
	}
	if len(b.Succs) == 2 {
		c := v.callOf(branch.Failure(b, 1-k))
		if c != nil && (v.uses[c] == given || v.uses[c] == leaves) {
			return s, false
		}
		if c != nil && v.uses[c] == taken {
			s.asked = nil
		}
	}
	cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok {
		return s, true
	}
	x, sense := branch.Positive(cond.Cond)
	value := sense == (k == 0)
	switch x := x.(type) {
	case *ssa.Call: // "for scanner.Scan()"; "errors.Is(err, io.EOF)"
		if v.uses[x] == reads && truth(x) {
			return s, value
		}
		if f := x.Call.StaticCallee(); f != nil && f.String() == "errors.Is" && v.callOf(x.Call.Args[0]) != nil {
			return s, !value
		}
	case *ssa.BinOp: // "err == io.EOF"
		if (x.Op == token.EQL || x.Op == token.NEQ) && !place.IsNil(x.X) && !place.IsNil(x.Y) && v.callOf(x.X) != nil {
			return s, value != (x.Op == token.EQL)
		}
	case *ssa.Extract:
		if c, ok := x.Tuple.(*ssa.Call); ok && v.uses[c] == reads {
			return s, value
		}
	}
	return s, true
}

// callOf is the call whose error a value is, if it has to do with the reader.
func (v *view) callOf(err ssa.Value) *ssa.Call {
	if x, ok := err.(*ssa.Extract); ok {
		err = x.Tuple
	}
	c, ok := err.(*ssa.Call)
	if !ok || v.uses[c] == 0 && !v.makesReader(c) {
		return nil
	}
	return c
}

// makesReader reports whether a call has returned the reader, or something that reads from it.
func (v *view) makesReader(c *ssa.Call) bool {
	return v.is(c) || slices.ContainsFunc(*c.Referrers(), func(i ssa.Instruction) bool {
		x, ok := i.(*ssa.Extract)
		return ok && v.is(x)
	})
}

// methodOf is the method of a value that a call is of; empty if it is no such.
func methodOf(c *ssa.Call, x ssa.Value) string {
	if c.Call.IsInvoke() {
		if c.Call.Value == x {
			return c.Call.Method.Name()
		}
		return ""
	}
	f := c.Call.StaticCallee()
	if f != nil && f.Signature.Recv() != nil && c.Call.Args[0] == x {
		return f.Name()
	}
	return ""
}

// closable reports whether a call is given a value as something that can be closed, or as anything.
func closable(c *ssa.Call, x ssa.Value) bool {
	for _, a := range c.Call.Args {
		if a != x {
			continue
		}
		t, ok := a.Type().Underlying().(*types.Interface)
		if !ok || t.NumMethods() == 0 {
			return true
		}
		for k := range t.NumMethods() {
			if t.Method(k).Name() == "Close" {
				return true
			}
		}
	}
	return false
}

// mayFail reports whether the last result of a call is an error.
func mayFail(c *ssa.Call) bool {
	r := c.Call.Signature().Results()
	return r.Len() > 0 && place.IsError(r.At(r.Len()-1).Type())
}

// truth reports whether a call has one result, which is a truth value.
func truth(c *ssa.Call) bool {
	r := c.Call.Signature().Results()
	return r.Len() == 1 && place.IsBool(r.At(0).Type())
}

// pathOf is the package of a function.
func pathOf(f *ssa.Function) string {
	if f.Pkg == nil {
		return ""
	}
	return f.Pkg.Pkg.Path()
}

// taking are packages that close what they are given to read.
var taking = map[string]bool{"net/http": true, "os/exec": true, "net/http/httptest": true, "net/http/httputil": true}

// Through is the first method call of what a constructor makes, which does what it was given something for; other calls
// are it themselves.
func Through(c *ssa.Call) *ssa.Call {
	if calls, _ := made(c); len(calls) > 0 {
		return calls[0]
	}
	return c
}

// OnlyCall is the method call that is all that is done with what a constructor makes; nil: it is no constructor, or
// more is done.
func OnlyCall(c *ssa.Call) *ssa.Call {
	if calls, more := made(c); len(calls) == 1 && !more {
		return calls[0]
	}
	return nil
}

// made is what is done with what a constructor makes: calls of its methods, and whether others are given it.
func made(c *ssa.Call) (calls []*ssa.Call, more bool) {
	f := c.Call.StaticCallee()
	if f == nil || !strings.HasPrefix(f.Name(), "New") {
		return nil, true
	}
	values := []ssa.Value{c}
	for _, i := range *c.Referrers() {
		if x, ok := i.(*ssa.Extract); ok && x.Index == 0 {
			values = append(values, x)
		}
	}
	for _, m := range values {
		for _, i := range *m.Referrers() {
			switch x := i.(type) {
			case *ssa.DebugRef, *ssa.Extract:
			case *ssa.Call:
				if methodOf(x, m) == "" {
					more = true
					continue
				}
				calls = append(calls, x)
			default:
				more = true
			}
		}
	}
	return calls, more
}

// all are functions that read all there is.
var all = map[string]bool{"io.ReadAll": true, "io/ioutil.ReadAll": true, "(*bytes.Buffer).ReadFrom": true}

// copies are functions that read all there is, unless what they write to fails.
var copies = map[string]bool{"io.Copy": true, "io.CopyBuffer": true}

// endless reports whether writing to something never fails: memory, a hash, io.Discard.
func endless(w ssa.Value) bool {
	switch x := w.(type) {
	case *ssa.MakeInterface:
		return place.IsNamed(x.X.Type(), "bytes", "Buffer") || place.IsNamed(x.X.Type(), "strings", "Builder")
	case *ssa.ChangeInterface:
		return place.IsNamed(x.X.Type(), "hash", "Hash")
	case *ssa.UnOp:
		g, ok := x.X.(*ssa.Global)
		return ok && g.String() == "io.Discard"
	}
	return false
}

// part are functions that read a part of what there is.
var part = map[string]bool{
	"io.ReadFull": true, "io.ReadAtLeast": true, "encoding/binary.Read": true, "io.CopyN": true,
}

// makes are constructors that are not called New.
var makes = map[string]bool{"LimitReader": true, "TeeReader": true, "MultiReader": true, "NopCloser": true}

// This file is the pass, and what later passes may ask.

package spawn

import (
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/internal/cond"
	"github.com/syncvet/syncvet/passes/locks"
	"github.com/syncvet/syncvet/passes/source"
)

// Analyzer reduces functions to their synchronisation.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetspawn",
	Doc:        "reduce functions to their synchronisation for the syncvet passes",
	Requires:   []*analysis.Analyzer{locks.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the spawn section of a package.
type Fact struct {
	Blob []byte // archive of facts.Spawn
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "spawn" }

// A Result answers for the functions of one package.
type Result struct {
	*pack
	bodies []*skeleton // by own unit, nil where nothing was extracted
}

func run(pass *analysis.Pass) (any, error) {
	l := pass.ResultOf[locks.Analyzer].(*locks.Result)
	src := l.Flow.Source
	src.AttachImports(facts.SectionSpawn, func(p *types.Package) []byte {
		var f Fact
		pass.ImportPackageFact(p, &f)
		return f.Blob
	})
	r := &Result{pack: newPack(l), bodies: make([]*skeleton, len(src.Funcs))}
	b := src.NewBuilder(facts.SectionSpawn)
	for i := range src.Funcs {
		src.Contain("spawn", i, func() { r.extract(b, i) })
	}
	source.Export(pass, &Fact{Blob: src.Publish(facts.SectionSpawn, b)})
	return r, nil
}

// extract makes one unit's skeleton.
func (r *Result) extract(b *facts.Builder, i int) {
	f := r.flow.Flow(i)
	if f == nil {
		return
	}
	if c := r.src.Client(i); c != nil {
		r.client(b, i, c, f)
		return
	}
	fn := r.src.Funcs[i]
	k := newSkeleton(r.pack, fn)
	r.owned[i] = ownership.Analyze(r.flow, fn)
	k.build()
	r.bodies[i] = k
	sites := &siteFinder{r: r.pack, fn: fn, graph: k.graph}
	s := facts.Spawn{
		Calls:    make([]facts.PointID, len(f.Calls)),
		Exits:    k.exits,
		Failed:   failed(k.ways),
		Sites:    sites.sites(f),
		Owned:    r.callOwns(fn),
		Flag:     r.getter(fn),
		Awaits:   r.ended.Awaits(fn),
		Outcomes: k.ways.outcomes(),
		Counts:   k.collected.Received,
		Apart:    k.apart(),
		Inputs:   k.inputs(),
		Settled:  k.cond.Agreements(),
		Starts:   sites.counts(f, k.rounds, &k.collected),
	}
	plain := len(k.all) == 1 && len(k.exits) > 0 && len(s.Sites)+len(s.Owned) == 0
	if plain && !fixed(fn, s.Outcomes) {
		return
	}
	out := b.Unit(i)
	for p := range k.all {
		s.Points = append(s.Points, r.encode(out, &k.all[p]))
	}
	k.placeCalls(s.Calls)
	out.Done(s.Encode())
}

// fixed reports whether an error or a truth value that a function returns is the same at all exits (E27).
func fixed(fn *ssa.Function, outcomes []facts.Outcome) bool {
	results := fn.Signature.Results()
	return slices.ContainsFunc(outcomes, func(o facts.Outcome) bool {
		t := results.At(int(o.Number) / 2).Type()
		return len(o.Points)+len(o.Passed) == 0 && (place.IsError(t) || place.IsBool(t))
	})
}

// encode writes a point.
func (r *pack) encode(out *facts.UnitBuilder, p *point) facts.Point {
	e := p.event.Event
	file, line, col := r.src.Position(p.event.pos)
	if e.Op != facts.EventNone {
		e.Name, e.Pos = out.Ref(p.event.name), out.Pos(file, line, col)
	}
	return facts.Point{Preds: p.preds, Event: e}
}

// Points are the regions in which an instruction takes effect: one, for a deferred call those at which it may run, none
// if it is never reached.
func (r *Result) Points(instr ssa.Instruction) []facts.PointID {
	i, ok := r.src.UnitOf(instr.Parent())
	if !ok || r.bodies[i] == nil || r.bodies[i].fn != instr.Parent() {
		return nil
	}
	if d, ok := instr.(*ssa.Defer); ok {
		return r.bodies[i].runs[d]
	}
	if c, ok := instr.(*ssa.Call); ok && len(r.bodies[i].runs[c]) > 0 {
		return r.bodies[i].runs[c]
	}
	if p, ok := r.bodies[i].before(instr); ok {
		return []facts.PointID{p}
	}
	return nil
}

// body is the skeleton of a function; nil if it has none.
func (r *Result) body(fn *ssa.Function) *skeleton {
	if i, ok := r.src.UnitOf(fn); ok && i < len(r.bodies) {
		return r.bodies[i]
	}
	return nil
}

// Waits reports whether an instruction waits for goroutines: for a WaitGroup or the like, or for a message that says
// nothing but that it came; or calls by name a function that does so on every way to its return.
func (r *Result) Waits(instr ssa.Instruction) bool { return r.talk.Waits(instr) }

// Decided lists the conditions of a function that have numbers: what branches test, and whether control came to a defer
// statement.
func (r *Result) Decided(fn *ssa.Function) []cond.Decided {
	if k := r.body(fn); k != nil {
		return k.cond.Decided()
	}
	return nil
}

// Counted are the numbers of rounds and goroutines of a function that are no constants, in the order of their
// numbers, from one.
func (r *Result) Counted(fn *ssa.Function) []ssa.Value {
	if k := r.body(fn); k != nil {
		return k.rounds.Values()
	}
	return nil
}

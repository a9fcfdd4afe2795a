// This file is the pass, and what later passes may ask.

package spawn

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/ownership"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/internal/flags"
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
	Locks *locks.Result

	flow     *flow.Result
	src      *source.Result
	bodies   []*skeleton              // by own unit, nil where nothing was extracted
	owned    []*ownership.Result      // by own unit, nil where nothing is owned
	agreed   map[*ssa.Function]agreed // by outermost function
	flags    *flags.Flags             // nil until asked for
	talks    map[*ssa.Function]bool   // whether a function communicates, itself or by calls; those asked about
	counters map[flags.Variable]bool  // that something is added to; nil until asked for
	lasts    map[flags.Variable]bool  // counts whose end is tested by who moves them; nil until asked for
	awaited  map[flags.Variable]bool  // counts that are waited for with a Cond; nil until asked for
	starting *starts                  // nil until asked for
	// slices and maps of the package's variables, by what is done to them; nil until asked for
	collected map[flags.Variable]change
}

func run(pass *analysis.Pass) (any, error) {
	l := pass.ResultOf[locks.Analyzer].(*locks.Result)
	src := l.Flow.Source
	src.AttachImports(facts.SectionSpawn, func(p *types.Package) []byte {
		var f Fact
		pass.ImportPackageFact(p, &f)
		return f.Blob
	})
	n := len(src.Funcs)
	r := &Result{Locks: l, flow: l.Flow, src: src, bodies: make([]*skeleton, n), owned: make([]*ownership.Result, n),
		agreed: map[*ssa.Function]agreed{}, talks: map[*ssa.Function]bool{}}
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
	k := newSkeleton(r, fn)
	r.owned[i] = ownership.Analyze(r.flow, fn)
	k.build()
	r.bodies[i] = k
	s := facts.Spawn{
		Calls:    make([]facts.PointID, len(f.Calls)),
		Exits:    k.exits,
		Failed:   failed(k),
		Sites:    k.sites(f),
		Owned:    r.callOwns(fn),
		Flag:     r.getter(fn),
		Outcomes: k.outcomes(),
		Counts:   k.received,
		Apart:    k.apart(),
		Settled:  k.agreements(),
		Starts:   k.starts(f),
	}
	plain := len(k.points) == 1 && len(k.exits) > 0 && len(s.Sites)+len(s.Owned) == 0
	if plain {
		return
	}
	out := b.Unit(i)
	for p := range k.points {
		s.Points = append(s.Points, r.encode(out, &k.points[p]))
	}
	k.placeCalls(s.Calls)
	out.Done(s.Encode())
}

// encode writes a point.
func (r *Result) encode(out *facts.UnitBuilder, p *point) facts.Point {
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
	if p, ok := r.bodies[i].before(instr); ok {
		return []facts.PointID{p}
	}
	return nil
}

// Owned reports whether what an operand of an instruction points to is owned at that moment. Nothing is for deferred
// calls: they run later.
func (r *Result) Owned(instr ssa.Instruction, v ssa.Value) ownership.Condition {
	i, ok := r.src.UnitOf(instr.Parent())
	if _, deferred := instr.(*ssa.Defer); !ok || deferred {
		return ownership.Condition{}
	}
	return r.owned[i].At(instr, v)
}

// Released reports whether what an operand of an instruction points to was passed on to others before.
func (r *Result) Released(instr ssa.Instruction, v ssa.Value) bool {
	i, ok := r.src.UnitOf(instr.Parent())
	return ok && r.owned[i].Released(instr, v)
}

// This file is the pass: sites, net effects, and what later passes may ask.

package locks

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/place"
	"github.com/syncvet/syncvet/passes/flow"
	"github.com/syncvet/syncvet/passes/source"
)

// Analyzer finds mutex operations and held locks.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetlocks",
	Doc:        "find mutex operations for the syncvet passes",
	Requires:   []*analysis.Analyzer{flow.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the locks section of a package.
type Fact struct {
	Blob []byte // archive of facts.Locks
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "locks" }

func run(pass *analysis.Pass) (any, error) {
	f := pass.ResultOf[flow.Analyzer].(*flow.Result)
	src := f.Source
	src.AttachImports(facts.SectionLocks, func(p *types.Package) []byte {
		var fact Fact
		pass.ImportPackageFact(p, &fact)
		return fact.Blob
	})
	r := &Result{
		Flow: f, Places: f.Places, releases: map[*ssa.Function]bool{},
		units: make([]*unit, len(src.Funcs)), numbers: make([]*place.Numbers, len(src.Funcs)),
		bodies: map[types.Object]*ssa.Function{}, types: map[*types.Named]bool{},
	}
	for _, fn := range src.Funcs {
		if obj := fn.Object(); obj != nil && fn.Synthetic == "" {
			r.bodies[obj] = fn
		}
	}
	for i := range src.Funcs {
		src.Contain("locks", i, func() { r.findSites(i) })
	}
	b := src.NewBuilder(facts.SectionLocks)
	for i, u := range r.units {
		if u != nil {
			src.Contain("locks", i, func() { u.hold(r.MayRelease) })
		}
	}
	for i, u := range r.units {
		src.Contain("locks", i, func() { r.finish(b, i, u) })
	}
	source.Export(pass, &Fact{Blob: src.Publish(facts.SectionLocks, b)})
	return r, nil
}

// finish finds what is held where, and writes the unit.
func (r *Result) finish(b *facts.Builder, i int, u *unit) {
	var l facts.Locks
	fn := r.Flow.Source.Funcs[i]
	if own, ok := r.Flow.Source.UnitOf(fn); ok && own == i && r.bodies[fn.Object()] == fn {
		l.Declares, l.Outcome = r.declares(fn)
	}
	if u == nil && l.Declares == 0 {
		return
	}
	out := b.Unit(i)
	defer func() { out.Done(l.Encode()) }()
	if u == nil {
		return
	}
	u.sort(r.Places)
	for k := range u.sites {
		l.Sites = append(l.Sites, r.encode(out, &u.sites[k]))
	}
	for _, s := range u.net() {
		l.Net = append(l.Net, facts.NetLock{Site: s})
	}
}

// encode writes a site.
func (r *Result) encode(out *facts.UnitBuilder, s *Site) facts.LockSite {
	file, line, col := r.Flow.Source.Position(s.Instr.Pos())
	return facts.LockSite{
		Op: s.Op, Addr: s.addr, Off: s.off, Box: s.box, Name: out.Ref(s.Name), Base: s.base, Pos: out.Pos(file, line, col),
		Try: s.Try, Sort: s.sorted, Unlike: s.unlike, Rank: s.rank,
	}
}

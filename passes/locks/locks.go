// This file is the pass: sites, net effects, and what later passes may ask.

package locks

import (
	"go/types"
	"reflect"
	"slices"

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

// A Result answers for the functions of one package.
type Result struct {
	Flow   *flow.Result
	Places *place.Package // names and stable places, shared with the later passes

	units    []*unit                // by own unit, nil for units without mutex operations
	numbers  []*place.Numbers       // by own unit, nil until asked for
	releases map[*ssa.Function]bool // memo of mayRelease
	bodies   map[types.Object]*ssa.Function
	types    map[*types.Named]bool // memo of declared
}

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
			src.Contain("locks", i, func() { u.hold(r.mayRelease) })
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
		Op: s.Op, Addr: s.addr, Off: s.off, Name: out.Ref(s.Name), Base: s.base, Pos: out.Pos(file, line, col),
		Try: s.Try, Sort: s.sorted, Unlike: s.unlike,
	}
}

// unit is the unit of a function that has mutex operations, else nil.
func (r *Result) unit(fn *ssa.Function) *unit {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok || r.units[i] == nil || r.units[i].fn != fn {
		return nil
	}
	return r.units[i]
}

// Site is the index into Locks.Sites of a mutex operation; false for all other calls.
func (r *Result) Site(instr ssa.CallInstruction) (uint32, bool) {
	u := r.unit(instr.Parent())
	if u == nil {
		return 0, false
	}
	s, ok := u.at[instr]
	return s, ok
}

// Held gives the sites whose locks are surely held just before an instruction, in increasing order. The caller must not
// change it.
func (r *Result) Held(instr ssa.Instruction) []uint32 {
	u := r.unit(instr.Parent())
	if u == nil {
		return nil
	}
	return u.before(instr)
}

// Sometimes reports whether a lock is held just before an instruction on some ways there and not on others (K7).
func (r *Result) Sometimes(instr ssa.Instruction) bool {
	u := r.unit(instr.Parent())
	if u == nil {
		return false
	}
	if u.some == nil {
		u.some = u.sometimes()
	}
	return len(u.some.before(instr)) > len(u.before(instr))
}

// Base is the base number of a site, as facts.LockSite has it.
func (r *Result) Base(fn *ssa.Function, site uint32) uint32 { return r.unit(fn).sites[site].base }

// Number is the number of the base pointer of an address.
func (r *Result) Number(fn *ssa.Function, addr ssa.Value) uint32 {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok {
		return 0
	}
	return r.numbersOf(i).Base(addr)
}

// Deps are the instructions that make a number of a function mean another pointer when they are executed again.
func (r *Result) Deps(fn *ssa.Function, number uint32) []ssa.Instruction {
	i, ok := r.Flow.Source.UnitOf(fn)
	if !ok {
		return nil
	}
	return r.numbersOf(i).Deps(number)
}

func (r *Result) numbersOf(i int) *place.Numbers {
	if r.numbers[i] == nil {
		r.numbers[i] = place.NewNumbers(r.Places)
	}
	return r.numbers[i]
}

// Locks reports whether some function of the package operates on a mutex.
func (r *Result) Locks() bool {
	return slices.ContainsFunc(r.units, func(u *unit) bool { return u != nil })
}

// Sites are the mutex operations of a function, in the order of Locks.Sites. The caller must not change them.
func (r *Result) Sites(fn *ssa.Function) []Site {
	if u := r.unit(fn); u != nil {
		return u.sites
	}
	return nil
}

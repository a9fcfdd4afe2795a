// This file is the pass: its phases, and what later passes may ask about values and calls.

package flow

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
)

// Analyzer extracts the pointer flow of each function.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetflow",
	Doc:        "extract pointer flow for the syncvet passes",
	Requires:   []*analysis.Analyzer{source.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the flow section of a package.
type Fact struct {
	Blob []byte // archive of facts.Flow
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "flow" }

// A Result answers for the functions of one package.
type Result struct {
	*pack
	bodies    []*caller              // by own unit, nil where nothing was extracted
	summaries map[int]*escapeSummary // escape summaries (L11), by own unit
	flows     []*facts.Flow          // by own unit
}

func run(pass *analysis.Pass) (any, error) {
	src := pass.ResultOf[source.Analyzer].(*source.Result)
	src.AttachImports(facts.SectionFlow, func(p *types.Package) []byte {
		var f Fact
		pass.ImportPackageFact(p, &f)
		return f.Blob
	})
	n := len(src.Funcs)
	r := &Result{
		pack: newPack(src), bodies: make([]*caller, n), summaries: map[int]*escapeSummary{}, flows: make([]*facts.Flow, n),
	}
	b := src.NewBuilder(facts.SectionFlow)
	for i := range src.Funcs {
		src.Contain("flow", i, func() { r.extract(b, i) })
	}
	source.Export(pass, &Fact{Blob: src.Publish(facts.SectionFlow, b)})
	return r, nil
}

// extract makes one unit's flow. Effect-free and opaque units have none.
func (r *Result) extract(b *facts.Builder, i int) {
	u := &r.Source.Pkg.Source.Units[i]
	if u.Flags&(facts.EffectFree|facts.Opaque|facts.Degraded) != 0 {
		return
	}
	g := newCaller(r.pack, r.Source.Funcs[i])
	if u.Flags&facts.Root != 0 {
		(&clientBody{g.system}).make(r.Source.Client(i))
	} else {
		(&visitor{g}).extract()
	}
	g.simplify()
	unit := b.Unit(i)
	f := g.flow(unit)
	if u.Flags&facts.Root == 0 {
		f.Fresh, f.Escapes = r.summary(i).fresh, r.summary(i).escapes
	}
	unit.Done(f.Encode())
	r.bodies[i], r.flows[i] = g, f
}

// Flow is own unit i's pointer flow, nil where nothing was extracted.
func (r *Result) Flow(i int) *facts.Flow { return r.flows[i] }

// body is what was extracted from a function, nil if nothing was.
func (r *Result) body(fn *ssa.Function) *caller {
	if i, ok := r.Source.UnitOf(fn); ok && r.bodies[i] != nil && r.bodies[i].fn == fn {
		return r.bodies[i]
	}
	return nil
}

// Addr is where an address value points: slot off past each address in n. It is false when nothing can point there: the
// address is nil, or of a contained variable.
func (r *Result) Addr(fn *ssa.Function, v ssa.Value) (n facts.Node, off uint32, ok bool) {
	g := r.body(fn)
	if g == nil {
		return 0, 0, false
	}
	g.frozen = true
	a := g.addr(v)
	n = g.final(a.base)
	return n, a.off, n != 0
}

// Local is the contained variable in which an address lies, and the slots from its start to there; nil if it is none,
// or if slots are not told apart there.
func (r *Result) Local(fn *ssa.Function, v ssa.Value) (a *ssa.Alloc, off uint32) {
	g := r.body(fn)
	if g == nil {
		return nil, 0
	}
	g.frozen = true
	if p := g.addr(v); !p.collapsed {
		return p.local, p.off
	}
	return nil, 0
}

// StoresInto are the stores into a contained variable of a function, whole or in part.
func (r *Result) StoresInto(fn *ssa.Function, a *ssa.Alloc) []*ssa.Store {
	if g := r.body(fn); g != nil {
		return g.storesInto(a)
	}
	return nil
}

// Value is the node of a value's slot, zero if it holds no pointer or nobody needs it.
func (r *Result) Value(fn *ssa.Function, v ssa.Value, slot int) facts.Node {
	g := r.body(fn)
	if g == nil {
		return 0
	}
	g.frozen = true
	return g.final(g.node(v, slot))
}

// Calls are the indices into Flow.Calls of the calls that an instruction makes: none for inert and modelled functions
// without callbacks, several for models with several callbacks.
func (r *Result) Calls(fn *ssa.Function, instr ssa.CallInstruction) []int {
	if g := r.body(fn); g != nil {
		return g.callsOf[instr]
	}
	return nil
}

// Obj is the index into Flow.Objs of an allocation.
func (r *Result) Obj(fn *ssa.Function, v ssa.Value) (int, bool) {
	if g := r.body(fn); g != nil {
		if i, ok := g.objOf[v]; ok {
			return g.objNum[i], g.objNum[i] >= 0
		}
	}
	return 0, false
}

// Group is the pseudo object that stands for the goroutines a modelled call starts and joins before it returns
// (models.Run.Joined); zero for other calls.
func (r *Result) Group(fn *ssa.Function, instr ssa.CallInstruction) facts.Node {
	if g := r.body(fn); g != nil {
		return g.final(g.models.groups[instr])
	}
	return 0
}

// Fresh tells which results of a function are new and unpublished objects (bit i: result i).
func (r *Result) Fresh(fn *ssa.Function) uint64 { return r.summaryOf(fn).fresh }

// Escapes tells which parameters of a function may be published (bit i: parameter i, the receiver is 0).
func (r *Result) Escapes(fn *ssa.Function) uint64 { return r.summaryOf(fn).escapes }

// Parts lists what a call reads of the operands that it prints or encodes.
func (r *Result) Parts(fn *ssa.Function, instr ssa.CallInstruction) []Part {
	g := r.body(fn)
	if g == nil {
		return nil
	}
	var list []Part
	for _, p := range g.models.shown[instr] {
		x := p.Part
		if x.Node = g.final(p.base); x.Node != 0 {
			list = append(list, x)
		}
	}
	return list
}

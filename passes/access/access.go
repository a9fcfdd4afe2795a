// This file is the pass.

package access

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/passes/source"
	"github.com/syncvet/syncvet/passes/spawn"
)

// Analyzer finds reads and writes.
var Analyzer = &analysis.Analyzer{
	Name:       "syncvetaccess",
	Doc:        "find reads and writes of shared memory for the syncvet passes",
	Requires:   []*analysis.Analyzer{spawn.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact is the access section of a package.
type Fact struct {
	Blob []byte // archive of facts.Accesses
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "access" }

// A Result hands on the package with all its sections.
type Result struct {
	*pack
	Merged []ElementMerged // accesses of the package that others stand for, in the order of the source
}

func run(pass *analysis.Pass) (any, error) {
	s := pass.ResultOf[spawn.Analyzer].(*spawn.Result)
	r := &Result{pack: newPack(s)}
	r.Source.AttachImports(facts.SectionAccess, func(p *types.Package) []byte {
		var f Fact
		pass.ImportPackageFact(p, &f)
		return f.Blob
	})
	all := make([]*collector, len(r.Source.Funcs))
	for i := range all {
		r.Source.Contain("access", i, func() { all[i] = r.extract(i) })
	}
	r.dropUnasked(all)
	b := r.Source.NewBuilder(facts.SectionAccess)
	for i, c := range all {
		if c != nil {
			c.write(b.Unit(i))
			r.Merged = append(r.Merged, c.merged...)
		}
	}
	source.Export(pass, &Fact{Blob: r.Source.Publish(facts.SectionAccess, b)})
	return r, nil
}

// extract finds one unit's accesses; nil if it has nothing to say.
func (r *Result) extract(i int) *collector {
	flags := r.Source.Pkg.Source.Units[i].Flags
	if r.flow.Flow(i) == nil || flags&facts.Root != 0 {
		return nil
	}
	c := newCollector(r.pack, r.Source.Funcs[i], r.flow.Flow(i).Calls)
	if flags&facts.Init != 0 {
		c.flags = facts.AccessInit
	}
	for _, b := range c.fn.Blocks {
		for _, instr := range b.Instrs {
			c.visit(instr)
		}
	}
	c.addConditions(&c.out)
	c.numbers.add(&c.out)
	return c
}

// This file is what the pass finds out: the units of a package, and what later passes ask about them.

package source

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

// A Fact is the source section of a package.
type Fact struct {
	Blob []byte // facts.Source, encoded
}

// AFact marks the type as a fact.
func (*Fact) AFact() {}

func (*Fact) String() string { return "source" }

// A Result is what the later passes work on.
type Result struct {
	Pkg     *facts.Package   // the package analysed: Source set, other sections attached as the passes finish
	Imports []*facts.Package // direct imports that have facts, by path
	Funcs   []*ssa.Function  // own units; for Root units the first exported function that is called
	Carried []Carried        // units Pkg.Source.Own and up are copies of these
	Layout  *Layout          // slots of types

	User      *models.User // rows that the user has added; nil: none
	Malformed []Malformed  // comments that are meant for us and not understood

	set        *settings                         // of the process
	pass       *analysis.Pass                    // the driver's
	ssa        *ssa.Package                      // the package in SSA form
	path       string                            // of the package, without test variant
	index      map[*ssa.Function]int             // own units that are no roots
	symbols    map[*ssa.Function]facts.Symbol    // names given so far
	names      map[facts.Symbol]*ssa.Function    // own functions by name
	dispatched map[types.Type]bool               // see Dispatched
	types      *typeNames                        // canonical strings of types
	found      *foundTypes                       // method tables under construction
	imports    []*types.Package                  // parallel to Imports
	lookup     map[facts.Symbol]place            // units of imports by name, nil until first asked for
	table      map[facts.Symbol]*facts.Type      // method tables of imports, filled with lookup
	local      map[*ssa.Alloc]bool               // memo of Contained
	onlyRead   map[*ssa.Alloc]bool               // memo of OnlyRead
	scans      []scan                            // what each own unit does, by unit number
	rows       map[*types.Func]*models.Row       // memo of models.Lookup: full names are dear to make
	kept       []bool                            // by unit number
	clients    map[int]*Client                   // by number of their Root units
	going      map[*ssa.Function]bool            // what go statements start; nil until asked
	ordered    []orderedMethod                   // see InOrder
	blobs      [facts.SectionAcquires + 1][]byte // what is exported, by section
}

// settings are the pass's flags.
type settings struct {
	models string // in the form of .syncvet.yaml
	linter string // comments //nolint:linter are not ours; empty: all are
}

// A Carried says which unit of which import a carried unit is.
type Carried struct {
	Import int // index into Result.Imports
	Unit   int // of that import
}

// A scan is what one function does.
type scan struct {
	calls  []int                 // own units called statically, and closures made
	lent   []int                 // own methods called on this method's receiver
	uses   []facts.Symbol        // facts.Unit.Uses
	seen   map[facts.Symbol]bool // what is in uses
	weight uint32                // number of instructions
	flags  facts.UnitFlags       // Spawns, Syncs and EffectFree before closing
}

// A Client is what a Root unit does: it calls one exported function, or makes a value of a type and calls its methods.
type Client struct {
	Func    *ssa.Function   // called, if it is the client of a function, after the makers of its receiver
	Runs    bool            // what Func returns is called then (S15)
	Handles []*ssa.Function // methods that serve requests, each at a time as many as come: nothing else is called (S15)
	Type    *types.TypeName // otherwise: whose client it is; of a method with makers: its receiver's
	Makers  []Maker         // called one after the other; none: it takes a value like any other argument
	Starts  []*ssa.Function // methods that start goroutines, called then, one after the other
	Serving []*ssa.Function // methods that serve, called then, each from a goroutine of its own (S13)
	Methods []*ssa.Function // all methods, called then, each from a goroutine of its own; all on one receiver
	Derives []*ssa.Function // functions that return a context with a value, called with none; or nil
	Reads   []*ssa.Function // functions that look for values in one of these contexts, each in many goroutines
	Harness bool            // nothing starts a goroutine: the methods' goroutines overlap themselves and each other
	Promise bool            // the type's documentation promises that calls may overlap
	Demand  bool            // that of an interface which it implements does (S16)
}

// A Maker is an exported function, or method of another type, that returns a value of a type.
type Maker struct {
	Func   *ssa.Function // the function or method
	Result int           // which of its results
	Boxed  types.Type    // the pointer that lies inside an interface; nil if it is returned as what it is
	Of     *Client       // of a method: whose it is; nil for functions
}

// foundTypes are the method tables of the types met so far.
type foundTypes struct {
	index map[string]int      // by canonical name, into list
	list  []facts.Type        // in the order in which they were met
	empty map[types.Type]bool // types known to have no methods
}

// A Malformed comment is meant for us and not understood.
type Malformed struct {
	Pos  token.Pos // of the comment
	Text string    // what is wrong
}

// A place is a unit of an import.
type place struct {
	Carried             // where it is read
	unit    *facts.Unit // what the source section says of it
	own     bool        // the import's own unit, not carried there
}

// Additions are the rows that the user has added.
type additions struct{ *Result }

// Types is the package analysed, as the type checker knows it.
func (r *Result) Types() *types.Package { return r.pass.Pkg }

// contain runs f; a panic becomes a note and whatever f did not finish stays empty.
func (r *Result) contain(what string, f func()) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			r.Note("panic", fmt.Sprintf("%s: %s: %v", r.path, what, e))
			ok = false
		}
	}()
	f()
	return true
}

// Contain runs f for unit i. If it panics, a note is recorded and the unit is degraded.
func (r *Result) Contain(pass string, i int, f func()) {
	if !r.contain(pass+" "+r.Pkg.Source.Units[i].Sym.Name, f) {
		r.Pkg.Source.Units[i].Flags |= facts.Degraded
	}
}

// Note records a contained failure.
func (r *Result) Note(kind, text string) {
	r.Pkg.Source.Notes = append(r.Pkg.Source.Notes, facts.Note{Kind: kind, Text: text})
}

// Kept reports whether unit i is in the exported facts (S6).
func (r *Result) Kept(i int) bool { return i >= len(r.kept) || r.kept[i] }

// UnitOf is the own unit of a function or of its origin; false for functions of other packages.
func (r *Result) UnitOf(fn *ssa.Function) (int, bool) {
	i, ok := r.index[Origin(fn)]
	return i, ok
}

// Origin is the generic function of an instance or instantiation wrapper, and any other function itself.
func Origin(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		return o
	}
	return fn
}

// An orderedMethod is a method of one of the package's interfaces of which the documentation says that its callers must
// order it.
type orderedMethod struct {
	of   *types.Interface // the interface
	name string           // the method
}

// This file is the source section: the names and numbers that all other sections refer to.

package facts

// UnitFlags are properties of a unit that callers need without decoding it.
type UnitFlags uint32

// The unit flags.
const (
	Exported UnitFlags = 1 << iota // importers can name it: exported function, or method of an exported type
	Init                           // package initializer
	Test                           // TestXxx, BenchmarkXxx or FuzzXxx function of a test file
	TestMain                       // TestMain
	// synthesised client of an exported spawning function: allocates its arguments and calls it
	Root
	Main   // main.main
	Spawns // may start a goroutine, itself or through static calls and closures it makes
	Syncs  // may synchronise (locks, channels, WaitGroups, ...), itself or through static calls
	// touches no memory that others can see, does not synchronise, moves no pointer: calls of it are dropped
	EffectFree
	Opaque    // no body was seen (assembly, cgo, linkname): unknown
	Degraded  // the body was dropped: past the size cap, or its analysis failed
	Generated // stands in a generated file
	// small, and returns what it allocates or what it is given, or is given functions, interfaces with methods, or what
	// it synchronises by: gets a context per call site
	Cloneable
	InTest    // stands in a _test.go file
	Parallels // may call t.Parallel, itself or through static calls
	Synthetic // made by the SSA builder: wrapper, bound method, thunk
	// Root unit of a type: makes a value of it, then calls each method from a goroutine of its own
	Client
	// may call a function value or interface method, or have library code call one, itself or through static calls
	Dynamic
	// Client of a type that starts nothing: its methods are called by goroutines that overlap, as the type is evidently
	// meant for that
	Harness
	Promised // client of a type whose documentation says that it is safe for concurrent use
	Derived  // client of what a package keeps in contexts: several goroutines may have one
	Demanded // Promised, by the documentation of an interface that the type implements
)

// A Unit is one function as the source section sees it.
type Unit struct {
	Sym    Symbol    // its own symbol
	Flags  UnitFlags // see there
	Weight uint32    // rough size: number of SSA instructions; the carry is capped by the sum of weights
	Parent Symbol    // for closures: the enclosing function; zero otherwise
	// functions it may call or make values of, and types it puts into interfaces: what must be carried with it
	Uses []Symbol
	File Symbol // SymFile of its declaration
	Line uint32 // of its declaration
	// of an initialiser that may start goroutines: the initialisers of what its package imports, which have returned
	// before; of TestMain those, and its package's
	After []Symbol
}

// A Step leads from a receiver as the method set has it to the receiver the method wants: through embedded fields.
type Step struct {
	Load   bool   // dereference: the embedded field is a pointer
	Offset uint32 // slots to add before that
}

// A Method is one entry of a concrete type's method set, promoted ones included.
type Method struct {
	Name  Symbol // SymMethod
	Func  Symbol // SymFunc of the declared method; zero in interfaces, and of methods that do nothing anybody could notice
	Steps []Step // how to find its receiver inside the box's payload; empty: the payload is the receiver
}

// A Type describes a type that is put into interfaces or asked for by assertions.
type Type struct {
	Sym       Symbol   // SymType
	Interface bool     // then Methods holds names only
	Methods   []Method // sorted by name
}

// Source is the decoded source section of one package.
type Source struct {
	Path   string // import path; test variants have the plain path, external tests end in "_test"
	Module string // module path, "std" for the standard library, empty if unknown
	Own    int    // units [0, Own) are the package's own, the rest is the carry
	Types  []Type // types that units put into interfaces or ask for, own and carried, sorted by symbol name
	Notes  []Note // what went wrong in the passes of this package: whoever uses it is "incomplete"
	// interfaces whose documentation says that several goroutines call what implements them, or "Interface.Method"
	Shared []string
	Units  []Unit // all units; the zero Unit is one that is not exported

	// of the package in the order of the source, then those of what it imports that matter to importers
	Directives []Directive
}

// A Note is a contained failure.
type Note struct {
	Kind string // "panic", "budget", "missing-fact", "stale-fact"
	Text string // what happened, for a person
}

// Encode gives the section's archive with the units that keep accepts; nil keeps all.
func (s *Source) Encode(keep func(i int) bool) []byte {
	b := NewBuilder(SectionSource, len(s.Units))
	for i := range s.Units {
		u := b.Unit(i)
		c := &coder{intern: u.Ref}
		s.Units[i].code(c)
		u.Done(c.buf)
	}
	return b.Encode(s.encodeHeader(), keep)
}

// DecodeSource reads a source section whole: its unit records are small.
func DecodeSource(blob []byte) (*Source, error) {
	a, err := Open(SectionSource, blob)
	if err != nil {
		return nil, err
	}
	s := &Source{}
	if err := decode(a.header, s.codeHeader); err != nil {
		return nil, err
	}
	s.Units = make([]Unit, a.Len())
	for i := range s.Units {
		r, err := a.record(i)
		if err != nil {
			return nil, err
		}
		if len(r.blob) == 0 {
			continue
		}
		c := &coder{buf: r.blob, reading: true, names: a.names(r)}
		if s.Units[i].code(c); c.err != nil || c.pos != len(c.buf) {
			return nil, errCorrupt
		}
	}
	if s.Own < 0 || s.Own > len(s.Units) {
		return nil, errCorrupt
	}
	return s, nil
}

// encodeHeader writes the header: types and directives come last, since writing them collects the symbol table that
// precedes them.
func (s *Source) encodeHeader() []byte {
	table := &symTable{index: map[Symbol]Ref{}}
	types := &coder{intern: table.ref}
	list(types, &s.Types, codeType)
	list(types, &s.Directives, codeDirective)
	c := &coder{}
	s.codeFixed(c)
	codeSymbols(c, &table.names.Refs)
	c.buf = append(c.buf, types.buf...)
	return c.buf
}

// codeHeader reads what encodeHeader writes.
func (s *Source) codeHeader(c *coder) {
	s.codeFixed(c)
	c.names = &Names{}
	codeSymbols(c, &c.names.Refs)
	list(c, &s.Types, codeType)
	list(c, &s.Directives, codeDirective)
}

func (s *Source) codeFixed(c *coder) {
	c.str(&s.Path)
	c.str(&s.Module)
	signed(c, &s.Own)
	list(c, &s.Notes, func(c *coder, n *Note) { c.str(&n.Kind); c.str(&n.Text) })
	list(c, &s.Shared, func(c *coder, name *string) { c.str(name) })
}

func (u *Unit) code(c *coder) {
	c.symbol(&u.Sym)
	number(c, &u.Flags)
	number(c, &u.Weight)
	c.symbol(&u.Parent)
	list(c, &u.Uses, func(c *coder, x *Symbol) { c.symbol(x) })
	c.symbol(&u.File)
	number(c, &u.Line)
	list(c, &u.After, func(c *coder, x *Symbol) { c.symbol(x) })
}

func codeType(c *coder, t *Type) {
	c.symbol(&t.Sym)
	c.boolean(&t.Interface)
	list(c, &t.Methods, func(c *coder, m *Method) {
		c.symbol(&m.Name)
		c.symbol(&m.Func)
		list(c, &m.Steps, func(c *coder, s *Step) { c.boolean(&s.Load); number(c, &s.Offset) })
	})
}

// A symTable numbers symbols in order of first use.
type symTable struct {
	names Names          // symbols by Ref
	index map[Symbol]Ref // numbers of symbols
}

func (t *symTable) ref(s Symbol) Ref {
	if s == (Symbol{}) {
		return 0
	}
	r, ok := t.index[s]
	if !ok {
		t.names.Refs = append(t.names.Refs, s)
		r = Ref(len(t.names.Refs))
		t.index[s] = r
	}
	return r
}

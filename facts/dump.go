// This file prints a package's summaries for people: cmd/syncfacts, golden tests.

package facts

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

const unitFlagNames = "exported init test testmain root main spawns syncs effectfree opaque degraded generated " +
	"cloneable intest parallels synthetic client dynamic harness promised"

var (
	takeModes = [...]string{"write", "read", "once", "recv", "send", "wait"}
	rootKinds = [...]string{"?", "param", "free", "global", "behind"}
)

// Write prints all units of the package that have a name, and the method tables.
func (p *Package) Write(w io.Writer) error {
	s := p.Source
	if _, err := fmt.Fprintf(w, "package %s: %d units, %d own\n", s.Path, len(s.Units), s.Own); err != nil {
		return err
	}
	for _, n := range s.Notes {
		if _, err := fmt.Fprintf(w, "note %s: %s\n", n.Kind, n.Text); err != nil {
			return err
		}
	}
	for i := range s.Types {
		if _, err := io.WriteString(w, s.Types[i].String()); err != nil {
			return err
		}
	}
	for i := range s.Units {
		if _, err := io.WriteString(w, p.Format(i)); err != nil {
			return err
		}
	}
	return nil
}

// Format prints unit i with all its sections, nothing for a unit that is not exported.
func (p *Package) Format(i int) string {
	u := &p.Source.Units[i]
	if u.Sym == (Symbol{}) {
		return ""
	}
	d := &dumper{path: p.Source.Path}
	d.header(u)
	if f, names, err := p.Flow(i); d.begin("flow", names, err) && f != nil {
		d.flow(f)
	}
	if l, names, err := p.Locks(i); d.begin("locks", names, err) && l != nil {
		d.locks(l)
	}
	if q, names, err := p.Acquires(i); d.begin("acquires", names, err) && q != nil {
		d.acquires(q)
	}
	if s, names, err := p.Spawn(i); d.begin("spawn", names, err) && s != nil {
		d.spawn(s)
	}
	if a, names, err := p.Accesses(i); d.begin("access", names, err) && a != nil {
		d.accesses(a)
	}
	return d.b.String()
}

// String prints a method table.
func (t *Type) String() string {
	d := &dumper{}
	d.line("type %s", t.Sym.Name)
	for i := range t.Methods {
		m := &t.Methods[i]
		var steps strings.Builder
		for _, s := range m.Steps {
			steps.WriteString(" ")
			if s.Load {
				steps.WriteString("*")
			}
			fmt.Fprintf(&steps, "+%d", s.Offset)
		}
		d.line("  .%s %s%s", m.Name.Name, d.sym(m.Func), steps.String())
	}
	return d.b.String()
}

// A dumper prints one unit.
type dumper struct {
	b     strings.Builder // the lines so far
	path  string          // of the package: symbols of it are printed without
	names *Names          // of the section being printed
}

func (d *dumper) line(format string, args ...any) {
	fmt.Fprintf(&d.b, format, args...)
	d.b.WriteString("\n")
}

// begin switches to a section's names; false if it cannot be read.
func (d *dumper) begin(section string, names *Names, err error) bool {
	if d.names = names; names == nil {
		d.names = &Names{}
	}
	if err != nil {
		d.line("  %s: %v", section, err)
	}
	return err == nil
}

// sym prints a symbol, "-" for none.
func (d *dumper) sym(s Symbol) string {
	switch {
	case s == (Symbol{}):
		return "-"
	case s.Kind == SymMethod:
		return "." + s.Name
	case s.Kind == SymType:
		return s.Name
	case s.Pkg == "" || s.Pkg == d.path || s.Kind == SymFile:
		return s.Name
	}
	return s.Pkg + "." + s.Name
}

func (d *dumper) ref(r Ref) string { return d.sym(d.names.Symbol(r)) }

// pos prints a position, nothing if unknown.
func (d *dumper) pos(r PosRef) string {
	if p := d.names.Position(r); p.Line > 0 {
		return fmt.Sprintf(" @%s:%d:%d", d.ref(p.File), p.Line, p.Col)
	}
	return ""
}

// flags prints the names of the bits that are set.
func flags[T ~uint8 | ~uint16 | ~uint32](f T, names string) string {
	var list []string
	for i, name := range strings.Fields(names) {
		if f&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	if list == nil {
		return ""
	}
	return " [" + strings.Join(list, " ") + "]"
}

// said prints the names of the fields of a struct that are true: a field more needs no line here.
func said(x any) string {
	var list []string
	v := reflect.ValueOf(x)
	for field, value := range v.Fields() {
		if value.Kind() == reflect.Bool && value.Bool() {
			list = append(list, strings.ToLower(field.Name))
		}
	}
	if list == nil {
		return ""
	}
	return " [" + strings.Join(list, " ") + "]"
}

func (d *dumper) header(u *Unit) {
	d.line("func %s%s %s:%d weight %d", d.sym(u.Sym), flags(u.Flags, unitFlagNames), u.File.Name, u.Line, u.Weight)
	if u.Parent != (Symbol{}) {
		d.line("  in %s", d.sym(u.Parent))
	}
	d.symbols("uses", u.Uses)
	d.symbols("after", u.After)
}

// symbols prints a list of symbols, nothing for none.
func (d *dumper) symbols(what string, symbols []Symbol) {
	if len(symbols) == 0 {
		return
	}
	var list []string
	for _, s := range symbols {
		list = append(list, d.sym(s))
	}
	d.line("  %s %s", what, strings.Join(list, ", "))
}

// bits prints the numbers of the bits that are set.
func bits(x uint64) string {
	if x == ^uint64(0) {
		return "all"
	}
	var list []string
	for i := range 64 {
		if x&(1<<i) != 0 {
			list = append(list, fmt.Sprint(i))
		}
	}
	return strings.Join(list, ",")
}

// name is an entry of a table of names, "?" when out of range.
func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "?"
}

// This file prints accesses and the values that conditions and indices are about.

package facts

import (
	"fmt"
)

var accessKinds = [...]string{
	"?",
	"read",
	"write",
	"atomicread",
	"atomicwrite",
	"mapread",
	"mapwrite",
	"append",
	"appendover",
}

var varKinds = [...]string{"?", "field", "global", "captured", "map", "slice", "pointee", "chan"}

func (d *dumper) accesses(a *Accesses) {
	for i := range a.List {
		x := &a.List[i]
		text := fmt.Sprintf(
			"  %s %s %s len %d %s p%d",
			name(accessKinds[:], int(x.Kind)),
			name(varKinds[:], int(x.Var)),
			place(x.Addr, x.Off),
			x.Len,
			d.ref(x.Name),
			x.Point,
		)
		switch x.Index {
		case IndexConst:
			text += fmt.Sprintf(" at %d", x.Lo)
		case IndexUnique:
			text += " at unique"
		case IndexRound:
			text += " at round's"
		case IndexRange:
			text += fmt.Sprintf(" in [%d,%d)", x.Lo, x.Hi)
		}
		if x.OwnIf != 0 {
			text += " ownif " + bits(x.OwnIf)
		}
		if x.Base != 0 {
			text += fmt.Sprintf(" base %d", x.Base)
		}
		if x.Gate != 0 {
			text += fmt.Sprintf(" gate %s", place(x.Gate, x.GateOff))
		}
		if len(x.Guards) > 0 {
			text += fmt.Sprintf(" guards %v", x.Guards)
		}
		if x.Test != 0 {
			text += fmt.Sprintf(" test %d", x.Test)
		}
		d.line(
			"%s%s%s",
			text,
			flags(x.Flags, "unsafe model element init paused given released nil used sometimes taken stopped refilled"),
			d.pos(x.Pos),
		)
	}
	for _, c := range a.Conds {
		of := "access"
		if c.Call {
			of = "call"
		}
		d.line("  %s%d if %s %s", of, c.Index, name(condKinds[:], int(c.Kind)), place(c.Addr, c.Off))
	}
	d.values(a)
}

var comparisons = [...]string{"==", "!=", "<", "<="}

// values writes what is known of numbers.
func (d *dumper) values(a *Accesses) {
	for i, t := range a.Tests {
		text := fmt.Sprintf("  test %d: %s %s %s", i+1, t.X, name(comparisons[:], int(t.Op)), t.Y)
		if t.Outer != 0 {
			text += fmt.Sprintf(" within %d", t.Outer)
		}
		d.line("%s", text)
	}
	for _, b := range a.Behind {
		d.line("  call %d test %d", b.Call, b.Test)
	}
	for _, g := range a.Given {
		d.line("  call %d given %d: %s", g.Call, g.Slot, g.Value)
	}
	for _, r := range a.Returned {
		text := fmt.Sprintf("  returns %d: %s", r.Slot, r.Value)
		if r.Test != 0 {
			text += fmt.Sprintf(" test %d", r.Test)
		}
		d.line("%s", text)
	}
	for _, x := range a.Sized {
		d.line("  buffer of n%d: %s", x.Addr, x.Value)
	}
	for _, x := range a.Counted {
		d.line("  count %d: %s", x.Number, x.Value)
	}
	for _, x := range a.Decides {
		text := fmt.Sprintf("  condition %d: test %d", x.Number, x.Test)
		if x.First {
			text += " first"
		}
		d.line("%s", text)
	}
	for _, x := range a.Initials {
		text := fmt.Sprintf("  initially %s len %d: %s", place(x.Addr, x.Off), x.Len, x.Value)
		if x.First {
			text += " first"
		}
		d.line("%s", text)
	}
	if len(a.Opened) > 0 {
		d.line("  opened %s", nodes(a.Opened))
	}
	if len(a.Selected) > 0 {
		d.line("  selected %s", nodes(a.Selected))
	}
	for _, x := range a.Exchanges {
		d.line("  exchanged %s and %s", d.ref(x.A), d.ref(x.B))
	}
}

// String writes a term.
func (t Term) String() string {
	switch t.Kind {
	case TermConst:
		return fmt.Sprint(t.N)
	case TermParam:
		return fmt.Sprintf("param %d", t.N)
	case TermLoad:
		return "*" + place(t.Addr, t.Off)
	case TermCounter:
		return fmt.Sprint("counter ", t.N)
	case TermResult:
		return fmt.Sprintf("result %d of call %d", t.Off, t.N)
	}
	return "?"
}

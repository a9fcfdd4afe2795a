// This file prints summaries: a stable, readable form of each unit with all references resolved, for cmd/syncfacts and
// tests.

package facts

import (
	"fmt"
	"io"
	"reflect"
	"strings"
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

const unitFlagNames = "exported init test testmain root main spawns syncs inert opaque degraded generated cloneable " +
	"intest parallels synthetic client dynamic harness promised"

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

// node prints a node, "_" for none.
func node(n Node) string {
	if n == 0 {
		return "_"
	}
	return fmt.Sprintf("n%d", n)
}

func nodes(list []Node) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteString(" ")
		}
		b.WriteString(node(n))
	}
	return b.String()
}

// place prints slot off past a node.
func place(n Node, off uint32) string {
	if off == 0 {
		return node(n)
	}
	return fmt.Sprintf("%s+%d", node(n), off)
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

func (d *dumper) flow(f *Flow) {
	d.list("params", nodes(f.Params))
	d.list("captures", nodes(f.FreeVars))
	d.list("results", nodes(f.Results))
	d.list("lent", bits(f.Lent))
	d.list("fresh", bits(f.Fresh))
	d.list("escapes", bits(f.Escapes))
	d.list("shifted", nodes(f.Shifted))
	for i := range f.Objs {
		d.obj(i, &f.Objs[i])
	}
	for i := range f.Cons {
		d.line("  %s", d.con(&f.Cons[i]))
	}
	for i := range f.Calls {
		d.call(i, &f.Calls[i])
	}
}

// list prints a titled line unless it is empty.
func (d *dumper) list(title, text string) {
	if text != "" {
		d.line("  %s %s", title, text)
	}
}

var objKinds = [...]string{"?", "var", "new", "array", "map", "chan", "box", "func", "global", "param", "unknown"}

func (d *dumper) obj(i int, o *Obj) {
	text := fmt.Sprintf("  o%d %s", i, name(objKinds[:], int(o.Kind)))
	for _, r := range []Ref{o.Sym, o.Type} {
		if r != 0 {
			text += " " + d.ref(r)
		}
	}
	text += fmt.Sprintf(" size %d", o.Size)
	if o.Kind == ObjChan {
		text += fmt.Sprintf(" cap %d", o.Cap)
	}
	d.line("%s%s%s", text, flags(o.Flags, "loop shifted"), d.pos(o.Pos))
}

// name is an entry of a table of names, "?" when out of range.
func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "?"
}

func (d *dumper) con(c *Con) string {
	dst, src := node(c.Dst), node(c.Src)
	switch c.Op {
	case ConAddr:
		if c.Off > 0 {
			return fmt.Sprintf("%s = &o%d+%d", dst, c.Obj, c.Off)
		}
		return fmt.Sprintf("%s = &o%d", dst, c.Obj)
	case ConCopy:
		return fmt.Sprintf("%s = %s", dst, src)
	case ConLoad:
		return fmt.Sprintf("%s = *(%s)", dst, place(c.Src, c.Off))
	case ConStore:
		return fmt.Sprintf("*(%s) = %s", place(c.Dst, c.Off), src)
	case ConOffset:
		return fmt.Sprintf("%s = %s", dst, place(c.Src, c.Off))
	case ConUnbox:
		return fmt.Sprintf("%s = %s.(%s)+%d", dst, src, d.ref(c.Type), c.Off)
	case ConFilter:
		return fmt.Sprintf("%s = %s.(%s)", dst, src, d.ref(c.Type))
	}
	return "?"
}

func (d *dumper) call(i int, c *Call) {
	callee := d.ref(c.Callee)
	if c.Flags&(CallInvoke|CallDynamic) != 0 {
		callee = node(c.Recv)
		if c.Callee != 0 {
			callee += d.ref(c.Callee)
		}
	}
	text := fmt.Sprintf("  call%d %s(%s)", i, callee, nodes(c.Args))
	if len(c.Results) > 0 {
		text += " -> " + nodes(c.Results)
	}
	if c.API != 0 {
		text += " by " + d.ref(c.API)
	}
	if c.Loop != 0 {
		text += " in loop " + d.ref(c.Loop)
	}
	d.line(
		"%s%s%s",
		text,
		flags(c.Flags, "invoke dynamic go defer loop typeparam multi serial served routed once model tested maybe "+
			"checked kept late"),
		d.pos(c.Pos),
	)
}

var lockOps = [...]string{"?", "lock", "rlock", "unlock", "runlock"}

func (d *dumper) locks(l *Locks) {
	for i, s := range l.Sites {
		d.line(
			"  lock%d %s %s %s base %d%s%s",
			i,
			name(lockOps[:], int(s.Op)),
			place(s.Addr, s.Off),
			d.ref(s.Name),
			s.Base,
			said(s),
			d.pos(s.Pos),
		)
	}
	for _, n := range l.Net {
		d.line("  net lock%d", n.Site)
	}
	if l.Declares != 0 {
		d.line("  declares %s for outcome %d", name(lockOps[:], int(l.Declares)), int(l.Outcome)-1)
	}
}

var (
	takeModes = [...]string{"write", "read", "once", "recv", "send", "wait"}
	rootKinds = [...]string{"?", "param", "free", "global"}
)

func (d *dumper) acquires(q *Acquires) {
	take := func(word string, t *LockTake) {
		d.line("%s %s %s %s doubt %d%s", word, name(takeModes[:], int(t.Mode)), d.lockPath(&t.Path), d.ref(t.Name),
			t.Doubt, d.pos(t.Pos))
	}
	for i := range q.Takes {
		take("  takes", &q.Takes[i])
	}
	for i := range q.Effects {
		d.line("  leaves %s %s", name(lockOps[:], int(q.Effects[i].Op)), d.lockPath(&q.Effects[i].Path))
	}
	for i := range q.Invokes {
		d.line("  invokes param %d", q.Invokes[i].Param)
		for k := range q.Invokes[i].Held {
			take("    under", &q.Invokes[i].Held[k])
		}
	}
}

// lockPath prints a root and the steps from it: * follows a pointer, .n selects field n.
func (d *dumper) lockPath(p *LockPath) string {
	s := fmt.Sprintf("%s %d", name(rootKinds[:], int(p.Root)), p.Index)
	if p.Root == RootGlobal {
		s = "global " + d.ref(p.Global)
	}
	for _, step := range p.Steps {
		if step == 0 {
			s += "*"
		} else {
			s += fmt.Sprintf(".%d", step-1)
		}
	}
	return s
}

var eventOps = [...]string{
	"join",
	"call",
	"go",
	"lock",
	"send",
	"recv",
	"recvclosed",
	"close",
	"add",
	"done",
	"wait",
	"oncebegin",
	"onceend",
	"oncedone",
	"atomicwrite",
	"atomicread",
	"condwait",
	"condsignal",
	"groupgo",
	"groupwait",
	"parallel",
	"exit",
	"put",
	"get",
	"idle",
	"yield",
	"collect",
	"default",
	"iter",
	"test",
	"serve",
	"unseen",
	"outcome",
	"fill",
	"ahead",
	"reached",
	"moves",
	"owed",
	"each",
}

func (d *dumper) spawn(s *Spawn) {
	for i := range s.Points {
		d.line("  p%d <-%s %s", i, points(s.Points[i].Preds), d.event(&s.Points[i].Event))
	}
	d.list("exits", strings.TrimSpace(points(s.Exits)))
	d.list("failed", strings.TrimSpace(points(s.Failed)))
	d.list("calls at", strings.TrimSpace(points(s.Calls)))
	for _, x := range s.Sites {
		d.line("  site call%d objs %v calls %v", x.Call, x.Objs, x.Calls)
	}
	for _, o := range s.Owned {
		text := fmt.Sprintf("  owned call%d", o.Call)
		if o.Sure != 0 {
			text += " " + bits(o.Sure)
		}
		for _, c := range o.If {
			text += fmt.Sprintf(" %d if %s", c.Param, bits(c.Mask))
		}
		d.line("%s", text)
	}
	for _, o := range s.Outcomes {
		text := points(o.Points)
		for _, p := range o.Passed {
			text += fmt.Sprintf(", p%d if its call has %d", p.Point, p.Number)
		}
		d.line("  outcome %d%s", o.Number, text)
	}
	for _, x := range s.Settled {
		d.line("  settled %d up %d: %d", x.Test, x.Up, x.Cond)
	}
	for _, g := range s.Starts {
		d.line("  starts call%d: %d and loops %v", g.Call, g.Known, g.Loops)
	}
	for i, t := range s.Counts {
		d.line("  received %d: %d and loops %v", i+1, t.Known, t.Loops)
	}
	if s.Flag != 0 {
		d.line("  returns guarded %d", s.Flag-1)
	}
}

func points(list []PointID) string {
	var b strings.Builder
	for _, p := range list {
		fmt.Fprintf(&b, " p%d", p)
	}
	return b.String()
}

func (d *dumper) event(e *Event) string {
	text := name(eventOps[:], int(e.Op))
	switch e.Op {
	case EventNone:
		return text
	case EventCall, EventGo:
		text += fmt.Sprintf(" call%d", e.Index)
		if e.Flags&EventStarts != 0 {
			text += fmt.Sprintf(" counted as %d", e.Off)
		}
	case EventLock, EventEach:
		text += fmt.Sprintf(" lock%d", e.Index)
	case EventOutcome:
		text += fmt.Sprintf(" call%d is %d", e.Index, e.N)
	case EventIter:
		text += fmt.Sprintf(" loop%d of %d", e.Index, e.N)
		switch {
		case e.Flags&EventStarts != 0:
			text += fmt.Sprintf(" as often as %d", e.Off)
		case e.Off > 0:
			text += fmt.Sprintf(" but %d", e.Off)
		}
	case EventGroupGo:
		text += fmt.Sprintf(" call%d of %s", e.Index, place(e.Addr, e.Off))
	default:
		text += fmt.Sprintf(" %s %s %d", place(e.Addr, e.Off), d.ref(e.Name), e.N)
	}
	return text + flags(e.Flags, "deferred select const loop") + d.pos(e.Pos)
}

var condKinds = [...]string{
	"?",
	"counted",
	"unset",
	"first",
	"ahead",
	"received",
	"closed",
	"waited",
	"done",
	"made",
	"receivedormade",
	"tested",
	"clear",
	"absent",
	"filled",
	"sent",
	"renewed",
	"answered",
	"member",
	"over",
}

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
			flags(x.Flags, "unsafe model element init paused given released nil used sometimes taken"),
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

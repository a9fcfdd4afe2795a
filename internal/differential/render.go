// This file writes a plan as Go source. Every access stands on a line of its own that ends in a mark (D2), so that what
// detectors say about lines can be told by places.

package differential

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A scope is the function being written.
type scope struct {
	named  bool     // a declared function: locals come as parameters
	params []string // named: the locals that it uses, in the order of their first use
	up     *scope   // closures: the function around
	copies int      // the thread that has copies in whose loop this is, -1 none
	loop   bool     // it declares the loop's variables
}

// root is the declared function that a scope belongs to.
func (s *scope) root() *scope {
	for s.up != nil {
		s = s.up
	}
	return s
}

// An entity is a place or a synchronisation object as a variable.
type entity struct {
	name   string  // of the variable, without the program's prefix
	typ    string  // as a declaration has it; @ stands for the program's prefix
	value  string  // "" for the zero value
	store  storage // where it lies
	refers bool    // a copy of it is the same place: functions take it by value
}

// A writer writes one plan.
type writer struct {
	p        *plan              // what is written
	id       string             // prefix of package-level names
	out      *strings.Builder   // where lines go: the function that is being written
	funcs    []string           // declared functions
	entities map[string]*entity // those that the functions written so far use, by name
	order    []string           // entities in the order of their first use
	owns     map[string]bool    // places of copies (own3) that the functions written so far use by name
	serial   int                // of the last function that was declared
}

// render writes a plan as a test file; name distinguishes it from the others in its package.
func render(p *plan, name string) string {
	w := &writer{p: p, id: name, out: &strings.Builder{}, entities: map[string]*entity{}, owns: map[string]bool{}}
	body := w.capture(func() { w.actions(&scope{copies: -1}, p.Threads[0].Actions) })
	var src strings.Builder
	fmt.Fprintf(&src, "func Test%s(t *testing.T) {\n%s}\n\n", strings.ToUpper(name[:1])+name[1:], w.test())
	w.declare(&src, body)
	for _, f := range w.funcs {
		src.WriteString(f)
	}
	src.WriteString(helpers)
	text := strings.ReplaceAll(src.String(), "@", name)
	text = dereference.ReplaceAllString(text, "$1$3$2$4")
	return indent(imports(text, name) + text)
}

// dereference matches what needs no dereference: the address of what a pointer points to, and a selection.
var dereference = regexp.MustCompile(`&\(\*(\w+)\)([^.\[\w])|\(\*((?:p|s|own|all)\d+)\)(\.)`)

// imports is the head of a file: the packages that its text uses.
func imports(text, name string) string {
	head := "package gen\n\nimport (\n"
	for _, path := range []string{"sync", "sync/atomic", "testing", "gen.example/lib"} {
		if strings.Contains(text, path[strings.LastIndex(path, "/")+1:]+".") {
			head += fmt.Sprintf("\t%q\n", path)
		}
	}
	if strings.Contains(text, "far.") {
		head += fmt.Sprintf("\t%q\n", "gen.example/"+name+"/far")
	}
	return head + ")\n\n"
}

// indent puts tabs before lines, by braces. Lines are not broken: marks must stay where they are.
func indent(text string) string {
	var out strings.Builder
	depth := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		code, _, _ := strings.Cut(line, "//")
		opens := strings.Count(code, "{") + strings.Count(code, "(")
		closes := strings.Count(code, "}") + strings.Count(code, ")")
		leading := len(code) - len(strings.TrimLeft(code, "})"))
		at := max(0, depth-leading)
		if line != "" {
			out.WriteString(strings.Repeat("\t", at) + line)
		}
		out.WriteByte('\n')
		depth += opens - closes
	}
	return out.String()
}

// test is the body of the test function.
func (w *writer) test() string {
	switch w.p.Again {
	case runTwice:
		return fmt.Sprintf("\tfor range 2 {\n\t\trun%s()\n\t}\n", w.id)
	case runBoth:
		return fmt.Sprintf("\tvar all sync.WaitGroup\n\tfor range 2 {\n\t\tall.Go(run%s)\n\t}\n\tall.Wait()\n", w.id)
	}
	return fmt.Sprintf("\trun%s()\n", w.id)
}

// declare writes the variables and the function that holds thread 0.
func (w *writer) declare(src *strings.Builder, body string) {
	var fields, makes, locals strings.Builder
	for _, name := range w.order {
		e := w.entities[name]
		switch e.store {
		case global:
			fmt.Fprintf(src, "var %s%s %s%s\n", w.id, e.name, e.typ, equals(e.value))
		case field:
			fmt.Fprintf(&fields, "\t%s %s\n", e.name, e.typ)
			if e.value != "" {
				fmt.Fprintf(&makes, "\te.%s = %s\n", e.name, e.value)
			}
		default:
			if e.value != "" && !strings.Contains(e.typ, "any") {
				fmt.Fprintf(&locals, "\t%s := %s\n", e.name, e.value)
			} else {
				fmt.Fprintf(&locals, "\tvar %s %s%s\n", e.name, e.typ, equals(e.value))
			}
			if e.refers || e.name[0] == 'p' {
				fmt.Fprintf(&locals, "\t_ = %s\n", e.name)
			}
		}
	}
	fmt.Fprintf(src, "type env%s struct {\n%s}\n\n", w.id, fields.String())
	fmt.Fprintf(src, "func run%s() {\n", w.id)
	fmt.Fprintf(src, "\te := &env%s{}\n\t_ = e\n%s", w.id, makes.String())
	src.WriteString(locals.String())
	src.WriteString(body)
	src.WriteString("}\n\n")
}

func equals(value string) string {
	if value == "" {
		return ""
	}
	return " = " + value
}

// capture gives what f writes.
func (w *writer) capture(f func()) string {
	old := w.out
	w.out = &strings.Builder{}
	f()
	text := w.out.String()
	w.out = old
	return text
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w.out, format+"\n", args...) }

// ref is how a scope names an entity.
func (w *writer) ref(s *scope, e entity) string {
	if w.entities[e.name] == nil {
		w.entities[e.name] = &e
		w.order = append(w.order, e.name)
	}
	switch e.store {
	case field:
		return "e." + e.name
	case global:
		return w.id + e.name
	}
	return w.localRef(s, e.name, e.refers)
}

// localRef is how a scope names a local variable: declared functions get it, or a pointer to it, as a parameter.
func (w *writer) localRef(s *scope, name string, refers bool) string {
	r := s.root()
	if !r.named || loopVariable(name) && s.inLoop() {
		return name
	}
	if !slices.Contains(r.params, name) {
		r.params = append(r.params, name)
	}
	if refers {
		return name
	}
	return "(*" + name + ")"
}

// loopVariable reports whether a name is declared by the loop that starts copies.
func loopVariable(name string) bool { return name == "i" || strings.HasPrefix(name, "own") }

// inLoop reports whether the loop that starts copies is in the function being written.
func (s *scope) inLoop() bool {
	for ; s != nil; s = s.up {
		if s.loop {
			return true
		}
	}
	return false
}

// ofPlace is a place as an entity.
func (w *writer) ofPlace(v int) entity {
	p := &w.p.Places[v]
	l := &looks[p.Kind]
	e := entity{name: fmt.Sprintf("p%d", v), typ: l.typ, value: l.value, store: p.Store, refers: l.refers}
	if p.Kind == placeOwn {
		e.name, e.typ, e.refers = fmt.Sprintf("all%d", v), "[]*@object", false
	}
	return e
}

// access writes one access with its mark.
func (w *writer) access(s *scope, a *action) {
	p := &w.p.Places[a.Place]
	l := &looks[p.Kind]
	index := fmt.Sprint(a.At)
	var ref string
	switch inside := s.copies >= 0; {
	case p.Kind == placeOwn && inside:
		ref = fmt.Sprintf("own%d", a.Place)
		w.owns[ref] = true
		ref = w.localRef(s, ref, true)
	case p.Kind == placeOwn:
		ref = fmt.Sprintf("%s[%d]", w.ref(s, w.ofPlace(a.Place)), a.At)
	default:
		ref = w.ref(s, w.ofPlace(a.Place))
		if p.Kind == placeSlots && inside && !a.Off {
			index = w.localRef(s, "i", true)
		}
	}
	kind := "read"
	if a.Write {
		kind = "write"
	}
	w.line("%s // %s%d %s", l.statement(a.Write, a.Form, ref, index), mark, a.Place, kind)
}

// mark opens the comment that tells which place a line is about.
const mark = "place "

// actions writes a list of actions.
func (w *writer) actions(s *scope, list []*action) {
	for k, a := range list {
		if a.Form&7 == 0 {
			w.line("lib.Yield()")
		}
		switch a.Op {
		case opAccess:
			w.access(s, a)
		case opLock:
			w.lock(s, a)
		case opBlock:
			w.block(s, a)
		case opGo:
			w.spawn(s, a)
		case opDone:
			w.done(s, a, k == len(list)-1)
		case opWait:
			w.wait(s, a)
		case opSend, opRecv, opClose, opRecvClosed, opDrain:
			w.channel(s, a)
		case opOnce:
			w.once(s, a)
		case opStore, opSpin, opGuard:
			w.flag(s, a)
		}
	}
}

// plain is the form that is written in the simplest way.
const plain = 255

// choice draws one of n ways of writing from a form; the plain form gives 0.
func choice(form uint8, unit, n int) int { return (plain - int(form)) / unit % n }

// closure writes the body of a function literal.
func (w *writer) closure(s *scope, list []*action) {
	w.actions(&scope{up: s, copies: s.copies}, list)
}

// function declares a function that does some actions, and gives the call of it: what it needs of the locals is passed
// to it.
func (w *writer) function(s *scope, list []*action, method bool) (callee, args string) {
	w.serial++
	name := fmt.Sprintf("%sf%d", w.id, w.serial)
	in := &scope{named: true, copies: s.copies}
	body := w.capture(func() { w.actions(in, list) })
	var params, passed []string
	for _, p := range in.params {
		typ, refers := w.typeOf(p)
		arg := w.localRef(s, p, refers)
		if !refers {
			typ, arg = "*"+typ, "&"+arg
		}
		params, passed = append(params, p+" "+typ), append(passed, arg)
	}
	if method {
		w.funcs = append(
			w.funcs,
			fmt.Sprintf("func (e *env%s) %s(%s) {\n%s}\n\n", w.id, name, strings.Join(params, ", "), body),
		)
		return "e." + name, strings.Join(passed, ", ")
	}
	params, passed = append([]string{"e *env" + w.id}, params...), append([]string{"e"}, passed...)
	w.funcs = append(w.funcs, fmt.Sprintf("func %s(%s) {\n%s}\n\n", name, strings.Join(params, ", "), body))
	return name, strings.Join(passed, ", ")
}

// typeOf is the type of a local variable, and whether it is passed as it is.
func (w *writer) typeOf(name string) (string, bool) {
	switch {
	case name == "i":
		return "int", true
	case strings.HasPrefix(name, "own"):
		return "*@object", true
	}
	e := w.entities[name]
	return e.typ, e.refers
}

// block writes actions in a statement or function of their own.
func (w *writer) block(s *scope, a *action) {
	switch choice(a.Form, 8, 6) {
	case 0:
		w.line("if lib.Coin() {")
		w.actions(s, a.Body)
		w.line("}")
	case 1:
		w.line("for range 2 {")
		w.actions(s, a.Body)
		w.line("}")
	case 2:
		w.line("func() {")
		w.closure(s, a.Body)
		w.line("}()")
	case 3:
		w.line("do%d := func() {", w.fresh())
		n := w.serial
		w.closure(s, a.Body)
		w.line("}\ndo%d()", n)
	default:
		f, args := w.function(s, a.Body, a.Form&64 == 0)
		w.line("%s(%s)", f, args)
	}
}

func (w *writer) fresh() int {
	w.serial++
	return w.serial
}

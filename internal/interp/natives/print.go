// This file prints values as package fmt does: formats, and what verbs mean for which values.

package natives

import (
	"fmt"
	"go/types"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// A directive is one verb of a format with what stands before it.
type directive struct {
	flags string // each one once
	wid   int    // -1: there is none
	prec  int    // -1: there is none
	verb  rune   // what follows
}

// has reports whether a flag is set.
func (d directive) has(flag byte) bool { return strings.IndexByte(d.flags, flag) >= 0 }

// plusV reports whether names of fields are printed.
func (d directive) plusV() bool { return d.verb == 'v' && d.has('+') && !d.has('#') }

// sharpV reports whether values are printed as in Go.
func (d directive) sharpV() bool { return d.verb == 'v' && d.has('#') }

// spec is the directive for a value that package fmt prints itself.
func (d directive) spec(verb rune) string {
	var b strings.Builder
	b.WriteByte('%')
	for i := range len(d.flags) {
		if d.verb == 'v' && d.flags[i] == '+' {
			continue
		}
		b.WriteByte(d.flags[i])
	}
	if d.wid >= 0 {
		b.WriteString(strconv.Itoa(d.wid))
	}
	if d.prec >= 0 {
		b.WriteString("." + strconv.Itoa(d.prec))
	}
	b.WriteRune(verb)
	return b.String()
}

// A printer is a text in the making.
type printer struct {
	strings.Builder         // the text
	t               *thread // who prints
}

// argument prints an argument of a directive.
func (p *printer) argument(d directive, x iface) {
	switch {
	case d.verb == 'T' && x.T == nil:
		fmt.Fprintf(p, d.spec('s'), "<nil>")
	case d.verb == 'T':
		fmt.Fprintf(p, d.spec('s'), reflectText(x.T, false))
	case x.T == nil && d.verb == 'v':
		fmt.Fprintf(p, d.spec('v'), nil)
	case x.T == nil:
		p.WriteString("%!" + string(d.verb) + "(<nil>)")
	case d.verb == 'p':
		p.pointer(d, spot{t: x.T, v: x.V})
	default:
		p.value(d, spot{t: x.T, v: x.V}, 0, true)
	}
}

// value prints a value; methods of what unexported fields lead to are not called.
func (p *printer) value(d directive, x spot, depth int, open bool) {
	if m, ok := p.reflection(x); ok {
		if m.t == nil {
			p.WriteString("<invalid reflect.Value>")
			return
		}
		p.value(d, m.spot, depth, m.ro == 0)
		return
	}
	if open && !types.IsInterface(x.t) && p.methods(d, x) {
		return
	}
	switch u := machine.Under(x.t).(type) {
	case *types.Basic:
		p.basic(d, x, u)
	case *types.Struct:
		p.structure(d, x, u, depth, open)
	case *types.Map:
		p.table(d, x, u, depth, open)
	case *types.Interface:
		it, _ := x.get(p.t).(iface)
		if it.T != nil {
			p.value(d, spot{t: it.T, v: it.V}, depth+1, open)
		} else if d.sharpV() {
			p.WriteString(reflectText(x.t, false) + "(nil)")
		} else {
			fmt.Fprintf(p, d.spec('v'), nil)
		}
	case *types.Slice:
		s, _ := x.get(p.t).(slice)
		p.list(d, x, u.Elem(), s.Len, func(i int) spot { return spot{u.Elem(), s.At(i), nil} }, depth, open)
	case *types.Array:
		p.list(d, x, u.Elem(), int(u.Len()), func(i int) spot { return x.part(i, u.Elem()) }, depth, open)
	case *types.Pointer:
		c, _ := x.get(p.t).(*cell)
		switch machine.Under(u.Elem()).(type) {
		case *types.Struct, *types.Array, *types.Slice, *types.Map:
			if c != nil && depth == 0 {
				p.WriteByte('&')
				p.value(d, spot{u.Elem(), c, nil}, depth+1, open)
				return
			}
		}
		p.pointer(d, x)
	default:
		p.pointer(d, x)
	}
}

// reflection is the value of a reflect.Value.
func (p *printer) reflection(x spot) (mirror, bool) {
	n, ok := types.Unalias(x.t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "reflect" || n.Obj().Name() != "Value" {
		return mirror{}, false
	}
	return mirrorOf(p.t, x.get(p.t)), true
}

// methods lets a value print itself if it can.
func (p *printer) methods(d directive, x spot) bool {
	w := p.t.Run.World
	if d.verb == 'T' || d.verb == 'p' {
		return false
	}
	if implements(w, x.t, "fmt", "Formatter") {
		f := w.Prog.ImportedPackage("fmt").Func("show")
		p.caught(d, x, "Format", func() value {
			s, _ := p.t.Apply(&function{Fn: f}, []value{
				iface{T: x.t, V: x.get(p.t)}, int64(d.wid), int64(d.prec), d.flags, int64(d.verb),
			}).(slice)
			p.Write(p.t.Bytes(s))
			return nil
		})
		return true
	}
	if d.sharpV() {
		if !implements(w, x.t, "fmt", "GoStringer") {
			return false
		}
		s, _ := p.caught(d, x, "GoString", func() value { return invoke(p.t, x.t, "GoString", x.get(p.t)) }).(string)
		p.WriteString(s)
		return true
	}
	if !strings.ContainsRune("vsxXq", d.verb) {
		return false
	}
	name := ""
	switch {
	case w.Is(x.t, types.Universe.Lookup("error").Type()):
		name = "Error"
	case implements(w, x.t, "fmt", "Stringer"):
		name = "String"
	default:
		return false
	}
	if s, ok := p.caught(d, x, name, func() value { return invoke(p.t, x.t, name, x.get(p.t)) }).(string); ok {
		fmt.Fprintf(p, d.spec(d.verb), s)
	}
	return true
}

// caught calls a method, and prints what it panics with.
func (p *printer) caught(d directive, x spot, name string, call func() value) value {
	out, e := p.t.Try(call)
	if e == nil {
		return out
	}
	if c, ok := x.get(p.t).(*cell); ok && c == nil {
		p.WriteString("<nil>")
		return nil
	}
	p.WriteString("%!" + string(d.verb) + "(PANIC=" + name + " method: ")
	p.argument(plainVerb, e.V)
	p.WriteByte(')')
	return nil
}

// goValue is a Go value of a basic type, for package fmt to print.
func goValue(v value, t *types.Basic) any {
	if k, x := kinds[t.Kind()], reflect.ValueOf(v); k != nil && x.IsValid() {
		if !x.CanConvert(k) { // something unsafe has been done
			panic(machine.Unsupported("value of " + t.Name()))
		}
		return x.Convert(k).Interface()
	}
	return v
}

// basic prints a number, a string or a bool.
func (p *printer) basic(d directive, x spot, u *types.Basic) {
	v := x.get(p.t)
	if u.Kind() == types.UnsafePointer {
		p.pointer(d, x)
		return
	}
	text := fmt.Sprintf(d.spec(d.verb), goValue(v, u))
	if bad := "%!" + string(d.verb) + "(" + types.Typ[u.Kind()].Name() + "="; strings.HasPrefix(text, bad) {
		text = "%!" + string(d.verb) + "(" + reflectText(x.t, false) + "=" + text[len(bad):]
	}
	p.WriteString(text)
}

// structure prints a struct.
func (p *printer) structure(d directive, x spot, u *types.Struct, depth int, open bool) {
	if d.sharpV() {
		p.WriteString(reflectText(x.t, false))
	}
	p.WriteByte('{')
	for i := range u.NumFields() {
		f := u.Field(i)
		switch {
		case i > 0 && d.sharpV():
			p.WriteString(", ")
		case i > 0:
			p.WriteByte(' ')
		}
		if d.plusV() || d.sharpV() {
			p.WriteString(f.Name() + ":")
		}
		y := x.part(i, f.Type())
		if it, ok := machine.Under(f.Type()).(*types.Interface); ok && it != nil { // as if it held it itself
			if held, _ := y.get(p.t).(iface); held.T != nil {
				y = spot{t: held.T, v: held.V}
			}
		}
		p.value(d, y, depth+1, open && f.Exported())
	}
	p.WriteByte('}')
}

// list prints a slice or an array.
func (p *printer) list(d directive, x spot, elem types.Type, n int, at func(i int) spot, depth int, open bool) {
	s, isSlice := x.get(p.t).(slice)
	if strings.ContainsRune("sqxX", d.verb) && isByte(elem) {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(machine.AsInt(at(i).get(p.t)))
		}
		fmt.Fprintf(p, d.spec(d.verb), b)
		return
	}
	sep := " "
	if d.sharpV() {
		p.WriteString(reflectText(x.t, false))
		if isSlice && s.Base == nil {
			p.WriteString("(nil)")
			return
		}
		sep = ", "
		p.WriteByte('{')
	} else {
		p.WriteByte('[')
	}
	for i := range n {
		if i > 0 {
			p.WriteString(sep)
		}
		p.value(d, at(i), depth+1, open)
	}
	if d.sharpV() {
		p.WriteByte('}')
	} else {
		p.WriteByte(']')
	}
}

// table prints a map, sorted by its keys.
func (p *printer) table(d directive, x spot, u *types.Map, depth int, open bool) {
	m, _ := x.get(p.t).(*table)
	sep := " "
	if d.sharpV() {
		p.WriteString(reflectText(x.t, false))
		if m == nil {
			p.WriteString("(nil)")
			return
		}
		sep = ", "
		p.WriteByte('{')
	} else {
		p.WriteString("map[")
	}
	var list []*machine.Entry
	if m != nil {
		p.t.Access(&m.Head, false)
		for _, e := range m.Order {
			if !e.Dead {
				list = append(list, e)
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return orderOf(list[i].K, list[j].K) < 0 })
	for i, e := range list {
		if i > 0 {
			p.WriteString(sep)
		}
		p.value(d, spot{t: u.Key(), v: e.K}, depth+1, open)
		p.WriteByte(':')
		p.value(d, spot{t: u.Elem(), v: e.V}, depth+1, open)
	}
	if d.sharpV() {
		p.WriteByte('}')
	} else {
		p.WriteByte(']')
	}
}

// orderOf orders keys of maps.
func orderOf(a, b value) int {
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return cmpOf(a, b)
		}
	case uint64:
		if b, ok := b.(uint64); ok {
			return cmpOf(a, b)
		}
	case float64:
		if b, ok := b.(float64); ok {
			return cmpOf(a, b)
		}
	case string:
		if b, ok := b.(string); ok {
			return strings.Compare(a, b)
		}
	case bool:
		if b, ok := b.(bool); ok {
			return int(truth(a) - truth(b))
		}
	case machine.Agg:
		if b, ok := b.(machine.Agg); ok && len(a) == len(b) {
			for i := range a {
				if c := orderOf(a[i], b[i]); c != 0 {
					return c
				}
			}
		}
	case iface:
		if b, ok := b.(iface); ok {
			if a.T == nil || b.T == nil || !types.Identical(a.T, b.T) {
				return strings.Compare(fmt.Sprint(a.T), fmt.Sprint(b.T))
			}
			return orderOf(a.V, b.V)
		}
	}
	return 0
}

// cmpOf orders numbers; what is no number comes first.
func cmpOf[T int64 | uint64 | float64](a, b T) int {
	switch {
	case a == b:
		return 0
	case a < b || a != a:
		return -1
	}
	return 1
}

// address is a number for where something is.
func address(v value) (uintptr, bool) {
	switch v := v.(type) {
	case *cell:
		return uintptr(unsafe.Pointer(v)), true
	case slice:
		if v.Base == nil {
			return 0, true
		}
		if v.Off < len(v.Base.Parts) {
			return uintptr(unsafe.Pointer(&v.Base.Parts[v.Off])), true
		}
		return uintptr(unsafe.Pointer(v.Base)), true
	case *table:
		return uintptr(unsafe.Pointer(v)), true
	case *queue:
		return uintptr(unsafe.Pointer(v)), true
	case *function:
		return uintptr(unsafe.Pointer(v)), true
	}
	return 0, false
}

// pointer prints an address.
func (p *printer) pointer(d directive, x spot) {
	v := x.get(p.t)
	at, ok := address(v)
	_, isSlice := v.(slice)
	switch {
	case !ok || isSlice && d.verb != 'p':
		p.WriteString("%!" + string(d.verb) + "(" + reflectText(x.t, false) + "=")
		p.value(directive{wid: -1, prec: -1, verb: 'v'}, x, 0, false)
		p.WriteByte(')')
	case d.sharpV():
		p.WriteString("(" + reflectText(x.t, false) + ")(")
		if at == 0 {
			p.WriteString("nil)")
		} else {
			p.WriteString("0x" + strconv.FormatUint(uint64(at), 16) + ")")
		}
	case d.verb == 'v' && at == 0:
		fmt.Fprintf(p, d.spec('v'), nil)
	case d.verb == 'v':
		d.flags, d.verb = d.flags+"#", 'x'
		fmt.Fprintf(p, d.spec('x'), at)
	case d.verb == 'p':
		if d.has('#') {
			d.flags = strings.ReplaceAll(d.flags, "#", "")
		} else {
			d.flags += "#"
		}
		fmt.Fprintf(p, d.spec('x'), at)
	case strings.ContainsRune("bodxX", d.verb):
		fmt.Fprintf(p, d.spec(d.verb), at)
	default:
		hex := strconv.FormatUint(uint64(at), 16)
		p.WriteString("%!" + string(d.verb) + "(" + reflectText(x.t, false) + "=0x" + hex + ")")
	}
}

// values are the arguments of a ...any.
func boxesOf(t *thread, v value) []iface {
	s, _ := v.(slice)
	list := make([]iface, s.Len)
	for i := range list {
		list[i], _ = t.Load(s.At(i)).(iface)
	}
	return list
}

// A formatting is a format in progress.
type formatting struct {
	printer         // what is printed so far
	format  string  // the format
	at      int     // where in the format
	args    []iface // all arguments
	arg     int     // the next one
	moved   bool    // an index was given
	bad     bool    // one that there is not
}

// number reads a number of a format; -1 if there is none.
func (f *formatting) number() int {
	n := -1
	for f.at < len(f.format) && f.format[f.at] >= '0' && f.format[f.at] <= '9' {
		n = max(n, 0)*10 + int(f.format[f.at]-'0')
		if f.at++; n > 1_000_000 {
			n = -1
			f.bad = true
		}
	}
	return n
}

// index reads an argument's number, as in %[1]d.
func (f *formatting) index() {
	if f.at >= len(f.format) || f.format[f.at] != '[' {
		return
	}
	end := strings.IndexByte(f.format[f.at:], ']')
	f.moved = true
	if end < 0 {
		f.bad = true
		f.at++
		return
	}
	n, err := strconv.Atoi(f.format[f.at+1 : f.at+end])
	f.at += end + 1
	if err != nil || n < 1 || n > len(f.args) {
		f.bad = true
		return
	}
	f.arg = n - 1
}

// star reads a width or a precision that is an argument.
func (f *formatting) star(what string) (int, bool) {
	f.index()
	if f.at >= len(f.format) || f.format[f.at] != '*' {
		return -1, false
	}
	f.at++
	if f.arg < len(f.args) {
		x := f.args[f.arg].V
		f.arg++
		if n, ok := x.(int64); ok && n > -1000000 && n < 1000000 {
			return int(n), true
		}
	}
	f.WriteString("%!(BAD" + what + ")")
	return -1, false
}

// directive reads what stands behind a percent sign.
func (f *formatting) directive() (d directive, ok bool) {
	d.wid, d.prec = -1, -1
	f.bad = false
	for f.at < len(f.format) && strings.IndexByte("+-# 0", f.format[f.at]) >= 0 {
		if !d.has(f.format[f.at]) {
			d.flags += f.format[f.at : f.at+1]
		}
		f.at++
	}
	if n, isStar := f.star("WIDTH"); isStar {
		if d.wid = n; n < 0 {
			d.wid = -n
			d.flags += "-"
		}
	} else {
		d.wid = f.number()
	}
	if f.at < len(f.format) && f.format[f.at] == '.' {
		f.at++
		if n, isStar := f.star("PREC"); isStar {
			d.prec = n
		} else {
			d.prec = max(f.number(), 0)
		}
	}
	f.index()
	if f.at >= len(f.format) {
		return d, false
	}
	verb, n := utf8.DecodeRuneInString(f.format[f.at:])
	d.verb = verb
	f.at += n
	return d, true
}

// run prints the format.
func (f *formatting) run() string {
	for f.at < len(f.format) {
		i := strings.IndexByte(f.format[f.at:], '%')
		if i < 0 {
			f.WriteString(f.format[f.at:])
			break
		}
		f.WriteString(f.format[f.at : f.at+i])
		f.at += i + 1
		d, ok := f.directive()
		switch {
		case !ok:
			f.WriteString("%!(NOVERB)")
		case d.verb == '%':
			f.WriteByte('%')
		case f.bad:
			f.WriteString("%!" + string(d.verb) + "(BADINDEX)")
		case f.arg >= len(f.args):
			f.WriteString("%!" + string(d.verb) + "(MISSING)")
		default:
			if d.verb == 'w' {
				d.verb = 'v'
			}
			f.argument(d, f.args[f.arg])
			f.arg++
		}
	}
	if !f.moved && f.arg < len(f.args) {
		f.WriteString("%!(EXTRA ")
		for i, x := range f.args[f.arg:] {
			if i > 0 {
				f.WriteString(", ")
			}
			if x.T == nil {
				f.WriteString("<nil>")
				continue
			}
			f.WriteString(reflectText(x.T, false) + "=")
			f.argument(plainVerb, x)
		}
		f.WriteByte(')')
	}
	return f.String()
}

// plainVerb is %v.
var plainVerb = directive{wid: -1, prec: -1, verb: 'v'}

// plainText is a value as %v prints it.
func plainText(t *thread, x iface) string {
	p := &printer{t: t}
	p.argument(plainVerb, x)
	return p.String()
}

// printNatives are those of fmt.
var printNatives = map[string]native{
	"fmt.Sprintf": func(t *thread, args []value) value {
		f := &formatting{format: args[0].(string), args: boxesOf(t, args[1])}
		f.t = t
		return f.run()
	},
	"fmt.Sprint": func(t *thread, args []value) value {
		p := &printer{t: t}
		before := false
		for i, x := range boxesOf(t, args[0]) {
			isString := x.T != nil && kindOf(x.T) == reflect.String
			if i > 0 && !isString && !before {
				p.WriteByte(' ')
			}
			p.argument(plainVerb, x)
			before = isString
		}
		return p.String()
	},
	"fmt.Sprintln": func(t *thread, args []value) value {
		p := &printer{t: t}
		for i, x := range boxesOf(t, args[0]) {
			if i > 0 {
				p.WriteByte(' ')
			}
			p.argument(plainVerb, x)
		}
		return p.String() + "\n"
	},
}

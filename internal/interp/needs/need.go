// This file says which declarations of all packages are needed by what is run: those that it mentions, by name, and
// what these mention.

package needs

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// always are methods that may be called although no code mentions them: natives, and what is run as it is elsewhere,
// know them.
var always = []string{
	"Error", "String", "GoString", "Format", "Scan", "Is", "As", "Unwrap", "MarshalJSON", "UnmarshalJSON", "MarshalText",
	"UnmarshalText", "MarshalBinary", "UnmarshalBinary", "GobEncode", "GobDecode", "MarshalXML", "UnmarshalXML", "IsZero",
	"Len", "Less", "Swap", "Read", "Write", "Close", "LogValue", "Helper",
}

// asked are declarations that natives look up by their names, in the packages that make them.
var asked = map[string][][2]string{
	"runtime":          {{"runtime", "fault"}, {"runtime", "Frame"}},
	"fmt":              {{"fmt", "show"}, {"fmt", "Formatter"}, {"fmt", "GoStringer"}, {"fmt", "Stringer"}},
	"testing":          {{"testing", "RunTests"}},
	"testing/synctest": {{"testing", "testingSynctestTest"}, {"testing", "SynctestTest"}},
	"mime/multipart":   {{"net/textproto", "readMIMEHeader"}},
	"reflect":          {{"reflect", "Value"}},
	"encoding/json": {
		{"encoding/json", "Number"}, {"encoding/json", "Marshaler"}, {"encoding/json", "Unmarshaler"},
		{"encoding/json", "isZeroer"}, {"encoding", "TextMarshaler"}, {"encoding", "TextUnmarshaler"},
	},
}

// Why functions have no body, and variables are left out, although nothing is wrong.
const (
	OnlyDeclared = "there is only its declaration"
	HasNative    = "it has a native"
)

// New begins.
func New(p Program) *Set {
	w := &Set{
		Program: p, Units: map[string]*Unit{}, dirs: map[string]string{}, absent: map[string]string{},
		names: map[string]string{}, said: map[string]bool{}, waiting: map[string][]method{},
	}
	w.inspect = w.look
	for _, name := range always {
		w.said[name] = true
	}
	w.places(p.Types, map[*types.Package]bool{})
	return w
}

// Begin needs what is run, and what the machine and natives ask for.
func (w *Set) Begin() {
	u := newUnit(w.Path, User)
	u.Version = w.Go
	w.Main = u
	w.Units[u.Path] = u
	for _, f := range w.Files {
		w.adopt(u, f)
	}
	w.Find(nil, "runtime")
	w.Find(nil, "fmt")
	w.open(u)
	for _, f := range u.files {
		for _, d := range f.decls {
			if name := d.Names[0]; name == "main" || name == "TestMain" || IsTest(name) {
				w.need(d)
				if name != "main" {
					w.Find(nil, "testing")
				}
			}
		}
	}
	w.close()
}

// Find gives a package that is imported; if there is none it says why.
func (w *Set) Find(from *Unit, name string) (*Unit, string) {
	full, k := w.resolve(from, name)
	if u := w.Units[full]; u != nil {
		return u, ""
	}
	if why := w.absent[full]; why != "" {
		return nil, why
	}
	u, err := w.source(full, k)
	if err != nil {
		w.absent[full] = err.Error()
		return nil, err.Error()
	}
	w.Units[full] = u
	w.open(u)
	return u, ""
}

// open needs what a package does when it is initialised.
func (w *Set) open(u *Unit) {
	for _, x := range asked[u.Path] {
		if v, _ := w.Find(u, x[0]); v != nil {
			w.take(w.lookup(v, x[1]))
		}
	}
	if u.Kind == hollow {
		return
	}
	w.take(w.lookup(u, "init"))
	w.take(w.lookup(u, "import"))
	w.lookup(u, "_")
	for _, f := range u.files {
		if u.Kind != stand && f.tree != nil {
			w.initialise(f)
		}
	}
	if w.Whole && u.Path != w.Path {
		for _, f := range u.files {
			w.parse(f)
		}
		for _, f := range u.files {
			w.take(f.decls)
		}
	}
}

// initialise needs the variables of a file whose values have effects.
func (w *Set) initialise(f *file) {
	for _, d := range f.decls {
		if w.effective(d) {
			w.need(d)
		}
	}
}

// registers are packages of the standard library that keep what they are told.
var registers = map[string]bool{
	"flag": true, "expvar": true, "net/http": true, "database/sql": true, "encoding/gob": true, "image": true,
	"mime":    true,
	"net/rpc": true, "crypto": true, "log": true, "sync": true, "archive/zip": true, "context": true, "time": true,
	"os/signal": true, "testing": true, "runtime": true, "log/slog": true,
}

// effective reports whether a variable must have its value although nobody mentions it: what it calls may do more than
// give that.
func (w *Set) effective(d *Decl) bool {
	g, ok := d.Node.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return false
	}
	found := false
	ast.Inspect(g, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			found = found || w.acts(d, n.Fun)
		case *ast.UnaryExpr:
			found = found || n.Op == token.ARROW
		}
		return !found
	})
	return found
}

// acts reports whether a call may do more than give a value, by what is called.
func (w *Set) acts(d *Decl, fun ast.Expr) bool {
	switch f := fun.(type) {
	case *ast.Ident:
		list := w.lookup(d.unit, f.Name)
		for _, x := range list {
			if _, ok := x.Node.(*ast.FuncDecl); ok {
				return true
			}
		}
		return false
	case *ast.SelectorExpr:
		id, ok := f.X.(*ast.Ident)
		if !ok {
			return true
		}
		name, ok := d.file.imports[id.Name]
		return !ok || !standard(name) || registers[name]
	case *ast.IndexExpr:
		return w.acts(d, f.X)
	case *ast.IndexListExpr:
		return w.acts(d, f.X)
	case *ast.ParenExpr, *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.InterfaceType:
		return false
	}
	return true
}

// want needs what a package declares by some name; of a stand-in that lacks it, what it stands for declares, unless the
// stand-in itself asks. It reports whether there is something.
func (w *Set) want(u *Unit, name string) bool {
	if w.take(w.lookup(u.home, name)) {
		return true
	}
	if u.home.Kind != stand || w.current != nil && w.current.unit == u.home {
		return false
	}
	b := w.original(u.home)
	return b != nil && w.take(w.lookup(b, name))
}

// take needs declarations; it reports whether there are any.
func (w *Set) take(list []*Decl) bool {
	for _, d := range list {
		w.need(d)
	}
	return len(list) > 0
}

// original is the package that a stand-in stands for; nil if it is not of the standard library.
func (w *Set) original(u *Unit) *Unit {
	if u.behind == nil && standard(u.Path) {
		u.behind, _ = w.source(u.Path, hollow)
		if u.behind == nil {
			u.behind = newUnit(u.Path, hollow)
		}
		u.behind.home = u
	}
	return u.behind
}

// need puts a declaration among those that are needed.
func (w *Set) need(d *Decl) {
	if d.needed {
		return
	}
	d.needed = true
	d.unit.home.Needed = append(d.unit.home.Needed, d)
	w.queue = append(w.queue, d)
}

// close finds all that is needed by what is.
func (w *Set) close() {
	for len(w.queue) > 0 {
		d := w.queue[0]
		w.queue = w.queue[1:]
		w.current = d
		w.walk(d)
	}
	w.current = nil
}

// walk looks at what a declaration mentions.
func (w *Set) walk(d *Decl) {
	d.asks = map[string]bool{}
	if d.uses == nil {
		d.uses = map[string]bool{}
	}
	w.outer = true
	switch n := d.Node.(type) {
	case *ast.FuncDecl:
		if n.Recv != nil {
			ast.Inspect(n.Recv, w.inspect)
		}
		ast.Inspect(n.Type, w.inspect)
		switch {
		case n.Body == nil:
		case d.unit.Kind == hollow:
			d.Bare = OnlyDeclared
		case d.unit.Kind != User && w.Native(fullName(d.unit.Path, n)):
			d.Bare = HasNative
		default:
			w.outer = false
			ast.Inspect(n.Body, w.inspect)
		}
	case *ast.GenDecl:
		for _, s := range n.Specs {
			w.walkSpec(d, n, s)
		}
	}
}

// walkSpec looks at what a specification mentions.
func (w *Set) walkSpec(d *Decl, n *ast.GenDecl, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ImportSpec:
		for name := range d.uses {
			if _, why := w.Find(d.unit, name); why != "" {
				d.Gone = why
			}
		}
	case *ast.TypeSpec:
		if s.TypeParams != nil {
			ast.Inspect(s.TypeParams, w.inspect)
		}
		ast.Inspect(s.Type, w.inspect)
		w.typed(d.unit, s.Name.Name)
	case *ast.ValueSpec:
		if n.Tok == token.VAR && d.unit.Kind == hollow && !simple(s) {
			d.Gone = OnlyDeclared
			return
		}
		ast.Inspect(s, w.inspect)
	}
}

// simple reports whether a variable of a package of which there are only declarations has a value without any code.
func simple(s *ast.ValueSpec) bool {
	ok := true
	for _, x := range s.Values {
		ast.Inspect(x, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.CallExpr:
				switch f := n.Fun.(type) {
				case *ast.Ident:
					ok = ok && (f.Name == "new" || f.Name == "make" || f.Name == "len")
				case *ast.SelectorExpr:
					id, isName := f.X.(*ast.Ident)
					ok = ok && isName && id.Name == "errors" && f.Sel.Name == "New"
				default:
					ok = false
				}
			}
			return ok
		})
	}
	return ok
}

// fullName is the name of a function as ssa has it, unless it has type parameters.
func fullName(pkg string, fn *ast.FuncDecl) string {
	r := receiver(fn)
	if r == "" {
		return pkg + "." + fn.Name.Name
	}
	if _, ok := fn.Recv.List[0].Type.(*ast.StarExpr); ok {
		return "(*" + pkg + "." + r + ")." + fn.Name.Name
	}
	return "(" + pkg + "." + r + ")." + fn.Name.Name
}

// typed notes that a type is needed, and so its methods that somebody mentions.
func (w *Set) typed(u *Unit, name string) {
	for _, m := range u.methods[name] {
		full := name + "." + m
		switch {
		case w.said[m] || w.Whole && u.Kind != hollow || w.reflect && u.Kind == User && ast.IsExported(m):
			w.take(w.lookup(u, full))
			continue
		case u.Kind == User && ast.IsExported(m):
			w.own = append(w.own, method{u, full})
		}
		w.waiting[m] = append(w.waiting[m], method{u, full})
	}
	for full := range w.more[u] {
		if strings.HasPrefix(full, name+".") {
			w.take(w.lookup(w.original(u), full))
		}
	}
}

// say notes that a name is mentioned that may be a method's.
func (w *Set) say(name string) {
	if w.said[name] {
		return
	}
	w.said[name] = true
	for _, m := range w.waiting[name] {
		w.take(w.lookup(m.unit, m.name))
	}
	delete(w.waiting, name)
	if !w.reflect && (name == "MethodByName" || name == "NumMethod") {
		w.reflect = true
		for _, m := range w.own {
			w.take(w.lookup(m.unit, m.name))
		}
	}
}

// look looks at one node of what is needed.
func (w *Set) look(n ast.Node) bool {
	d := w.current
	switch n := n.(type) {
	case *ast.SelectorExpr:
		w.say(n.Sel.Name)
		id, ok := n.X.(*ast.Ident)
		if !ok {
			return true
		}
		if name, ok := d.file.imports[id.Name]; ok && name != "unsafe" && name != "C" {
			w.other(d, name, n.Sel.Name)
		} else if name == "unsafe" {
			d.uses[name] = true
		}
		w.mention(d, id.Name)
		return false
	case *ast.InterfaceType:
		for _, f := range n.Methods.List {
			for _, name := range f.Names {
				w.say(name.Name)
			}
		}
	case *ast.Field:
		ast.Inspect(n.Type, w.inspect)
		return false
	case *ast.Ident:
		w.mention(d, n.Name)
	}
	return true
}

// other needs something of another package.
func (w *Set) other(d *Decl, path, name string) {
	u, why := w.Find(d.unit, path)
	if u != nil {
		d.uses[path] = true
		w.want(u, name)
		return
	}
	switch {
	case w.outer:
		d.Gone = why
	case d.Bare == "":
		d.Bare = why
	}
}

// mention needs something of the own package, or of one that is imported with a dot.
func (w *Set) mention(d *Decl, name string) {
	if w.want(d.unit, name) {
		d.asks[name] = d.asks[name] || w.outer
		return
	}
	if !ast.IsExported(name) {
		return
	}
	for _, path := range d.file.dots {
		if u, _ := w.Find(d.unit, path); u != nil && w.want(u, name) {
			d.uses[path] = true
		}
	}
}

// IsTest reports whether a function may be a test by its name.
func IsTest(name string) bool { return strings.HasPrefix(name, "Test") && name != "TestMain" }

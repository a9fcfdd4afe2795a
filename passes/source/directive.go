// This file reads the directives in a package's comments (internal/directive) and says what they are about.

package source

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/directive"
)

// A commented declaration is one that a directive may stand at.
type commented struct {
	fn     *ast.FuncDecl // nil: fields, variables or a type
	fields []*types.Var  // fields and package-level variables that it is about
	within *types.Named  // the struct whose fields they are, or the type declared; nil for variables
	whole  bool          // the type itself is declared
}

// A fileReader reads one file.
type fileReader struct {
	r     *Result                         // the pass
	file  *ast.File                       // the file
	decls map[*ast.CommentGroup]commented // comments that stand at a declaration, and what that is
	code  map[int]int                     // by line: the leftmost column at which code starts or ends there
	spans [][2]int                        // first and last lines of statements without function literals that take several
}

// readDirectives fills in the package's directives, own ones first, then the imports' (V5).
func (r *Result) readDirectives() {
	s := r.Pkg.Source
	for _, f := range r.pass.Files {
		if hasDirectives(f) {
			newFileReader(r, f).read()
		}
	}
	type key struct {
		comment directive.Key // the comment it is written in
		target  facts.Symbol  // what it is about
	}
	seen := map[key]bool{}
	for _, imp := range r.Imports {
		for _, d := range imp.Source.Directives {
			if k := (key{directive.KeyOf(&d), d.Target}); !seen[k] {
				seen[k] = true
				s.Directives = append(s.Directives, d)
			}
		}
	}
}

// travelling are the directives that importers need.
func travelling(list []facts.Directive) []facts.Directive {
	var kept []facts.Directive
	for _, d := range list {
		if d.Kind != facts.GuardedBy && d.Kind != facts.GuardHint && !strings.HasSuffix(d.File.Name, "_test.go") {
			kept = append(kept, d)
		}
	}
	return kept
}

// hasDirectives reports whether any comment of a file may be one: most files have none.
func hasDirectives(f *ast.File) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
			d, err := directive.Parse(c.Text)
			return d != nil || err != nil
		})
	})
}

func newFileReader(r *Result, f *ast.File) *fileReader {
	x := &fileReader{r: r, file: f, decls: map[*ast.CommentGroup]commented{}, code: map[int]int{}}
	for _, d := range f.Decls {
		x.declared(d)
	}
	ast.Inspect(f, x.layout)
	return x
}

// declared notes the comments at a declaration.
func (x *fileReader) declared(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		x.at(commented{fn: d}, d.Doc)
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			outer := d.Doc
			if d.Lparen.IsValid() {
				outer = nil
			}
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				x.at(commented{fields: x.vars(spec.Names)}, outer, spec.Doc, spec.Comment)
			case *ast.TypeSpec:
				x.typeDeclared(spec, outer)
			}
		}
	}
}

// typeDeclared notes the comments at a type and at its fields.
func (x *fileReader) typeDeclared(spec *ast.TypeSpec, outer *ast.CommentGroup) {
	tn, ok := x.r.pass.TypesInfo.Defs[spec.Name].(*types.TypeName)
	if !ok {
		return
	}
	n, _ := types.Unalias(tn.Type()).(*types.Named)
	if n == nil {
		return
	}
	all := commented{within: n, whole: true}
	if st, ok := n.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			all.fields = append(all.fields, f)
		}
	}
	x.at(all, outer, spec.Doc, spec.Comment)
	if st, ok := spec.Type.(*ast.StructType); ok {
		for _, f := range st.Fields.List {
			x.at(commented{fields: x.vars(f.Names), within: n}, f.Doc, f.Comment)
		}
	}
}

// at notes what comments stand at.
func (x *fileReader) at(c commented, groups ...*ast.CommentGroup) {
	for _, g := range groups {
		if g != nil {
			x.decls[g] = c
		}
	}
}

func (x *fileReader) vars(names []*ast.Ident) []*types.Var {
	var list []*types.Var
	for _, id := range names {
		if v, ok := x.r.pass.TypesInfo.Defs[id].(*types.Var); ok {
			list = append(list, v)
		}
	}
	return list
}

// layout notes where code stands.
func (x *fileReader) layout(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.CommentGroup, *ast.Comment:
		return false
	case *ast.AssignStmt, *ast.ExprStmt, *ast.SendStmt, *ast.ReturnStmt, *ast.DeclStmt, *ast.GoStmt, *ast.DeferStmt:
		if from, to := x.line(n.Pos()), x.line(n.End()); from < to && !hasLiteral(n) {
			x.spans = append(x.spans, [2]int{from, to})
		}
	}
	for _, pos := range []token.Pos{n.Pos(), n.End() - 1} {
		p := x.r.pass.Fset.Position(pos)
		if col, ok := x.code[p.Line]; !ok || p.Column < col {
			x.code[p.Line] = p.Column
		}
	}
	return true
}

func (x *fileReader) line(pos token.Pos) int { return x.r.pass.Fset.Position(pos).Line }

// hasLiteral reports whether a function literal lies in a statement.
func hasLiteral(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		_, lit := m.(*ast.FuncLit)
		found = found || lit
		return !found
	})
	return found
}

// read reads all comments of the file.
func (x *fileReader) read() {
	for _, g := range x.file.Comments {
		for _, c := range g.List {
			d, err := directive.Parse(c.Text)
			if err == nil && d != nil && !x.r.set.leaves(d) {
				err = x.add(g, c, d)
			}
			if err != nil {
				x.r.Malformed = append(x.r.Malformed, Malformed{c.Pos(), err.Error()})
			}
		}
	}
}

// leaves reports whether golangci-lint, which runs us as one of its linters, heeds a comment itself.
func (s *settings) leaves(d *directive.Comment) bool {
	return d.Nolint && slices.Contains(d.Args, s.linter)
}

// add adds the directives that a comment means. An error says why it cannot mean anything here.
func (x *fileReader) add(g *ast.CommentGroup, c *ast.Comment, d *directive.Comment) error {
	out := facts.Directive{Reason: d.Reason}
	var line, col int
	out.File, line, col = x.r.Position(c.Pos())
	out.Line, out.Col = uint32(line), uint32(col)
	at, declared := x.decls[g]
	switch d.Verb {
	case directive.Ignore, directive.FileIgnore:
		out.Kind, out.Rules = facts.Ignore, d.Args
		x.cover(out, at, c, d.Verb == directive.FileIgnore || c.End() < x.file.Package)
		return nil
	case directive.Benign, directive.Owned:
		out.Kind, out.Rules = facts.Accepted, []string{"racecheck"}
		if !declared || d.Verb == directive.Owned && at.fn != nil {
			return fmt.Errorf("syncvet:%s stands at no field, variable or type", d.Verb)
		}
		x.cover(out, at, c, false)
		return nil
	case directive.Serial, directive.NotParallel:
		return x.apart(out, at, d)
	case directive.GuardedBy, directive.Hint:
		return x.guard(out, at, d)
	}
	return nil
}

// cover adds a directive for the lines or variables that a comment stands for (V1).
func (x *fileReader) cover(out facts.Directive, at commented, c *ast.Comment, all bool) {
	switch {
	case all:
		x.emit(out, out.File, 0, 0)
	case at.fn != nil:
		x.emit(out, out.File, x.line(at.fn.Pos()), x.line(at.fn.End()))
	case len(at.fields) > 0:
		for _, f := range at.fields {
			x.emit(out, x.symbol(f, at.within), 0, 0)
		}
	default:
		from := x.line(c.Pos())
		if col, ok := x.code[from]; !ok || col > x.r.pass.Fset.Position(c.Pos()).Column {
			from = x.next(c)
		}
		to := from
		for _, s := range x.spans {
			if s[0] <= from && from <= s[1] {
				from, to = min(from, s[0]), max(to, s[1])
			}
		}
		x.emit(out, out.File, from, to)
	}
}

// next is the first line of code below a comment and those that follow it directly.
func (x *fileReader) next(c *ast.Comment) int {
	line := x.line(c.End()) + 1
	for _, g := range x.file.Comments {
		for _, d := range g.List {
			if x.line(d.Pos()) == line && x.code[line] == 0 {
				line = x.line(d.End()) + 1
			}
		}
	}
	return line
}

func (x *fileReader) emit(d facts.Directive, target facts.Symbol, from, to int) {
	d.Target, d.From, d.To = target, uint32(from), uint32(to)
	x.r.Pkg.Source.Directives = append(x.r.Pkg.Source.Directives, d)
}

// symbol names a field of a type, or a package-level variable.
func (x *fileReader) symbol(v *types.Var, within *types.Named) facts.Symbol {
	s := facts.Symbol{Kind: facts.SymGlobal, Pkg: x.r.path, Name: v.Name()}
	if within != nil {
		s.Kind, s.Name = facts.SymField, within.Obj().Name()+"."+v.Name()
	}
	return s
}

// apart adds a directive about calls that do not overlap (V6).
func (x *fileReader) apart(out facts.Directive, at commented, d *directive.Comment) error {
	out.Kind = facts.Serial
	switch {
	case d.Verb == directive.NotParallel:
		out.Kind = facts.NotParallel
		for _, name := range d.Args {
			f := x.function(name)
			if f == nil {
				return fmt.Errorf("syncvet:notparallel: there is no function %s in this package", name)
			}
			out.Syms = append(out.Syms, DeclSymbol(f))
		}
	case at.fn != nil:
		if f, ok := x.r.pass.TypesInfo.Defs[at.fn.Name].(*types.Func); ok {
			out.Syms = []facts.Symbol{DeclSymbol(f)}
		}
	case at.whole:
		for m := range at.within.Methods() {
			out.Syms = append(out.Syms, DeclSymbol(m))
		}
	default:
		return errors.New("syncvet:serial stands at no function or type")
	}
	x.emit(out, facts.Symbol{}, 0, 0)
	return nil
}

// function finds a function F or a method T.M of the package; nil if there is none.
func (x *fileReader) function(name string) *types.Func {
	scope := x.r.pass.Pkg.Scope()
	recv, method, isMethod := strings.Cut(name, ".")
	if !isMethod {
		f, _ := scope.Lookup(name).(*types.Func)
		return f
	}
	tn, ok := scope.Lookup(recv).(*types.TypeName)
	if !ok {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(tn.Type()), true, x.r.pass.Pkg, method)
	f, _ := obj.(*types.Func)
	return f
}

// guard adds a directive about a lock. Hints that name no lock are no directives.
func (x *fileReader) guard(out facts.Directive, at commented, d *directive.Comment) error {
	out.Kind = facts.GuardHint
	if d.Verb == directive.GuardedBy {
		out.Kind = facts.GuardedBy
	}
	if at.fn != nil && !d.Prose {
		if f, ok := x.r.pass.TypesInfo.Defs[at.fn.Name].(*types.Func); ok {
			x.emit(out, DeclSymbol(f), 0, 0)
		}
		return nil
	}
	lock, ok := x.lock(d.Args[0], at.within)
	if out.Kind == facts.GuardedBy && (len(at.fields) == 0 || at.whole) {
		return errors.New("syncvet:guardedby stands at no field, variable or function")
	}
	if out.Kind == facts.GuardedBy && !ok {
		return fmt.Errorf("syncvet:guardedby: there is no lock %s here", d.Args[0])
	}
	if !ok || at.whole {
		return nil
	}
	out.Syms = []facts.Symbol{lock}
	for _, f := range at.fields {
		if s := x.symbol(f, at.within); s != lock {
			x.emit(out, s, 0, 0)
		}
	}
	return nil
}

// lock finds the lock that a name means: a field of the same struct, a package-level variable, or a field T.mu of
// another type.
func (x *fileReader) lock(name string, within *types.Named) (facts.Symbol, bool) {
	head, rest, _ := strings.Cut(name, ".")
	scope := x.r.pass.Pkg.Scope()
	if within != nil {
		if st, ok := within.Underlying().(*types.Struct); ok {
			if s, ok := x.fieldLock(within, st, name); ok {
				return s, true
			}
		}
	}
	switch obj := scope.Lookup(head).(type) {
	case *types.Var:
		if rest == "" && isLock(obj.Type(), x.r.pass.Pkg) {
			return facts.Symbol{Kind: facts.SymGlobal, Pkg: x.r.path, Name: head}, true
		}
	case *types.TypeName:
		if n, ok := types.Unalias(obj.Type()).(*types.Named); ok && rest != "" {
			if st, ok := n.Underlying().(*types.Struct); ok {
				return x.fieldLock(n, st, rest)
			}
		}
	}
	return facts.Symbol{}, false
}

// fieldLock finds the field of a struct that a name means, if it is a lock.
func (x *fileReader) fieldLock(n *types.Named, st *types.Struct, name string) (facts.Symbol, bool) {
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() == name && isLock(f.Type(), x.r.pass.Pkg) {
			return FieldSymbol(n, i), true
		}
	}
	return facts.Symbol{}, false
}

// isLock reports whether values of a type, or what they point to, have the methods of a lock.
func isLock(t types.Type, from *types.Package) bool {
	if _, ok := t.Underlying().(*types.Pointer); !ok && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	for _, name := range []string{"Lock", "Unlock"} {
		if m, _, _ := types.LookupFieldOrMethod(t, true, from, name); m == nil {
			return false
		}
	}
	return true
}

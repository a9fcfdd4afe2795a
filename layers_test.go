// This file checks the layers: which package may import which, who may print, and that no package keeps state in
// variables. It reads the source with go/parser, so that the test cache notices every change.

package syncvet_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const ownModule = "github.com/syncvet/syncvet"

// A layer is a row of the import policy. A pattern that ends in /... stands for everything below, too.
type layer struct {
	pkgs     []string // the packages it holds for, relative to the module
	ours     []string // what they may import of the module
	others   []string // what they may import of other modules
	notStd   []string // what they must not import of std
	mayPrint bool     // they may use the process's own output
}

// Words of the policy.
var (
	engines  = []string{"internal/pointsto", "internal/hb", "internal/lockgraph", "internal/blocking"}
	checkers = []string{"racecheck", "deadlockcheck"}
	// what extractors share: questions about the SSA of one function
	readers = []string{"internal/branch", "internal/place", "internal/ownership"}
	// what verdicts stand on
	verdictBase = []string{"internal/link", "internal/order", "internal/explain", "internal/evidence"}
	// who asks a program, and what it answers
	answers = []string{
		"internal/program",
		"internal/asked",
		"internal/link",
		"internal/explain",
		"internal/evidence",
		"internal/races",
		"internal/waits",
	}
	goSyntax = []string{"go/...", "log/...", "os"}
	// the library of the forward dataflow over blocks (internal/branch)
	dataflow = "honnef.co/go/tools/analysis/dfa/..."
)

// policy is the import policy; the first row that matches holds.
var policy = []layer{
	{pkgs: []string{"facts"}, notStd: goSyntax},
	{pkgs: []string{"internal/graph", "internal/rule", "internal/ruledoc"}, notStd: goSyntax},
	{pkgs: []string{"internal/evidence"}, ours: []string{"facts"}, notStd: goSyntax},
	{pkgs: []string{"internal/merge"}, ours: []string{"facts", "internal/evidence"}, notStd: goSyntax},
	{
		pkgs:   engines,
		ours:   []string{"internal/graph"},
		notStd: goSyntax,
	},
	{pkgs: []string{"internal/directive"}, ours: []string{"facts"}, notStd: goSyntax},
	{
		pkgs:   []string{"passes/..."},
		ours:   append([]string{"facts", "passes/...", "internal/models", "internal/directive"}, readers...),
		others: []string{"golang.org/x/tools/...", dataflow},
	},
	{
		pkgs:   readers,
		ours:   append([]string{"facts", "passes/source", "passes/flow", "internal/models", "internal/graph"}, readers...),
		others: []string{"golang.org/x/tools/...", dataflow},
	},
	{
		pkgs:   []string{"internal/fielduse"},
		ours:   append([]string{"facts", "passes/source", "passes/flow", "internal/models"}, readers...),
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs: []string{
			"internal/fieldwaits/readers", "internal/fieldwaits/requests", "internal/fieldwaits/served",
		},
		ours:   []string{"facts", "passes/source", "internal/fielduse", "internal/branch", "internal/place"},
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs:   []string{"internal/fieldwaits/clocks"},
		ours:   append([]string{"facts", "passes/source", "internal/fielduse"}, readers...),
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs:   []string{"internal/fieldwaits/requeued"},
		ours:   append([]string{"internal/models", "internal/fielduse"}, readers...),
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs: []string{"internal/fieldwaits/wakes"},
		ours: append(
			[]string{"facts", "passes/source", "passes/locks", "internal/models", "internal/fielduse"}, readers...),
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs: []string{"internal/fieldwaits"},
		ours: append([]string{
			"facts", "passes/...", "internal/evidence", "internal/models", "internal/fielduse", "internal/lockpaths",
			"internal/fieldwaits/...",
		}, readers...),
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs:   []string{"internal/guards/objects"},
		ours:   append([]string{"facts", "passes/source", "passes/flow", "internal/models"}, readers...),
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs: []string{"internal/guards/prepared"},
		ours: append(
			[]string{"facts", "passes/source", "passes/flow", "internal/models", "internal/guards/objects"}, readers...),
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs:   []string{"internal/guards/said"},
		ours:   []string{"facts", "passes/source"},
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs: []string{"internal/guards/sections"},
		ours: []string{"facts"},
	},
	{
		pkgs:   []string{"internal/guards/flagged", "internal/guards/slots"},
		ours:   readers,
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs: []string{"internal/guards", "internal/lockpaths"},
		ours: append(
			[]string{
				"facts", "passes/...", "internal/evidence", "internal/models", "internal/directive", "internal/rule",
				"internal/fielduse",
				"internal/guards/flagged", "internal/guards/objects", "internal/guards/prepared", "internal/guards/said",
				"internal/guards/sections", "internal/guards/slots",
			},
			readers...),
		others: []string{"golang.org/x/tools/..."},
	},
	{
		pkgs:   []string{"internal/pooled"},
		ours:   append([]string{"facts", "internal/evidence", "passes/source", "passes/flow", "internal/models"}, readers...),
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs:   []string{"internal/passtest"},
		ours:   []string{"facts", "passes/..."},
		others: []string{"golang.org/x/tools/..."},
	},
	{
		pkgs:   []string{"internal/link"},
		ours:   []string{"facts", "internal/directive", "internal/graph", "internal/models", "internal/pointsto"},
		notStd: goSyntax,
	},
	{pkgs: []string{"internal/relink"}, ours: []string{"facts", "internal/link", "internal/pointsto"}, notStd: goSyntax},
	{
		pkgs:   []string{"internal/order"},
		ours:   []string{"facts", "internal/link", "internal/pointsto", "internal/hb"},
		notStd: goSyntax,
	},
	{
		pkgs:   []string{"internal/explain"},
		ours:   []string{"facts", "internal/evidence", "internal/link", "internal/order", "internal/hb"},
		notStd: goSyntax,
	},
	{
		pkgs:   []string{"internal/ends/unseen"},
		ours:   append([]string{"facts", "internal/pointsto"}, verdictBase...),
		notStd: goSyntax,
	},
	{pkgs: []string{"internal/ends/meeting"}, ours: []string{"internal/link", "internal/pointsto"}, notStd: goSyntax},
	{
		pkgs:   []string{"internal/ends/skeleton"},
		ours:   []string{"internal/explain", "internal/hb", "internal/link", "internal/order"},
		notStd: goSyntax,
	},
	{
		pkgs: []string{
			"internal/ends",
		}, ours: append(
			[]string{"facts", "internal/activation", "internal/pointsto", "internal/hb", "internal/ends/..."},
			verdictBase...),
		notStd: goSyntax,
	},
	{
		pkgs: []string{
			"internal/races",
		}, ours: append(
			[]string{"facts", "internal/directive", "internal/ends", "internal/hb", "internal/rule"},
			verdictBase...,
		),
		notStd: goSyntax,
	},
	{
		pkgs:   []string{"internal/lockorder"},
		ours:   append([]string{"facts"}, append(verdictBase, engines...)...),
		notStd: goSyntax,
	},
	{pkgs: []string{"internal/waits/shapes"}, ours: []string{"facts"}, notStd: goSyntax},
	{
		pkgs:   []string{"internal/waits/exposure"},
		ours:   []string{"facts", "internal/link", "internal/pointsto"},
		notStd: goSyntax,
	},
	{
		pkgs: []string{"internal/waits"},
		ours: append(
			[]string{"facts", "internal/waits/shapes", "internal/waits/exposure"}, append(verdictBase, engines...)...,
		),
		notStd: goSyntax,
	},
	{
		pkgs: []string{"internal/activation"}, notStd: goSyntax,
		ours: []string{"facts", "internal/link", "internal/order", "internal/hb", "internal/pointsto"},
	},
	{
		pkgs:   []string{"internal/asked"},
		ours:   append([]string{"facts", "internal/hb", "internal/races"}, verdictBase...),
		notStd: goSyntax,
	},
	{
		pkgs: []string{
			"internal/program",
		}, ours: append([]string{
			"facts", "internal/asked", "internal/directive", "internal/lockorder", "internal/merge", "internal/relink",
			"internal/races", "internal/waits", "internal/waits/exposure",
		}, verdictBase...),
		notStd: goSyntax,
	},
	{
		pkgs:   []string{"internal/interp/machine"},
		ours:   []string{"internal/place"},
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs:   []string{"internal/interp/natives"},
		ours:   []string{"internal/interp/machine"},
		others: []string{"golang.org/x/tools/go/ssa", "golang.org/x/tools/go/types/typeutil"},
	},
	{
		pkgs:   []string{"internal/interp/needs"},
		others: []string{"golang.org/x/mod/modfile", "golang.org/x/mod/module", "golang.org/x/mod/semver"},
	},
	{
		pkgs: []string{"internal/interp"},
		ours: []string{
			"facts", "passes/source", "internal/branch", "internal/place", "internal/evidence", "internal/interp/machine",
			"internal/interp/natives", "internal/interp/needs",
		},
		others: []string{"golang.org/x/tools/go/ssa"},
	},
	{
		pkgs:     []string{"internal/interp/runs"},
		ours:     []string{"internal/interp"},
		others:   []string{"golang.org/x/tools/go/packages"},
		mayPrint: true,
	},
	{
		pkgs: append([]string{"internal/linked"}, checkers...),
		ours: append(
			[]string{
				"facts",
				"passes/...",
				"internal/guards",
				"internal/pooled",
				"internal/fielduse",
				"internal/fieldwaits",
				"internal/lockpaths",
				"internal/merge",
				"internal/report",
				"internal/ruledoc",
				"internal/settings",
				"internal/linked",
				"internal/interp",
				"internal/directive",
				"internal/fix",
			},
			answers...),
		others: []string{"golang.org/x/tools/go/analysis"},
	},
	{
		pkgs:   []string{"internal/models"},
		ours:   []string{"facts"},
		others: []string{"go.yaml.in/yaml/v4"},
		notStd: []string{"log/..."},
	},
	{
		pkgs:   []string{"internal/settings"},
		ours:   []string{"internal/models", "internal/report", "internal/ruledoc"},
		others: []string{"go.yaml.in/yaml/v4"},
		notStd: []string{"log/..."},
	},
	{pkgs: []string{"internal/conditions"}, notStd: []string{"log/...", "os"}},
	{pkgs: []string{"internal/report"}, ours: []string{"facts", "internal/ruledoc"}, notStd: []string{"log/..."}},
	{pkgs: []string{"internal/together"}, ours: []string{"internal/report"}, notStd: []string{"log/..."}},
	{pkgs: []string{"internal/fix"}, ours: []string{"internal/report"}, others: []string{"golang.org/x/tools/go/..."}},
	{
		pkgs: []string{
			"internal/lsp",
		}, ours: append(
			[]string{"facts", "passes/...", "internal/program", "internal/explain", "internal/report"},
			checkers...,
		),
		others: []string{"golang.org/x/tools/..."},
	},
	{
		pkgs: []string{
			"analyzers",
		}, ours: append([]string{"passes/source", "internal/report", "internal/directive", "internal/models"}, checkers...),
		others: []string{"golang.org/x/tools/go/analysis"},
	},
	{
		pkgs:   []string{"internal/workshop"},
		ours:   []string{"passes/...", "internal/link", "internal/lockpaths"},
		others: []string{"golang.org/x/tools/go/..."},
	},
	{
		pkgs: []string{"internal/cli"},
		ours: []string{
			"internal/report", "internal/ruledoc", "internal/together", "internal/models", "internal/settings",
			"internal/conditions",
		},
		others: []string{"golang.org/x/term"},
	},
	{
		pkgs:     []string{"internal/differential/..."},
		ours:     []string{"internal/report", "internal/conformance", "internal/differential"},
		mayPrint: true,
	},
	{
		pkgs:     []string{"internal/conformance/..."},
		ours:     []string{"internal/report", "internal/conformance"},
		mayPrint: true,
	},
	{
		pkgs: []string{"cmd/syncfacts"}, mayPrint: true, others: []string{"golang.org/x/tools/..."},
		ours: []string{"passes/...", "internal/callgraph", "internal/link", "internal/program", "internal/workshop"},
	},
	{
		pkgs: []string{
			"cmd/...",
		}, ours: append(
			[]string{"facts", "passes/...", "internal/cli", "internal/lsp", "internal/report", "analyzers"},
			checkers...,
		),
		others: []string{"golang.org/x/tools/..."}, mayPrint: true,
	},
	{pkgs: []string{"internal/callgraph"}, ours: []string{"facts", "internal/link"}, notStd: goSyntax},
	{pkgs: []string{"internal/published"}},
	{
		pkgs:   []string{"internal/hosts/..."},
		ours:   []string{"analyzers", "internal/report", "internal/conformance", "internal/published"},
		others: []string{"golang.org/x/tools/..."},
	},
	{
		pkgs:     []string{"internal/house"},
		ours:     []string{"internal/graph"},
		others:   []string{"golang.org/x/tools/go/packages"},
		mayPrint: true,
	},
	{
		pkgs:     []string{"bench/..."},
		ours:     []string{"..."},
		others:   []string{"golang.org/x/tools/...", "golang.org/x/mod/..."},
		mayPrint: true,
	},
}

// A sourceFile is one parsed file that is no test.
type sourceFile struct {
	name string // relative to the module, with slashes
	pkg  string // its directory
	ast  *ast.File
}

// sources parses the module, nested modules and testdata aside.
func sources(t *testing.T, fset *token.FileSet) []sourceFile {
	t.Helper()
	var files []sourceFile
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return enterDir(name, d)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		slashed := filepath.ToSlash(name)
		files = append(files, sourceFile{slashed, path.Dir(slashed), f})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// enterDir skips what is not part of the module.
func enterDir(name string, d fs.DirEntry) error {
	if name == "." {
		return nil
	}
	if strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") || d.Name() == "testdata" {
		return filepath.SkipDir
	}
	if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
		return filepath.SkipDir
	}
	return nil
}

// layerOf finds the row for a package.
func layerOf(pkg string) *layer {
	for i := range policy {
		if matchesAny(policy[i].pkgs, pkg) {
			return &policy[i]
		}
	}
	return nil
}

// matchesAny matches an import path against patterns.
func matchesAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		if pattern == "..." {
			return true
		}
		if root, ok := strings.CutSuffix(pattern, "/..."); ok {
			return pkg == root || strings.HasPrefix(pkg, root+"/")
		}
		return pkg == pattern
	})
}

// allows reports whether a package of the layer may import a path.
func (l *layer) allows(imported string) bool {
	if own, ok := strings.CutPrefix(imported, ownModule+"/"); ok {
		return matchesAny(l.ours, own)
	}
	first, _, _ := strings.Cut(imported, "/")
	if strings.Contains(first, ".") {
		return matchesAny(l.others, imported)
	}
	return !matchesAny(l.notStd, imported)
}

// TestLayers checks imports and prints.
func TestLayers(t *testing.T) {
	fset := token.NewFileSet()
	for _, f := range sources(t, fset) {
		l := layerOf(f.pkg)
		if l == nil {
			t.Errorf("%s: package %s has no row in the import policy", f.name, f.pkg)
			continue
		}
		for _, spec := range f.ast.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err != nil || !l.allows(imported) {
				t.Errorf("%s: %s may not import %s", fset.Position(spec.Pos()), f.pkg, spec.Path.Value)
			}
		}
		if !l.mayPrint {
			checkPrints(t, fset, f.ast)
		}
	}
}

// TestReadmeFolders wants each package in the README's table of folders, by itself or by a folder above.
func TestReadmeFolders(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, f := range sources(t, token.NewFileSet()) {
		if asked[f.pkg] {
			continue
		}
		asked[f.pkg] = true
		found := false
		for dir := f.pkg; dir != "." && !found; dir = path.Dir(dir) {
			found = strings.Contains(string(text), "`"+dir+"/`")
		}
		if !found {
			t.Errorf("the README does not say what %s is for", f.pkg)
		}
	}
}

// checkPrints reports calls that write to the process's own output.
func checkPrints(t *testing.T, fset *token.FileSet, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := ""
		switch fn := call.Fun.(type) {
		case *ast.Ident:
			name = fn.Name
		case *ast.SelectorExpr:
			if pkg, ok := fn.X.(*ast.Ident); ok && pkg.Obj == nil {
				name = pkg.Name + "." + fn.Sel.Name
			}
		}
		if name == "print" || name == "println" || strings.HasPrefix(name, "fmt.Print") || strings.HasPrefix(name, "log.") {
			t.Errorf("%s: %s prints", fset.Position(call.Pos()), name)
		}
		return true
	})
}

// TestNoState checks that package variables are set where they are declared and nowhere else.
func TestNoState(t *testing.T) {
	fset := token.NewFileSet()
	files := sources(t, fset)
	vars := map[string]map[string]bool{} // package -> its variables
	for _, f := range files {
		if vars[f.pkg] == nil {
			vars[f.pkg] = map[string]bool{}
		}
		for _, name := range packageVars(f.ast) {
			vars[f.pkg][name] = true
		}
	}
	for _, f := range files {
		ast.Inspect(f.ast, func(n ast.Node) bool {
			for _, target := range assigned(n) {
				id := rootOf(target)
				if id != nil && vars[f.pkg][id.Name] && !isLocal(f.ast, id) {
					t.Errorf("%s: assignment to package variable %s", fset.Position(id.Pos()), id.Name)
				}
			}
			return true
		})
	}
}

// packageVars lists the package variables that a file declares.
func packageVars(file *ast.File) []string {
	var names []string
	for _, d := range file.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
			for _, spec := range d.Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					names = append(names, id.Name)
				}
			}
		}
	}
	return names
}

// assigned lists the expressions that a statement assigns to.
func assigned(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	}
	return nil
}

// rootOf is the variable that an expression selects from, or nil. What lies behind a dereference or a call is not seen.
func rootOf(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.IndexExpr:
		return rootOf(e.X)
	case *ast.SelectorExpr:
		return rootOf(e.X)
	case *ast.ParenExpr:
		return rootOf(e.X)
	}
	return nil
}

// isLocal reports whether the parser resolved a name to something other than a package variable of the file; names
// declared in other files it leaves open.
func isLocal(file *ast.File, id *ast.Ident) bool {
	return id.Obj != nil && file.Scope.Lookup(id.Name) != id.Obj
}

// TestFileComments checks that every file says what it is for, and that commands are small.
func TestFileComments(t *testing.T) {
	fset := token.NewFileSet()
	for _, f := range sources(t, fset) {
		if !opensWell(f.ast) {
			t.Errorf("%s: does not open with \"This file ...\", \"Package ...\" or \"Command ...\"", f.name)
		}
		// the end of 59 lines is on line 60
		if lines := fset.Position(f.ast.FileEnd).Line; strings.HasPrefix(f.pkg, "cmd/") && lines > 60 {
			t.Errorf("%s: %d lines: the work belongs into a package", f.name, lines)
		}
	}
}

// opensWell looks at the first comment that is not only a directive.
func opensWell(file *ast.File) bool {
	text := ""
	for i := 0; i < len(file.Comments) && text == ""; i++ {
		text = file.Comments[i].Text()
	}
	return slices.ContainsFunc(
		[]string{"This file ", "Package ", "Command "},
		func(s string) bool { return strings.HasPrefix(text, s) },
	)
}

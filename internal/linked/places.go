// This file finds source positions for places that facts know by package, file base name, line and column.

package linked

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/report"
)

// Places resolves positions for one pass.
type Places struct {
	pass  *analysis.Pass            // the driver's
	Own   string                    // import path of the package analysed, as facts spell it
	files map[string]*token.File    // the package's own files by base name
	lines map[fileLine]token.Pos    // where lines of translated files start; see translated
	dirs  map[string]string         // directories of other packages; "" where unknown
	alien map[string]*token.File    // stand-in files made for other packages, by absolute name
	pkgs  map[string]*types.Package // all that the package imports, directly or not, by path; nil until asked for
}

// NewPlaces makes the places of the package of a pass; own is its import path.
func NewPlaces(pass *analysis.Pass, own string) *Places {
	p := &Places{
		pass:  pass,
		Own:   own,
		files: map[string]*token.File{},
		dirs:  map[string]string{},
		alien: map[string]*token.File{},
		lines: map[fileLine]token.Pos{},
	}
	for _, f := range pass.Files {
		if tf := pass.Fset.File(f.FileStart); tf != nil {
			if directed(f) {
				p.translated(tf)
			} else {
				p.files[filepath.Base(pass.Fset.Position(f.Package).Filename)] = tf
			}
		}
	}
	return p
}

// directed reports whether a file has line directives: some of its lines are those of another file then, or other lines
// of its own.
func directed(f *ast.File) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return slices.ContainsFunc(g.List, func(c *ast.Comment) bool {
			return strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ")
		})
	})
}

// A fileLine is a line of a file by base name.
type fileLine struct {
	file string // base name
	line int    // 1-based
}

// translated notes where the lines of the source stand in a file that a tool such as cgo made of it: by its line
// directives.
func (p *Places) translated(tf *token.File) {
	for k := 1; k <= tf.LineCount(); k++ {
		pos := tf.LineStart(k)
		at := p.pass.Fset.Position(pos)
		if key := (fileLine{filepath.Base(at.Filename), at.Line}); p.lines[key] == token.NoPos {
			p.lines[key] = pos
		}
	}
}

// lineStart is where a line of one of the package's own files starts.
func (p *Places) lineStart(file string, line int) token.Pos {
	if pos, ok := p.lines[fileLine{file, line}]; ok {
		return pos
	}
	if tf := p.files[file]; tf != nil && line <= tf.LineCount() {
		return tf.LineStart(line)
	}
	return token.NoPos
}

// Pos gives the token position of a place, token.NoPos when its file cannot be found.
func (p *Places) Pos(at link.Position) token.Pos {
	if at.Line == 0 {
		return token.NoPos
	}
	if at.File.Pkg == p.Own {
		start := p.lineStart(at.File.Name, int(at.Line))
		if start == token.NoPos {
			return token.NoPos
		}
		tf := p.pass.Fset.File(start)
		if off := tf.Offset(start) + max(int(at.Col)-1, 0); off <= tf.Size() {
			return tf.Pos(off)
		}
		return start
	}
	dir := p.dir(at.File.Pkg)
	if dir == "" || at.Line > alienLines {
		return token.NoPos
	}
	tf := p.standIn(filepath.Join(dir, at.File.Name))
	return tf.Pos((int(at.Line)-1)*alienWidth + min(max(int(at.Col)-1, 0), alienWidth-1))
}

// Nearest gives the token position of a place, or of what is nearest to it that is known: its file, or the package. A
// finding is never lost for
// want of a position, if it has one at all.
func (p *Places) Nearest(at link.Position) token.Pos {
	if pos := p.Pos(at); pos != token.NoPos || at.Line == 0 {
		return pos
	}
	if tf := p.files[at.File.Name]; tf != nil && at.File.Pkg == p.Own {
		return tf.Pos(0)
	}
	if len(p.pass.Files) > 0 {
		return p.pass.Files[0].Package
	}
	return token.NoPos
}

// Find gives the token position of a place in a finding.
func (p *Places) Find(at report.Pos) token.Pos {
	file := facts.Symbol{Kind: facts.SymFile, Pkg: at.Pkg, Name: at.File}
	return p.Pos(link.Position{File: file, Line: uint32(at.Line), Col: uint32(at.Col)})
}

// standIn is a file of the file set that has the right name and lines but no content.
func (p *Places) standIn(name string) *token.File {
	if tf := p.alien[name]; tf != nil {
		return tf
	}
	tf := p.pass.Fset.AddFile(name, -1, alienLines*alienWidth)
	lines := make([]int, alienLines)
	for i := range lines {
		lines[i] = i * alienWidth
	}
	tf.SetLines(lines)
	p.alien[name] = tf
	return tf
}

// dir is the directory of another package, found from the position of something it declares.
func (p *Places) dir(pkg string) string {
	if d, ok := p.dirs[pkg]; ok {
		return d
	}
	if p.pkgs == nil {
		p.pkgs = map[string]*types.Package{}
		p.gather(p.pass.Pkg)
	}
	d := ""
	if tp := p.pkgs[pkg]; tp != nil {
		for _, name := range tp.Scope().Names() {
			if f := p.pass.Fset.Position(tp.Scope().Lookup(name).Pos()).Filename; filepath.IsAbs(f) {
				d = filepath.Dir(f)
				break
			}
		}
	}
	p.dirs[pkg] = d
	return d
}

// PackageName is the name of a package: what its package clause says, or, if no types of it are known, the last element
// of its path.
func (p *Places) PackageName(pkg string) string {
	if pkg == p.Own {
		return p.pass.Pkg.Name()
	}
	p.dir(pkg) // gathers
	if tp := p.pkgs[pkg]; tp != nil {
		return tp.Name()
	}
	return report.PackageName(pkg)
}

// gather collects the packages below one.
func (p *Places) gather(tp *types.Package) {
	for _, imp := range tp.Imports() {
		if p.pkgs[imp.Path()] == nil {
			p.pkgs[imp.Path()] = imp
			p.gather(imp)
		}
	}
}

// Report gives a place in the form findings have.
func (p *Places) Report(at link.Position) report.Pos {
	out := report.Pos{Pkg: at.File.Pkg, File: at.File.Name, Line: int(at.Line), Col: int(at.Col)}
	if at.Line == 0 {
		return report.Pos{}
	}
	if at.File.Pkg == p.Own {
		if start := p.lineStart(at.File.Name, int(at.Line)); start != token.NoPos {
			out.Dir = filepath.Dir(p.pass.Fset.Position(start).Filename)
		}
	} else {
		out.Dir = p.dir(at.File.Pkg)
	}
	return out
}

// This file gives renderers what they need to know about the reader: where he stands, and the source text.

package cli

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"github.com/syncvet/syncvet/internal/conditions"
	"github.com/syncvet/syncvet/internal/report"
)

// view is the view from the working directory.
func (s *session) view() *report.View {
	src := sources{goroot: &s.goroot, lines: map[string][][]byte{}}
	read := syntax{src: &src, files: map[string]*conditions.File{}}
	return &report.View{
		Cwd:        s.cwd,
		Group:      s.opt.view,
		Pairs:      s.opt.pairs,
		Source:     src.line,
		Conditions: read.conditions,
		Version:    buildVersion(),
		Root:       repository(s.cwd),
	}
}

// viewOn is the view of who reads stdout.
func viewOn(s *session, stdout io.Writer) *report.View {
	view := s.view()
	view.Color, view.Person = colored(s.opt, stdout), isTerminal(stdout)
	return view
}

// colored reports whether what is written for people has colours.
func colored(opt *options, stdout io.Writer) bool {
	if opt.color == "auto" {
		return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(stdout)
	}
	return opt.color == "always"
}

// repository is the root of the repository that a directory lies in: the nearest directory above that has a .git; "" if
// there is none.
func repository(dir string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// buildVersion is the module version that this executable was built from, "" when unknown.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.Main.Version
}

// A syntax is the files parsed so far, by name; nil for those that cannot be.
type syntax struct {
	src   *sources                    // the text
	files map[string]*conditions.File // by absolute name
}

// conditions are those under which a position is reached, within its function.
func (s syntax) conditions(p report.Pos) []report.Condition {
	name := s.src.file(p)
	if name == "" {
		return nil
	}
	file, ok := s.files[name]
	if !ok {
		if src, err := os.ReadFile(name); err == nil {
			file = conditions.Parse(src)
		}
		s.files[name] = file
	}
	var list []report.Condition
	for _, c := range file.At(p.Line, p.Col) {
		list = append(list, report.Condition(c))
	}
	return list
}

// A sources is the files read so far, by name, as lines.
type sources struct {
	goroot *string             // "" if it is not known (yet)
	lines  map[string][][]byte // without their ends; nil for those that cannot be read
}

// file is the name of the file of a position; "" if it is not known. A package that nothing in the types of the
// analysed one leads to has no folder; the standard library's lie in GOROOT.
func (s *sources) file(p report.Pos) string {
	switch {
	case p.Dir != "":
		return filepath.Join(p.Dir, p.File)
	case *s.goroot == "" || p.Pkg == "":
		return ""
	}
	return filepath.Join(*s.goroot, "src", filepath.FromSlash(p.Pkg), p.File)
}

// line is the source text at a position, as it stands there.
func (s *sources) line(p report.Pos) string {
	name := s.file(p)
	if name == "" {
		return ""
	}
	lines, ok := s.lines[name]
	if !ok {
		data, err := os.ReadFile(name)
		if err == nil {
			lines = bytes.Split(data, []byte("\n"))
		}
		s.lines[name] = lines
	}
	if p.Line > len(lines) {
		return ""
	}
	return strings.TrimSuffix(string(lines[p.Line-1]), "\r")
}

// isTerminal reports whether a person reads w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

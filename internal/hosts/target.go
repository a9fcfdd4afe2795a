// This file is the corpus: modules of this repository, whole programs of testdata, and published modules.

package hosts

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/published"
)

// A Target is packages that are analysed in one run of a host.
type Target struct {
	Name     string   // as tests and exceptions call it
	Dir      string   // folder of the module or workspace, absolute, without symbolic links
	Patterns []string // packages
	env      []string // what its go commands need beside the environment of the process
}

// Env is the environment of commands on the target.
func (t *Target) Env() []string {
	env := append(os.Environ(), "GOFLAGS=-buildvcs=false", "GOTOOLCHAIN=local", "PWD="+t.Dir)
	return append(env, t.env...)
}

// command is a command in the target's folder.
func (t *Target) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = t.Dir, t.Env()
	return cmd
}

// A Module names a published module.
type Module struct {
	Path    string // module path
	Version string // "v1.10.1"
}

// Published are the published modules of the corpus.
func Published() []Module {
	return []Module{
		{"github.com/fsnotify/fsnotify", "v1.10.1"},
		{"github.com/robfig/cron/v3", "v3.0.1"},
		{"github.com/hashicorp/golang-lru/v2", "v2.0.7"},
		{"github.com/hashicorp/raft", "v1.8.0"},
	}
}

// Fetch copies a published module into dir/name from the module cache, into which the go command downloads it and what
// it needs.
func Fetch(dir string, m Module) (*Target, error) {
	from, err := published.Download(context.Background(), m.Path, m.Version)
	if err != nil {
		return nil, err
	}
	name := path.Base(m.Path)
	if len(name) == 2 && name[0] == 'v' { // a major version
		name = path.Base(path.Dir(m.Path))
	}
	t := &Target{
		Name:     name,
		Dir:      filepath.Join(dir, name),
		Patterns: []string{"./..."},
		env:      []string{"GOWORK=off", "GOFLAGS=-mod=mod -buildvcs=false"},
	}
	return t, published.Copy(t.Dir, from)
}

// Copy makes a target of a module's folder.
func Copy(dir, name, from string) (*Target, error) {
	t := &Target{
		Name:     name,
		Dir:      filepath.Join(dir, name),
		Patterns: []string{"./..."},
		env:      []string{"GOWORK=off", "GOPROXY=off"},
	}
	return t, published.Copy(t.Dir, from)
}

// Programs makes a workspace of the programs of testdata that have several packages and that keep accepts, by name.
// Programs with a module that stands in for a published one are left out, since two of them may not share a workspace,
// and so are those that do not build.
func Programs(dir, testdata string, keep func(name string) bool) (*Target, error) {
	t := &Target{Name: "programs", Dir: filepath.Join(dir, "programs")}
	t.env = []string{"GOWORK=" + filepath.Join(t.Dir, "go.work"), "GOPROXY=off"}
	work := bytes.NewBufferString("go 1.26\n")
	err := filepath.WalkDir(testdata, func(file string, d fs.DirEntry, err error) error {
		name, isArchive := strings.CutSuffix(filepath.Base(file), ".txtar")
		if err != nil || !isArchive || filepath.Base(filepath.Dir(file)) == "wrong" || !keep(name) {
			return err
		}
		archive, err := txtar.ParseFile(file)
		if err != nil || packages(archive) < 2 || replaces(archive) {
			return err
		}
		fmt.Fprintf(work, "use ./%s\n", name)
		t.Patterns = append(t.Patterns, "./"+name+"/...")
		return extract(filepath.Join(t.Dir, name), archive)
	})
	if err != nil {
		return nil, err
	}
	return t, os.WriteFile(filepath.Join(t.Dir, "go.work"), work.Bytes(), 0o666)
}

// packages counts the folders of a program that hold Go files, the root aside if it has none.
func packages(a *txtar.Archive) int {
	folders := map[string]bool{}
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, ".go") {
			folders[filepath.Dir(f.Name)] = true
		}
	}
	return len(folders)
}

// replaces reports whether a program has a module that stands in for another one.
func replaces(a *txtar.Archive) bool {
	return slices.ContainsFunc(a.Files, func(f txtar.File) bool {
		return path.Base(f.Name) == "go.mod" && bytes.Contains(f.Data, []byte("replace "))
	})
}

// extract writes an archive's files.
func extract(dir string, a *txtar.Archive) error {
	for _, f := range a.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

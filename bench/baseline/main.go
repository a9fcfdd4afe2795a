// Command baseline tries on a real module what a team does with findings that it has: it writes a baseline, edits the
// module at random and renames files, checks, seeds a race, and checks again; then it makes the module's releases
// commits of a repository, seeds a race in one of them, and asks at each commit what it brought.
//
//	go build -o bin/syncvet ./cmd/syncvet
//	go run ./bench/baseline -tool bin/syncvet github.com/reugn/go-quartz v0.13.0 v0.14.0 ...
//
// The last version is the one with the baseline. One line is printed for each step, with what syncvet says on stderr.
package main

import (
	"context"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/published"
)

func main() {
	tool := flag.String("tool", "", "the executable of syncvet")
	seed := flag.Uint64("seed", 1, "of the random edits")
	edits := flag.Int("edits", 200, "how many")
	flag.Parse()
	if *tool == "" || flag.NArg() < 2 {
		flag.Usage()
		os.Exit(2)
	}
	name, err := filepath.Abs(*tool)
	if err == nil {
		err = try(
			&trial{tool: name, module: flag.Arg(0), random: rand.New(rand.NewPCG(*seed, 0)), edits: *edits},
			flag.Args()[1:],
		)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "baseline:", err)
		os.Exit(1)
	}
}

// A trial is one module.
type trial struct {
	tool, module string     // executable, and path of the module
	dir          string     // where the module is
	random       *rand.Rand // chooses edits; the same seed makes the same ones
	edits        int        // how many edits are made before the tool is asked again
}

// try does both parts.
func try(t *trial, versions []string) error {
	tmp, err := os.MkdirTemp("", "baseline")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	t.dir = filepath.Join(tmp, "edited")
	if err := t.fetch(versions[len(versions)-1]); err != nil {
		return err
	}
	if err := t.baseline(); err != nil {
		return err
	}
	t.dir = filepath.Join(tmp, "history")
	return t.history(versions)
}

// baseline writes, edits, checks, seeds, checks.
func (t *trial) baseline() error {
	t.say("write", "-baseline", "write", "./...")
	n, renamed, err := t.edit()
	if err != nil {
		return err
	}
	t.say(fmt.Sprintf("check after %d edits, %d renamed files", n, renamed), "-baseline", "check", "./...")
	if err := t.plant(); err != nil {
		return err
	}
	t.say("check after a seeded race", "-baseline", "check", "./...")
	return nil
}

// history makes each version a commit, with the race from the middle one on, and asks what each one brought.
func (t *trial) history(versions []string) error {
	for i, v := range versions {
		if err := t.fetch(v); err != nil {
			return err
		}
		if i >= len(versions)/2 {
			if err := t.plant(); err != nil {
				return err
			}
		}
		if i == 0 {
			if err := t.git("init", "-q"); err != nil {
				return err
			}
		}
		if err := t.git("add", "-A"); err != nil {
			return err
		}
		if err := t.git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", v); err != nil {
			return err
		}
		if i > 0 {
			t.say("new in "+v, "-new-from-rev", "HEAD~1", "./...")
		}
	}
	return nil
}

// fetch replaces the files of the module, but for the repository, by those of a version.
func (t *trial) fetch(version string) error {
	from, err := published.Download(context.Background(), t.module, version)
	if err != nil {
		return err
	}
	old, _ := os.ReadDir(t.dir)
	for _, e := range old {
		if e.Name() != ".git" {
			if err := os.RemoveAll(filepath.Join(t.dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return published.Copy(t.dir, from)
}

// git runs git in the module.
func (t *trial) git(args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir = t.dir
	return cmd.Run()
}

// say runs syncvet and prints what it found, and what it said besides.
func (t *trial) say(what string, args ...string) {
	cmd := exec.Command(t.tool, append([]string{"-f", "text"}, args...)...)
	cmd.Dir = t.dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	fmt.Printf("%s: exit %d\n", what, cmd.ProcessState.ExitCode())
	for line := range strings.Lines(stderr.String()) {
		fmt.Print("  ", line)
	}
	for line := range strings.Lines(string(out)) {
		if !strings.HasPrefix(line, " ") && strings.TrimSpace(line) != "" {
			fmt.Print("  > ", line)
		}
	}
}

// plant adds a race to the module's first package.
func (t *trial) plant() error {
	files, err := t.files()
	if err != nil {
		return err
	}
	dir := filepath.Dir(files[0])
	f, err := parser.ParseFile(token.NewFileSet(), files[0], nil, parser.PackageClauseOnly)
	if err != nil {
		return err
	}
	const race = "\n\nvar seededHits int\n\n" +
		"// SeededRace has a race.\nfunc SeededRace() int {\n\tgo func() { seededHits++ }()\n\treturn seededHits\n}\n"
	return os.WriteFile(filepath.Join(dir, "seeded.go"), []byte("package "+f.Name.Name+race), 0o666)
}

// files are the module's Go files that build everywhere, without tests, in order.
func (t *trial) files() ([]string, error) {
	var out []string
	err := filepath.WalkDir(t.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(d.Name(), ".go")
		others := []string{"testdata", "examples", "example", "_examples", "mocks"}
		if d.IsDir() && name != t.dir && (strings.HasPrefix(d.Name(), ".") || slices.Contains(others, d.Name())) {
			return filepath.SkipDir
		}
		if base != d.Name() && !strings.Contains(base, "_") && base != "doc" {
			out = append(out, name)
		}
		return nil
	})
	if len(out) == 0 && err == nil {
		err = fmt.Errorf("%s has no files", t.module)
	}
	return out, err
}

// edit adds comments and statements at random places, and renames some files.
func (t *trial) edit() (n, renamed int, err error) {
	files, err := t.files()
	if err != nil {
		return 0, 0, err
	}
	for n < t.edits {
		name := files[t.random.IntN(len(files))]
		done, err := t.editFile(name, n)
		if err != nil {
			return n, 0, err
		}
		n += done
	}
	for i, name := range files {
		if i%4 == 1 {
			if err := os.Rename(name, filepath.Join(filepath.Dir(name), "a"+filepath.Base(name))); err != nil {
				return n, renamed, err
			}
			renamed++
		}
	}
	return n, renamed, nil
}

// editFile makes one edit before a random statement of a file, and reports whether it did: 1 or 0.
func (t *trial) editFile(name string, n int) (int, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, data, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	var places []int
	ast.Inspect(file, func(node ast.Node) bool {
		if b, ok := node.(*ast.BlockStmt); ok {
			for _, s := range b.List {
				if _, ok := s.(*ast.LabeledStmt); !ok && !isClause(s) {
					places = append(places, fset.Position(s.Pos()).Offset)
				}
			}
		}
		return true
	})
	if len(places) == 0 {
		return 0, nil
	}
	at := places[t.random.IntN(len(places))]
	text := fmt.Sprintf("// edit %d\n", n)
	if t.random.IntN(2) == 0 {
		text = fmt.Sprintf("_ = %d\n", n)
	}
	return 1, os.WriteFile(name, slices.Concat(data[:at], []byte(text), data[at:]), 0o666)
}

// isClause reports whether a statement is a clause of a switch or select, before which no other may stand.
func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

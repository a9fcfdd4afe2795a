// This file tries repairs: programs of internal/fix/testdata are repaired by `syncvet -fix` to what stands beside them,
// and then are not reported any more. A program with nothing beside it is reported, and not repaired.

package syncvet_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func TestFix(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses std")
	}
	tool, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob("internal/fix/testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no programs", err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	writeProgram(t, filepath.Join(root, "go.mod"), "module example.com/fix\n\ngo 1.26\n")
	golden := map[string]string{} // by file; its own text where it is not to be repaired
	var repaired []string         // packages
	for _, name := range archives {
		pkg := strings.TrimSuffix(filepath.Base(name), ".txtar")
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(root, pkg, "main.go")
		writeProgram(t, file, strings.TrimSuffix(string(a.Files[0].Data), "\n"))
		golden[file] = string(a.Files[len(a.Files)-1].Data)
		if len(a.Files) > 1 {
			repaired = append(repaired, "./"+pkg)
		}
	}
	if text, _ := front(t, tool, root, repaired...); text == "" {
		t.Fatal("nothing is reported before")
	}
	for _, pkg := range repaired {
		if text, _ := front(t, tool, root, pkg); text == "" {
			t.Errorf("%s: nothing is reported before", pkg)
		}
	}
	left, _ := front(t, tool, root, "-fix", "./...")
	for file, want := range golden {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", file, err, got)
		}
		pkg := filepath.Base(filepath.Dir(file))
		if strings.HasSuffix(pkg, "_not") && !strings.Contains(left, pkg+"/main.go:") {
			t.Errorf("%s is not reported", pkg)
		}
	}
	if text, exit := front(t, tool, root, repaired...); text != "" || exit != 0 {
		t.Errorf("after the repair: exit %d\n%s", exit, text)
	}
}

// front runs the command in a directory.
func front(t *testing.T, tool, dir string, args ...string) (stdout string, exit int) {
	t.Helper()
	cmd := exec.Command(tool, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if cmd.ProcessState.ExitCode() > 1 {
		t.Errorf("syncvet %v: %s", args, &stderr)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

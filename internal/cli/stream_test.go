// This file tests that what is found is shown before the last package is done: whole with -stream, also into a pipe,
// and as headlines with -progress and on a terminal.

package cli

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// twoPackages has a finding in one package, and another package that is done only when the test says so.
const twoPackages = `
-- go.mod --
module m

go 1.26
-- quick/quick.go --
package quick

var x int // say finding error
-- slow/slow.go --
package slow

var y int // say wait go
var z int // say finding error
`

// TestStream reads the first finding while the other package waits for that.
func TestStream(t *testing.T) {
	dir := module(t, twoPackages)
	cmd := exec.Command(os.Args[0], "-stream", "./...")
	cmd.Dir, cmd.Env = dir, append(environ(dir), "GOFLAGS=-mod=mod -p=4")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(out)
	first, err := in.ReadString('\n')
	if err != nil || !strings.HasPrefix(first, "quick/quick.go:3:11: data race on x") {
		t.Errorf("the first line is %q, %v", first, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "slow", "late")); err == nil {
		t.Error("the first line comes when all packages are done")
	}
	if err := os.WriteFile(filepath.Join(dir, "slow", "go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(in)
	if err != nil || !strings.Contains(string(rest), "\nslow/slow.go:4:11: data race on x") ||
		!strings.HasSuffix(string(rest), "\n2 findings: 2 high; 2 packages\n") {
		t.Errorf("the rest is\n%s%v", rest, err)
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitFindings {
		t.Error(err)
	}
}

// TestHeadlinesMeanwhile reads the headline of the first finding while the other package waits for that, on a terminal
// and in a pipe; the report itself is whole and in order at the end.
func TestHeadlinesMeanwhile(t *testing.T) {
	for name, args := range map[string][]string{
		"pipe":     {"sh", "-c", `"$0" -progress plain ./... 2>&1 >out`, os.Args[0]},
		"terminal": {"script", "-qefc", "'" + os.Args[0] + "' ./... >out", "/dev/null"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(args[0]); err != nil || name == "terminal" && runtime.GOOS != "linux" {
				t.Skip("no terminal")
			}
			dir := module(t, twoPackages)
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir, cmd.Env = dir, append(environ(dir), "GOFLAGS=-mod=mod -p=4")
			shown, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			in := bufio.NewReader(shown)
			line := ""
			for err == nil && !strings.Contains(line, "quick/quick.go:3:11: data race on x") {
				line, err = in.ReadString('\n')
			}
			if _, late := os.Stat(filepath.Join(dir, "slow", "late")); err != nil || late == nil {
				t.Errorf("no headline before all packages are done: %q, %v", line, err)
			}
			if err := os.WriteFile(filepath.Join(dir, "slow", "go"), nil, 0o666); err != nil {
				t.Fatal(err)
			}
			if rest, err := io.ReadAll(in); err != nil || strings.Contains(string(rest), "quick/quick.go") {
				t.Errorf("the headline comes again, or %v\n%s", err, rest)
			}
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != exitFindings {
				t.Error(err)
			}
			report, err := os.ReadFile(filepath.Join(dir, "out"))
			if err != nil || !strings.HasPrefix(string(report), "quick/quick.go:3:11: data race on x") ||
				!strings.HasSuffix(string(report), "\n2 findings: 2 high; 2 packages\n") {
				t.Errorf("%v\n%s", err, report)
			}
		})
	}
}

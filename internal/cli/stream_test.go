// This file tests that -stream shows what is found before the last package is done, also into a pipe.

package cli

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
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

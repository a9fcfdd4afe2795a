// This file measures what syncvet costs in other people's hosts, beside the same hosts without it, in one run.

package hosts

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	measure = flag.Bool(
		"measure",
		false,
		"measure golangci-lint and gopls with and without syncvet; needs the module proxy",
	)
	edits  = flag.Int("edits", 30, "with -measure: edits in gopls")
	edited = flag.String("edited", "internal/progress/progress.go", "with -measure: the file of gopls that is edited")
	delay  = flag.String("delay", "1s", "with -measure: how long gopls waits for further changes; 1s is its default")
)

// A cost is what one run of a command took.
type cost struct {
	wall, cpu time.Duration
	peak      int64 // bytes
}

func (c cost) String() string {
	return fmt.Sprintf("%.1f s wall, %.1f s CPU, %d MB", c.wall.Seconds(), c.cpu.Seconds(), c.peak>>20)
}

// costOf runs a command.
func costOf(cmd *exec.Cmd) (cost, error) {
	start := time.Now()
	_, err := output(cmd)
	if err != nil {
		return cost{}, err
	}
	s := cmd.ProcessState
	return cost{time.Since(start), s.UserTime() + s.SystemTime(), s.SysUsage().(*syscall.Rusage).Maxrss << 10}, nil
}

// TestMeasureGolangci runs golangci-lint with its default linters, with syncvet alone, and with both, cold and warm.
// The export data of all imports, those of tests included, is there before.
func TestMeasureGolangci(t *testing.T) {
	if !*measure {
		t.Skip("-measure")
	}
	exe := buildGolangci(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	sets := []struct{ name, config string }{
		{"default", "version: \"2\"\n"},
		{"syncvet", golangciConfig},
		{"both", strings.Replace(golangciConfig, "default: none", "default: standard", 1)},
	}
	for _, m := range []Module{{"github.com/hashicorp/raft", "v1.8.0"}, {"k8s.io/client-go", "v0.36.0"}} {
		target, err := Fetch(dir, m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := output(target.command("go", "list", "-export", "-deps", "-test", "./...")); err != nil {
			t.Fatal(err)
		}
		for _, set := range sets {
			config := filepath.Join(dir, set.name+".yml")
			if err := os.WriteFile(config, []byte(set.config), 0o666); err != nil {
				t.Fatal(err)
			}
			cache := t.TempDir()
			for _, state := range []string{"cold", "warm"} {
				args := []string{"run", "-c", config, "--issues-exit-code", "0", "--show-stats=false", "--allow-parallel-runners"}
				cmd := target.command(exe, append(args, target.Patterns...)...)
				cmd.Env = append(cmd.Env, "GOLANGCI_LINT_CACHE="+cache)
				c, err := costOf(cmd)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %s %s: %v", target.Name, set.name, state, c)
			}
		}
	}
}

// An editor is one gopls with one open file.
type editor struct {
	name    string
	client  *Client
	file    string
	text    string
	version int             // of the file; each is diagnosed
	walls   []time.Duration // from change to diagnostics
	cpus    []time.Duration // of the server, meanwhile
}

// TestMeasureGopls edits a file of gopls itself, in a plain gopls and in one with syncvet by turns.
func TestMeasureGopls(t *testing.T) {
	if !*measure {
		t.Skip("-measure")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := build("gopls-plain", filepath.Join("..", "..", "plugin", "gopls"), "golang.org/x/tools/gopls")
	if err != nil {
		t.Fatal(err)
	}
	target, err := Fetch(dir, Module{"golang.org/x/tools/gopls", "v0.23.0"})
	if err != nil {
		t.Fatal(err)
	}
	editors := []*editor{{name: "plain"}, {name: "syncvet"}}
	for i, exe := range []string{plain, buildGopls(t)} {
		editors[i].start(t, target, exe, filepath.Join(target.Dir, filepath.FromSlash(*edited)))
	}
	for k := range *edits {
		for _, e := range editors {
			e.edit(t, k)
		}
	}
	for _, e := range editors {
		slices.Sort(e.walls)
		slices.Sort(e.cpus)
		n := len(e.walls)
		t.Logf(
			"%s: median %v, worst %v; CPU median %v, worst %v; peak memory %d MB",
			e.name,
			e.walls[n/2],
			e.walls[n-1],
			e.cpus[n/2],
			e.cpus[n-1],
			e.status(t, "VmHWM")>>10,
		)
		if err := e.client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// start starts a server, opens the file and waits for its first diagnostics.
func (e *editor) start(t *testing.T, target *Target, exe, file string) {
	t.Helper()
	cmd := target.command(exe, "serve")
	cmd.Env = append(cmd.Env, goplsEnv(t.TempDir())...)
	var err error
	settings := editing()
	settings["diagnosticsDelay"] = *delay
	if e.client, err = StartClient(cmd, settings); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	e.file, e.text, e.version = file, string(text), 1
	before := e.cpu(t)
	start := time.Now()
	if err := e.client.Open(file); err != nil {
		t.Fatal(err)
	}
	if err := e.client.Diagnosed(e.version); err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: first diagnostics after %v, %v CPU", e.name, time.Since(start), e.cpu(t)-before)
}

// edit appends a function that starts a goroutine, another one each time, and waits until gopls has diagnosed the file:
// with syncvet, both of its races.
func (e *editor) edit(t *testing.T, k int) {
	t.Helper()
	e.version++
	text := e.text + fmt.Sprintf("\nfunc Edited%d() (n int) {\n\tgo func() { n += %d }()\n\treturn n\n}\n", k, k)
	before := e.cpu(t)
	start := time.Now()
	if err := e.client.Change(e.file, e.version, text); err != nil {
		t.Fatal(err)
	}
	if err := e.client.Diagnosed(e.version); err != nil {
		t.Fatal(err)
	}
	e.walls, e.cpus = append(e.walls, time.Since(start)), append(e.cpus, e.cpu(t)-before)
	found := slices.ContainsFunc(
		e.client.published[scheme+e.file],
		func(d Diagnostic) bool { return d.ours() && strings.Contains(d.Message, fmt.Sprintf("Edited%d", k)) },
	)
	if found != (e.name == "syncvet") {
		t.Errorf("%s: edit %d: race shown: %v", e.name, k, found)
	}
}

// cpu is the processor time that the server has taken, in steps of 10 ms.
func (e *editor) cpu(t *testing.T) time.Duration {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", e.client.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), ") ")
	words := strings.Fields(rest)
	user, _ := strconv.Atoi(words[11])
	system, _ := strconv.Atoi(words[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// status is a field of the server's status, in kB.
func (e *editor) status(t *testing.T, field string) int {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.client.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(data), field+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// This file shows that machines that share a cache by GOCACHEPROG share facts and findings, and that packages can be
// sharded over them.

package hosts

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/bench/sample"
)

// layered is a module of which below is imported by above, and beside by nobody. The race is closed in above.
const layered = `
-- go.mod --
module example.com/layered

go 1.26
-- below/below.go --
package below

type Counter struct{ N int }

func (c *Counter) Add() { c.N++ }
-- above/above.go --
package above

import "example.com/layered/below"

func Run() int {
	c := &below.Counter{}
	go c.Add()
	return c.N
}
-- beside/beside.go --
package beside

func Run() (n int) {
	go func() { n++ }()
	return n
}
`

// A machine is a go command with its own folders for builds; what it builds it shares.
type machine struct {
	t      *testing.T
	target *Target
	tool   string // bench/measure, which runs syncvet and keeps a log
	log    string
	env    []string
}

// newMachine makes a machine with cold folders.
func newMachine(t *testing.T, target *Target, exe, measure, cacheprog, store string) *machine {
	own := t.TempDir()
	m := &machine{t: t, target: target, tool: measure, log: filepath.Join(own, "log")}
	m.env = append(
		target.Env(),
		"GOCACHE="+filepath.Join(own, "gocache"),
		"MEASURE_TOOL="+exe,
		"MEASURE_SALT=shared",
		"MEASURE_LOG="+m.log,
		fmt.Sprintf("GOCACHEPROG=%s -store %s -local %s", cacheprog, store, filepath.Join(own, "files")),
	)
	return m
}

// vet analyses packages and gives the findings, and the packages that the tool ran on.
func (m *machine) vet(patterns ...string) (found []Finding, analysed []string) {
	m.t.Helper()
	if err := os.WriteFile(m.log, nil, 0o666); err != nil {
		m.t.Fatal(err)
	}
	target := *m.target
	target.Patterns, target.env = patterns, m.env
	found, err := Vet(m.tool)(&target)
	if err != nil {
		m.t.Fatal(err)
	}
	data, err := os.ReadFile(m.log)
	if err != nil {
		m.t.Fatal(err)
	}
	runs, err := sample.Read(bytes.NewReader(data))
	if err != nil {
		m.t.Fatal(err)
	}
	for _, r := range runs {
		analysed = append(analysed, r.Package)
	}
	slices.Sort(analysed)
	return found, analysed
}

// TestSharedCache analyses a module on one machine, then on a second one, then after a change, then in shards.
func TestSharedCache(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the runtime with a cold cache")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	target := &Target{Name: "layered", Dir: dir, env: []string{"GOWORK=off", "GOPROXY=off"}}
	if err := extract(dir, txtar.Parse([]byte(layered))); err != nil {
		t.Fatal(err)
	}
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join("..", "..")
	measure, err := build("measure", root, "./bench/measure")
	if err != nil {
		t.Fatal(err)
	}
	cacheprog, err := build("cacheprog", root, "./internal/hosts/cacheprog")
	if err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(t.TempDir(), "store")
	fresh := func() *machine { return newMachine(t, target, exe, measure, cacheprog, store) }

	found, analysed := fresh().vet("./...")
	t.Logf("first machine: %d packages analysed", len(analysed))
	if len(found) < 2 || !slices.Contains(analysed, "example.com/layered/above") {
		t.Fatalf("first machine: %v, analysed %v", found, analysed)
	}
	second := fresh()
	again, analysed := second.vet("./...")
	if !slices.Equal(again, found) || len(analysed) > 0 {
		t.Errorf("second machine: %v, want %v; analysed %v, want none", again, found, analysed)
	}
	change(
		t,
		filepath.Join(dir, "below", "below.go"),
		"func (c *Counter) Add() { c.N++ }",
		"func (c *Counter) Add() { c.N += 2; c.add() }\n\nfunc (c *Counter) add() { c.N++ }",
	)
	changed, analysed := second.vet("./...")
	if want := []string{"example.com/layered/above", "example.com/layered/below"}; !slices.Equal(analysed, want) {
		t.Errorf("after a change of below: analysed %v, want %v", analysed, want)
	}
	var sharded []Finding
	for _, pattern := range []string{"./above/...", "./below/... ./beside/..."} {
		part, analysed := fresh().vet(strings.Fields(pattern)...)
		if len(analysed) > 0 {
			t.Errorf("shard %s: analysed %v, want none", pattern, analysed)
		}
		sharded = append(sharded, part...)
	}
	if len(Missing(changed, sharded)) > 0 || len(Missing(sharded, changed)) > 0 {
		t.Errorf("shards: %v, want %v", sharded, changed)
	}
}

// TestShards runs the commands of docs/how-to/shared-cache.md as they are written there, each on a machine of its own
// behind one cache, and checks that what the shards say together is what one run on all packages says, in JSON and in
// SARIF, though both look at one package.
func TestShards(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the runtime with a cold cache")
	}
	dir := repository(t, nil)
	if err := extract(dir, txtar.Parse([]byte(layered))); err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	root := filepath.Join("..", "..")
	if err := inFolder(root, "build", "-o", filepath.Join(bin, "syncvet"), "./cmd/syncvet"); err != nil {
		t.Fatal(err)
	}
	cacheprog, err := build("cacheprog", root, "./internal/hosts/cacheprog")
	if err != nil {
		t.Fatal(err)
	}
	store := filepath.Join(t.TempDir(), "store")
	run := func(line string) string {
		own := t.TempDir()
		return "$ " + line + "\n" + shell(t, dir, []string{
			"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"),
			"GOWORK=off", "GOPROXY=off", "GOCACHE=" + filepath.Join(own, "gocache"),
			fmt.Sprintf("GOCACHEPROG=%s -store %s -local %s", cacheprog, store, filepath.Join(own, "files")),
		}, line)
	}
	first := "syncvet -f json ./above/... ./below/... > above.json"
	shown := transcript(t, "shared-cache.md", first)
	said := run(first)
	for _, line := range shown {
		if command, ok := strings.CutPrefix(line, "$ "); ok {
			said += run(command)
		}
	}
	shows(t, said, shown)

	ids := func(name string) []string {
		list := regexp.MustCompile(`"(id|syncvet/v1)": ?"[0-9a-f]+"`).FindAllString(text(t, filepath.Join(dir, name)), -1)
		slices.Sort(list)
		return list
	}
	for _, format := range []string{"json", "sarif"} {
		for _, line := range []string{
			"syncvet -f FORMAT -exit-zero ./... > whole.FORMAT",
			"syncvet -f FORMAT -exit-zero ./above/... ./below/... > one.FORMAT",
			"syncvet -f FORMAT -exit-zero ./above/... ./beside/... > two.FORMAT",
			"syncvet merge -f FORMAT -exit-zero one.FORMAT two.FORMAT > joined.FORMAT",
		} {
			t.Logf("%s", run(strings.ReplaceAll(line, "FORMAT", format)))
		}
		whole, joined := ids("whole."+format), ids("joined."+format)
		if len(whole) < 2 || !slices.Equal(joined, whole) {
			t.Errorf("%s: one run finds %v, two shards %v", format, whole, joined)
		}
	}
}

// change replaces text in a file.
func change(t *testing.T, name, from, to string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil || !bytes.Contains(data, []byte(from)) {
		t.Fatal(name, err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte(from), []byte(to), 1), 0o666); err != nil {
		t.Fatal(err)
	}
}

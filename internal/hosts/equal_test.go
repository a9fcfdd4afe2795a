// The tests of this package run every host on one corpus and compare what they show (O1 to O4).

package hosts

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/syncvet/syncvet/analyzers"
)

// full runs the hosts that take minutes to build, and the published modules, which come from the module proxy.
var full = flag.Bool("full", false, "all hosts, all of the corpus; needs the module proxy")

// only chooses hosts.
var only = flag.String("hosts", "", "hosts that are compared with go vet, with commas between; none: all")

// built is where executables are built; TestMain makes and removes it.
var built string

func TestMain(m *testing.M) {
	var err error
	if built, err = os.MkdirTemp("", "hosts"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(built)
	os.Exit(code)
}

// tool builds syncvet once.
var tool = sync.OnceValues(
	func() (string, error) { return build("syncvet", filepath.Join("..", ".."), "./cmd/syncvet") },
)

// build builds a command of the module in a folder.
func build(name, dir, pkg string) (string, error) {
	file := filepath.Join(built, name+".exe")
	cmd := exec.Command("go", "build", "-o", file, pkg)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", pkg, err, out)
	}
	return file, nil
}

// A host is a driver, which may take minutes to build, with its name in tables.
type host struct {
	name   string
	driver func(t *testing.T) Driver
}

// ready is a driver that is there.
func ready(d Driver) func(*testing.T) Driver { return func(*testing.T) Driver { return d } }

// light are the hosts that are this module's own code; go vet is the first.
func light(t *testing.T) []host {
	t.Helper()
	exe, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	return []host{
		{"go vet", ready(Vet(exe))},
		{"standalone", ready(Standalone(exe))},
		{"in-process", ready(Inprocess(exe))},
		{"nogo", ready(Nogo(analyzers.Checkers()))},
	}
}

// few are the programs of testdata that take part in every run; -full takes all.
var few = []string{
	"chain_race",
	"chain_deeper_race",
	"block_under_lock_pkgs_dead",
	"told_across_ok",
	"zero_field_race",
	"server_shop",
}

// targets is the corpus.
func targets(t *testing.T) []*Target {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	example, err := Copy(dir, "example", filepath.Join("..", "..", "example"))
	if err != nil {
		t.Fatal(err)
	}
	programs, err := Programs(
		dir,
		filepath.Join("..", "..", "testdata"),
		func(name string) bool { return *full || slices.Contains(few, name) },
	)
	if err != nil {
		t.Fatal(err)
	}
	list := []*Target{example, programs}
	if *full {
		for _, m := range Published() {
			p, err := Fetch(dir, m)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p)
		}
	}
	return list
}

// TestEqual holds what the hosts show equal, and logs a table of how many findings each shows.
func TestEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses programs with the part of std that they import")
	}
	hosts := light(t)
	if *full {
		hosts = append(hosts, heavy(t)...)
	}
	if chosen := strings.Split(*only, ","); *only != "" {
		hosts = slices.DeleteFunc(hosts, func(h host) bool { return h.name != "go vet" && !slices.Contains(chosen, h.name) })
		if len(hosts) != len(chosen)+1 {
			t.Fatalf("-hosts names %v, of which there are %d", chosen, len(hosts)-1)
		}
	}
	drivers := make([]Driver, len(hosts))
	for i, h := range hosts {
		drivers[i] = h.driver(t)
	}
	used := map[int]bool{} // rows of the table of exceptions
	var table strings.Builder
	tw := tabwriter.NewWriter(&table, 0, 8, 2, ' ', 0)
	fmt.Fprint(tw, "target")
	for _, h := range hosts {
		fmt.Fprint(tw, "\t", h.name)
	}
	fmt.Fprintln(tw)
	for _, target := range targets(t) {
		fmt.Fprint(tw, target.Name)
		var vet []Finding
		for i, h := range hosts {
			got, err := drivers[i](target)
			if err != nil {
				t.Fatalf("%s on %s: %v", h.name, target.Name, err)
			}
			if i == 0 {
				vet = got
				if len(vet) == 0 {
					t.Errorf("%s: go vet finds nothing", target.Name)
				}
			}
			fmt.Fprintf(tw, "\t%s", compare(t, h.name, target.Name, vet, got, used))
		}
		fmt.Fprintln(tw)
	}
	for row, e := range Exceptions() {
		if *full && *only == "" && !used[row] {
			t.Errorf("row %d of the exceptions explains nothing any more: %v", row, e)
		}
	}
	tw.Flush()
	t.Logf("findings, - missing and + further ones that the table of exceptions explains\n%s", table.String())
}

// compare reports the differences that no exception explains, and counts.
func compare(t *testing.T, host, target string, vet, got []Finding, used map[int]bool) string {
	t.Helper()
	text := fmt.Sprint(len(got))
	for _, side := range []struct {
		sign string
		list []Finding
		what string
	}{{"-", Missing(vet, got), "shown by go vet only"}, {"+", Missing(got, vet), "not shown by go vet"}} {
		if len(side.list) > 0 {
			text += fmt.Sprintf(" %s%d", side.sign, len(side.list))
		}
		for _, f := range side.list {
			row := Excepted(host, target, f)
			if row < 0 {
				t.Errorf("%s on %s: %s: %s %s", host, target, side.what, f, f.ID)
				continue
			}
			used[row] = true
			t.Logf("%s on %s: %s: %s: row %d", host, target, side.what, f, row)
		}
	}
	return text
}

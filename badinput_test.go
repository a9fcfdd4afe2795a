// This file checks what happens on input that does not build or that strains the analysis.
//
// Each archive of testdata/wrong opens with the exit code that the standalone command must give, as "exit N:"; the rest
// of its packages is analysed all the same, so that want comments hold as in other programs.

package syncvet_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var exitLine = regexp.MustCompile(`^exit ([0-9]):`)

// TestBadInput runs the standalone command on each archive by itself.
func TestBadInput(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses testdata and the part of std it imports")
	}
	for _, file := range archives(t, "wrong") {
		t.Run(nameOf(file), func(t *testing.T) { checkBadInput(t, nameOf(file), file) })
	}
}

// checkBadInput checks exit code and findings.
func checkBadInput(t *testing.T, name, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	exit := exitLine.FindSubmatch(archive.Comment)
	if exit == nil {
		t.Fatalf("%s: no exit code", file)
	}
	out, places := alone(t, name, archive)
	if want, _ := strconv.Atoi(string(exit[1])); out.exit != want {
		t.Errorf("exit code %d, want %d\n%s", out.exit, want, out.stderr)
	}
	wants := parseWants(t, name, archive)
	if *update {
		rewriteGrades(t, file, wants, places)
	}
	checkWants(t, wants, places)
}

// alone runs the standalone command on one archive outside any workspace and fails t if anything crashed.
func alone(t *testing.T, name string, archive *txtar.Archive) (output, []place) {
	t.Helper()
	tool, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	c := newCorpus(t)
	dir := filepath.Join(c.dir, name)
	extract(t, dir, archive)
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
	out, err := runStandalone(dir, env, tool, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.stderr, "panic:") || strings.Contains(out.stderr, "goroutine 1 [") {
		t.Errorf("panic\n%s", out.stderr)
	}
	var places []place
	for _, f := range out.findings {
		places = c.add(places, placeOf(f))
	}
	slices.SortFunc(places, comparePlaces)
	return out, places
}

// TestHugeFunction analyses a generated function of many thousand blocks beside a small race. Whether the function fits
// the budget is not the point: the race must be found, and an exceeded budget must be told by the exit code.
func TestHugeFunction(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses a large function")
	}
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/huge\n\ngo 1.26\n")},
		{Name: "huge.go", Data: hugeFunction(5000)},
		{Name: "main.go", Data: []byte(smallRace)},
	}}
	out, places := alone(t, "huge", archive)
	if out.exit != 1 && out.exit != 4 {
		t.Errorf("exit code %d, want 1 or 4\n%s", out.exit, out.stderr)
	}
	checkWants(t, parseWants(t, "huge", archive), places)
}

// TestManyCalls analyses generated functions that call each other from hundreds of places, and count and wait for
// goroutines, beside a small race: what is looked for some calls deep must not be looked for once for each way there.
func TestManyCalls(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses a large function")
	}
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/many\n\ngo 1.26\n")},
		{Name: "huge.go", Data: manyCalls(400)},
		{Name: "main.go", Data: []byte(smallRace)},
	}}
	out, places := alone(t, "many", archive)
	if out.exit != 1 && out.exit != 4 {
		t.Errorf("exit code %d, want 1 or 4\n%s", out.exit, out.stderr)
	}
	checkWants(t, parseWants(t, "many", archive), places)
}

// TestLateUsers analyses net/rpc, whose Server has users that only call later, in a way that cannot be modelled: what
// fails is the search of one scope, not the package.
func TestLateUsers(t *testing.T) {
	tool, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	extract(t, dir, &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/late\n\ngo 1.26\n")},
		{Name: "main.go", Data: []byte("package main\n\nfunc main() {}\n")},
	}})
	out, err := runStandalone(dir, os.Environ(), tool, "net/rpc")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.stderr, "panic:") {
		t.Errorf("panic\n%s", out.stderr)
	}
}

// manyCalls returns a file with two functions that call each other and themselves from n places each, as generated
// visitors do.
func manyCalls(n int) []byte {
	var src strings.Builder
	src.WriteString("package main\n\nimport \"sync\"\n\ntype table struct {\n\twg sync.WaitGroup\n\tnext *table\n}\n\n")
	for _, f := range []string{"huge", "other"} {
		fmt.Fprintf(&src, "func %s(t *table, op int) int {\n\tt.wg.Add(1)\n\tgo t.wg.Done()\n\tswitch op {\n", f)
		for i := range n {
			fmt.Fprintf(&src, "\tcase %d:\n\t\thuge(t.next, op-1)\n\t\tother(t.next, op-2)\n\t\tt.wg.Wait()\n", i)
		}
		src.WriteString("\t}\n\treturn op\n}\n\n")
	}
	return []byte(src.String())
}

const smallRace = `package main

func main() {
	n := 0
	done := make(chan bool)
	go func() {
		n = 1 // want RC1002/high "data race on local"
		done <- true
	}()
	println(n, huge(new(table), 1))
	<-done
}
`

// hugeFunction returns a file with one function of n branches that store, load, call and lock.
func hugeFunction(n int) []byte {
	var src strings.Builder
	src.WriteString(
		"package main\n\nimport \"sync\"\n\ntype table struct {\n\tmu sync.Mutex\n\tnext *table\n\trows " +
			"map[int]*table\n}\n\n",
	)
	src.WriteString("func huge(t *table, op int) int {\n\tswitch op {\n")
	for i := range n {
		fmt.Fprintf(
			&src,
			"\tcase %d:\n\t\tt.mu.Lock()\n\t\tt.rows[%d] = t.next\n\t\tt.next = &table{next: t}\n\t\tt.mu.Unlock()\n\t\tt = "+
				"t.rows[op]\n",
			i,
			i,
		)
	}
	src.WriteString("\t}\n\treturn len(t.rows)\n}\n")
	return []byte(src.String())
}

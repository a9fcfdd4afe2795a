// This file holds the stand-ins and natives against the real toolchain.

package interp

import (
	"cmp"
	"flag"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/interp/needs"
)

// update makes what programs print anew, with the real toolchain.
var update = flag.Bool("update", false, "run testdata/std with the real toolchain and keep what it prints")

// prelude is what the programs of testdata/std share.
const prelude = `package main

import (
	"fmt"
	"strings"
)

var said []string

func say(args ...any) { said = append(said, strings.TrimSuffix(fmt.Sprintln(args...), "\n")) }
`

// checking is a main function that compares.
const checking = prelude + `
func main() {
	run()
	list := strings.Split(strings.TrimSuffix(want, "\n"), "\n")
	got := strings.Split(strings.Join(said, "\n"), "\n")
	for i := range min(len(got), len(list)) {
		if got[i] != list[i] {
			panic("got " + got[i] + ", want " + list[i])
		}
	}
	if len(got) != len(list) {
		panic(fmt.Sprint("got ", len(got), " lines, want ", len(list), ": ", got[len(got)-1]))
	}
}
`

// printing is a main function that prints.
const printing = prelude + `
func main() {
	run()
	fmt.Println(strings.Join(said, "\n"))
}
`

// TestStdPrograms runs a program for each package, whose results are those of the real toolchain.
func TestStdPrograms(t *testing.T) {
	list, err := filepath.Glob("testdata/std/*.go")
	if err != nil || len(list) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range list {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			kept := strings.TrimSuffix(file, ".go") + ".txt"
			if *update {
				makeWanted(t, file, kept)
			}
			want, err := os.ReadFile(kept)
			if err != nil {
				t.Fatal(err)
			}
			other := checking + "\nvar want = " + strconv.Quote(string(want)) + "\n"
			tryStd(t, string(src), other)
		})
	}
}

// makeWanted keeps what the real toolchain prints.
func makeWanted(t *testing.T, file, kept string) {
	dir := t.TempDir()
	main, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"run.go": string(src), "main.go": printing, "go.mod": "module example.com/std\n\ngo 1.26\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(kept, out, 0o600); err != nil {
		t.Fatal(err)
	}
}

// tryStd runs a program, which must neither crash nor race.
func tryStd(t *testing.T, sources ...string) {
	fset := token.NewFileSet()
	var files []*ast.File
	for i, src := range sources {
		f, err := parser.ParseFile(fset, strconv.Itoa(i)+".go", src, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	out := Try(&Package{Path: "example.com/std", Fset: fset, Files: files, Module: "example.com/std"})
	for _, why := range out.Failed {
		t.Error("failed:", why)
	}
	for _, text := range out.Crashed {
		t.Error("crash:", text)
	}
	for pair := range out.Races {
		t.Error("race:", pair)
	}
	for at := range out.Stuck {
		t.Error("stuck:", at)
	}
	for at := range out.Panics {
		t.Error("panics:", at)
	}
	if out.Roots != 1 || out.Cut > 0 {
		t.Errorf("%d roots, %d runs broken off, %d steps", out.Roots, out.Cut, out.Steps)
	}
}

// TestStdLoads type-checks every stand-in and every package that is interpreted itself.
func TestStdLoads(t *testing.T) {
	var names []string
	for name, is := range pure {
		if _, err := os.Stat(filepath.Join(build.Default.GOROOT, "src", name)); is && err == nil { // some come and go
			names = append(names, name)
		}
	}
	err := filepath.WalkDir("_std", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		names = append(names, filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "_std"+string(filepath.Separator))))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	names = slices.Compact(slices.Sorted(slices.Values(names)))
	for part := range slices.Chunk(names, 20) { // a program may be so large only
		src := "package main\n"
		for _, name := range part {
			src += "import _ " + strconv.Quote(name) + "\n"
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "main.go", src+"func main() {}\n", 0)
		if err != nil {
			t.Fatal(err)
		}
		w := newProgram(&Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}})
		w.set.Whole = true
		if _, err := w.load(); err != nil {
			t.Error(err)
		}
		for _, u := range w.set.Units {
			for _, d := range u.Needed {
				if why := cmp.Or(d.Gone, d.Bare); why != "" && why != needs.OnlyDeclared && why != needs.HasNative {
					t.Errorf("%s: %s: %s", u.Path, d.Names, why)
				}
			}
		}
	}
}

// bubbles are tests with testing/synctest.
const bubbles = `package p

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := false
		ch := make(chan int)
		go func() {
			done = true
			<-ch
		}()
		synctest.Wait()
		if !done {
			t.Fatal("not done")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - 1)
		synctest.Wait()
		if ctx.Err() != nil {
			panic("too early")
		}
		time.Sleep(1)
		synctest.Wait()
		if ctx.Err() != context.DeadlineExceeded {
			panic("too late")
		}
		x := 0
		context.AfterFunc(ctx, func() { x = 1 })
		synctest.Wait()
		if x != 1 {
			panic("x")
		}
		go func() { time.Sleep(time.Hour); x++ }()
		close(ch)
	})
}
`

// TestStdBubbles runs tests in bubbles: what synctest.Wait orders is no race.
func TestStdBubbles(t *testing.T) { tryStd(t, bubbles) }

// racy is a program in which goroutines race inside natives.
const racy = `package main

import (
	"crypto/sha256"
	"encoding/json"
	"sync"
)

type T struct {
	A      int
	hidden int
	M      map[string]int
}

func main() {
	x := &T{M: map[string]int{}}
	var wg sync.WaitGroup
	wg.Go(func() { x.hidden++; x.M["a"]++ }) // line 18
	wg.Go(func() { json.Marshal(x) })        // line 19
	wg.Wait()
	wg.Go(func() { json.Unmarshal([]byte("{\"A\":1}"), x) }) // line 21
	wg.Go(func() { println(x.A) })                           // line 22
	wg.Wait()
	h := sha256.New()
	wg.Go(func() { h.Write([]byte("a")) }) // line 25
	wg.Go(func() { h.Sum(nil) })           // line 26
	wg.Wait()
}
`

// TestStdRaces sees the races of natives with the program, and no others.
func TestStdRaces(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "racy.go", racy, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := Try(&Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}, Module: "example.com/std"})
	var got []int
	for pair := range out.Races {
		got = append(got, int(pair[0].Line*100+pair[1].Line))
	}
	slices.Sort(got)
	if want := []int{1819, 2122, 2526}; !slices.Equal(got, want) || len(out.Failed) > 0 {
		t.Errorf("races %d, want %d; failed: %v", got, want, out.Failed)
	}
}

// closing is a test that sends on a closed channel.
const closing = `package p

import "testing"

func TestSend(t *testing.T) {
	ch := make(chan int, 1)
	close(ch)
	ch <- 1 // line 8
}
`

// TestStdPanics sees where a test panics, although the stand-in of testing recovers that and panics again.
func TestStdPanics(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p_test.go", closing, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := Try(&Package{Path: "example.com/std", Fset: fset, Files: []*ast.File{f}, Module: "example.com/std"})
	if len(out.Crashed) == 0 || len(out.Failed) > 0 {
		t.Errorf("crashed: %q, failed: %q", out.Crashed, out.Failed)
	}
	if len(out.Stalls) != 1 {
		t.Errorf("%d claims, want one", len(out.Stalls))
	}
	for at, s := range out.Stalls {
		if s.Kind != evidence.Misuse || at.Line != 8 {
			t.Errorf("a claim of kind %v at line %d, want %v at line 8", s.Kind, at.Line, evidence.Misuse)
		}
	}
}

// linking is a program that reaches functions of the run-time system by name.
const linking = `package main

import _ "unsafe"

//go:linkname below runtime.cheaprandn
func below(n uint32) uint32

//go:linkname nanotime runtime.nanotime
func nanotime() int64

func main() {
	if below(7) >= 7 || nanotime() <= 0 {
		panic("linkname")
	}
}
`

// TestStdLinked runs functions that are in the run-time system.
func TestStdLinked(t *testing.T) { tryStd(t, linking) }

// partial is a program that mentions what stand-ins lack, and functions that cannot be type-checked.
const partial = `package p

import (
	"crypto"
	"example.com/absent"
	"syscall"
	"testing"
)

const unlink = syscall.SYS_UNLINKAT + int(crypto.BLAKE2b_256)

var attr *syscall.SysProcAttr

type broken struct{ absent.Field }

func missing() { absent.F() }

func (broken) lost() {}

func TestRuns(t *testing.T) {
	if unlink < 10 || attr != nil {
		t.Fatal(unlink)
	}
}

func TestMissing(t *testing.T) { missing() }

func TestUndefined(t *testing.T) { nobody() }
`

// TestStdParts runs what can be run of a package, and says why the rest cannot.
func TestStdParts(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p_test.go", partial, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := Try(&Package{Path: "example.com/p", Fset: fset, Files: []*ast.File{f}})
	want := []string{
		"TestMissing: call of example.com/p.missing: no source of example.com/absent to run",
		"TestUndefined: call of example.com/p.TestUndefined: p_test.go:28:36: undefined: nobody",
	}
	if out.Roots != 1 || !slices.Equal(out.Failed, want) {
		t.Errorf("%d roots run, failed: %q, want 1 and %q", out.Roots, out.Failed, want)
	}
}

// asserting is a test with rarer assertions.
const asserting = `package p

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type quiet struct{ failed int }

func (q *quiet) Errorf(string, ...any) { q.failed++ }

func TestRare(t *testing.T) {
	hello := func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("hello " + r.URL.Query().Get("who"))) }
	for _, ok := range []bool{
		assert.JSONEq(t, "{\"a\": [1, 2]}", "{\"a\":[1,2]}"), assert.Regexp(t, "^a+$", "aaa"),
		assert.New(t).NotRegexpf("b", "aaa", "%d", 1), assert.IsIncreasing(t, []int{1, 2, 5}),
		assert.Implements(t, (*error)(nil), assert.AnError), assert.NoFileExists(t, "/none"),
		assert.HTTPBodyContains(t, hello, "GET", "/", map[string][]string{"who": {"you"}}, "hello you"),
		assert.InDeltaSlice(t, []float64{1, 2}, []float64{1.1, 2}, 0.2), assert.NotElementsMatch(t, []int{1}, []int{2}),
	} {
		if !ok {
			panic("assertion")
		}
	}
	q := &quiet{}
	if assert.JSONEq(q, "1", "2") || assert.IsIncreasing(q, []int{1, 1}) || assert.HTTPError(q, hello, "GET", "/", nil) ||
		q.failed != 3 {
		panic("no failure")
	}
	require.New(t).JSONEqf("1", "1", "text")
}
`

// TestStdAssertions runs assertions of testify.
func TestStdAssertions(t *testing.T) { tryStd(t, asserting) }

// calling is a program that asks for a terminal, and sums.
const calling = `package main

import (
	"hash/crc32"
	"syscall"
)

func main() {
	if syscall.SYS_IOCTL < 100 {
		if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, 1, 0, 0); err != syscall.ENOTTY {
			panic(err)
		}
	}
	for poly, want := range map[uint32]uint32{crc32.IEEE: 0x352441c2, crc32.Castagnoli: 0x364b3fb7} {
		if got := crc32.Checksum([]byte("abc"), crc32.MakeTable(poly)); got != want {
			panic(got)
		}
	}
}
`

// TestStdCalls runs system calls that can be answered, and sums of several polynomials.
func TestStdCalls(t *testing.T) { tryStd(t, calling) }

// This file tests what hosts can set (package analyzers), in the fastest of them: the imitation of nogo.

package hosts

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/analyzers"
)

// small is a module with findings of every grade, two of them on one line.
const small = `
-- go.mod --
module example.com/small

go 1.26
-- lib/lib.go --
package lib

func Later(f func()) {}
-- small.go --
package small

import (
	"sync"

	"example.com/small/lib"
)

type pair struct{ a, b int }

func (p *pair) set() { p.a, p.b = 1, 2 }

func Sum() int {
	p := &pair{}
	go p.set()
	return p.a + p.b
}

func Flag() bool {
	p := &pair{}
	go p.set()
	return p.a > 0 //nolint:syncvet // left to golangci-lint
}

func Leak() {
	c := make(chan int)
	go func() { c <- 1 }()
}

func Later() int {
	n := 0
	lib.Later(func() { n++ })
	return n
}

type Box struct {
	mu sync.Mutex
	n  int
}

func (b *Box) Put(n int) { b.mu.Lock(); b.n = n; b.mu.Unlock() }
func (b *Box) Add(n int) { b.mu.Lock(); b.n += n; b.mu.Unlock() }
func (b *Box) Get() int  { b.mu.Lock(); defer b.mu.Unlock(); return b.n }
func (b *Box) Peek() int { return b.n }

func (b *Box) Ensure() {
	b.mu.Lock()
	n := b.n
	b.mu.Unlock()
	if n == 0 {
		b.mu.Lock()
		b.n = 1
		b.mu.Unlock()
	}
}
-- small_test.go --
package small

import "testing"

func TestSum(t *testing.T) {
	tested := 0
	go func() { tested++ }()
	_ = tested
}
`

// smallTarget writes the module.
func smallTarget(t *testing.T) *Target { return offline(t, "small", small, ".") }

// offline is a target of a folder of modules that are written out, and of which nothing is fetched.
func offline(t *testing.T, name, modules, dir string) *Target {
	t.Helper()
	if testing.Short() {
		t.Skip("asks the go command for export data")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := extract(root, txtar.Parse([]byte(modules))); err != nil {
		t.Fatal(err)
	}
	return &Target{
		Name: name, Dir: filepath.Join(root, dir), Patterns: []string{"./..."}, env: []string{"GOWORK=off", "GOPROXY=off"},
	}
}

// shown is what analyzers with settings show about a target, as text.
func shown(t *testing.T, target *Target, list ...*analysis.Analyzer) []string {
	t.Helper()
	found, err := Nogo(list)(target)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range found {
		texts = append(texts, f.String())
	}
	return texts
}

// with makes the analyzers, and sets back after the test what holds for the process (A4).
func with(t *testing.T, opt analyzers.Options) []*analysis.Analyzer {
	t.Helper()
	t.Cleanup(func() {
		if _, err := analyzers.New(analyzers.Options{}); err != nil {
			t.Error(err)
		}
	})
	list, err := analyzers.New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestSettings checks that each setting has its effect.
func TestSettings(t *testing.T) {
	target := smallTarget(t)
	for _, c := range []struct {
		name string
		opt  analyzers.Options
		want []string // what some finding says
		not  []string // what none says
	}{
		{
			"defaults",
			analyzers.Options{},
			[]string{"pair.a", "pair.b", "GL3001", "small_test.go"},
			[]string{"small.go:22", `local "n"`, "AV5001"},
		},
		{"confidence", analyzers.Options{Confidence: "high"}, []string{"pair.a"}, []string{"Box.n"}},
		{"atomicity", analyzers.Options{Atomicity: true}, []string{"AV5001", "pair.a"}, nil},
		{"rules", analyzers.Options{Rules: []string{"GL*"}}, []string{"GL3001"}, []string{"RC1001"}},
		{"linter", analyzers.Options{Linter: "syncvet"}, []string{"small.go:22"}, nil},
		{"another linter", analyzers.Options{Linter: "other"}, nil, []string{"small.go:22"}},
		{
			"models",
			analyzers.Options{Models: "models:\n  - func: example.com/small/lib.Later\n    callback: {arg: 0}\n    run: " +
				"spawn\n"},
			[]string{`local "n"`},
			nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Join(shown(t, target, with(t, c.opt)...), "\n")
			for _, want := range c.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in\n%s", want, text)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text, not) {
					t.Errorf("%q should not be in\n%s", not, text)
				}
			}
		})
	}
}

// TestSettingsFile checks that each setting of .syncvet.yaml has its effect in every host.
func TestSettingsFile(t *testing.T) {
	target := smallTarget(t)
	var golangci, gopls string
	if *full {
		golangci, gopls = buildGolangci(t), buildGopls(t)
	}
	for _, c := range []struct {
		yaml string
		want []string // what some finding says
		not  []string // what none says
	}{
		{"exclude: {rules: [GL*], paths: ['*_test.go']}\n", []string{"pair.a", "Box.n"}, []string{"GL3001", "small_test.go"}},
		{"tests: false\nconfidence: high\n", []string{"pair.a", "GL3001"}, []string{"Box.n", "small_test.go"}},
		{"levels: {RC1001: fatal}\n", []string{"pair.a"}, nil},
	} {
		if err := os.WriteFile(filepath.Join(target.Dir, ".syncvet.yaml"), []byte(c.yaml), 0o666); err != nil {
			t.Fatal(err)
		}
		hosts := light(t)
		if *full { // each time with an empty cache: they do not look at the file again
			dir := t.TempDir()
			hosts = append(hosts, host{"golangci-lint", ready(Golangci(golangci, dir))},
				host{"gopls check", ready(GoplsCheck(gopls, dir))}, host{"gopls server", ready(GoplsServer(gopls, dir))})
		}
		for _, h := range hosts {
			list, err := h.driver(t)(target)
			if h.name == "standalone" && strings.Contains(c.yaml, "fatal") {
				continue // the front refuses it (internal/cli)
			}
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for _, f := range list {
				fmt.Fprintln(&text, f)
			}
			for _, want := range c.want {
				if !strings.Contains(text.String(), want) {
					t.Errorf("%s, %q: %q is missing in\n%s", h.name, c.yaml, want, &text)
				}
			}
			for _, not := range c.not {
				if strings.Contains(text.String(), not) {
					t.Errorf("%s, %q: %q should not be in\n%s", h.name, c.yaml, not, &text)
				}
			}
			if strings.Contains(c.yaml, "fatal") && h.name == "go vet" &&
				!strings.Contains(text.String(), "settings are left out: level \"fatal\"") {
				t.Errorf("%s: nothing about the mistake in\n%s", h.name, &text)
			}
		}
	}
}

// TestBadSettings checks that what is not understood is an error that names it.
func TestBadSettings(t *testing.T) {
	for word, opt := range map[string]analyzers.Options{
		"confidence": {Confidence: "certain"}, "RC9": {Rules: []string{"RC9"}}, "line 2": {Models: "models:\n  - funk: x\n"},
	} {
		if _, err := analyzers.New(opt); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%+v: error %v does not name %q", opt, err, word)
		}
	}
}

// TestJoined checks that one line is one diagnostic, that holds all evidence, and no related place.
func TestJoined(t *testing.T) {
	a, err := analyzers.Joined(analyzers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var sum []string
	for _, text := range shown(t, smallTarget(t), a) {
		if strings.HasPrefix(text, "small.go:11:") {
			sum = append(sum, text)
		}
	}
	if len(sum) != 1 {
		t.Fatalf("%d diagnostics on one line: %q", len(sum), sum)
	}
	for _, want := range []string{
		"\ndata race on",
		"pair.a",
		"pair.b",
		"started at",
		"confidence   high",
		"syncvet explain RC1001",
	} {
		if !strings.Contains(sum[0], want) {
			t.Errorf("%q is missing in\n%s", want, sum[0])
		}
	}
}

// TestGraded checks which analyzer reports what, and that together they report all.
func TestGraded(t *testing.T) {
	target := smallTarget(t)
	graded, err := analyzers.Graded(analyzers.Options{Confidence: "low"})
	if err != nil {
		t.Fatal(err)
	}
	severity := map[string]analyzers.Severity{}
	for _, g := range graded {
		for _, text := range shown(t, target, g.Analyzer) {
			if severity[text] != 0 {
				t.Errorf("%s: reported by two analyzers", text)
			}
			severity[text] = g.Severity
		}
	}
	for _, text := range shown(t, target, with(t, analyzers.Options{Confidence: "low"})...) {
		want := analyzers.SeverityError
		switch {
		case strings.Contains(text, "_test.go"): // of medium confidence, which a race in a test has at most, and in a test
			want = analyzers.SeverityInformation
		case strings.Contains(text, "Box.n"): // of medium confidence
			want = analyzers.SeverityWarning
		}
		if severity[text] != want {
			t.Errorf("%s: severity %d, want %d", text, severity[text], want)
		}
	}
}

// This file writes many programs into one module, one test function in a file of its own each, and runs the checker
// over it.

package differential

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/syncvet/syncvet/internal/conformance"
	"github.com/syncvet/syncvet/internal/report"
)

// goMod declares the module.
const goMod = "module gen.example\n\ngo 1.26\n"

// mainTest lets goroutines that are left over come to their end.
const mainTest = `package gen

import (
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	time.Sleep(5 * time.Millisecond)
	os.Exit(code)
}
`

// A batch is a module of programs.
type batch struct {
	dir   string        // of its files; absolute
	plans []*plan       // one program each, in the order of their tests' numbers
	lines []map[int]int // by program: which place each line is about
}

// newBatch writes a module.
func newBatch(dir string, plans []*plan) (*batch, error) {
	b := &batch{dir: dir, plans: plans}
	files := map[string]string{
		"go.mod":           goMod,
		"lib/lib.go":       library,
		"gen/gen.go":       "package gen\n",
		"gen/main_test.go": mainTest,
	}
	for k, p := range plans {
		text := render(p, b.name(k))
		b.lines = append(b.lines, marks(text))
		files["gen/"+b.file(k)] = text
		if strings.Contains(text, "far.") {
			files[b.name(k)+"/far/far.go"] = far
		}
	}
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func (b *batch) name(k int) string { return fmt.Sprintf("p%d", k) }
func (b *batch) file(k int) string { return b.name(k) + "_test.go" }

// marks reads the comments that tell which place a line is about.
func marks(text string) map[int]int {
	lines := map[int]int{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		if _, rest, ok := strings.Cut(line, "// "+mark); ok {
			num, _, _ := strings.Cut(rest, " ")
			if v, err := strconv.Atoi(num); err == nil {
				lines[n] = v
			}
		}
	}
	return lines
}

// fileName matches the files of programs.
var fileName = regexp.MustCompile(`^p(\d+)_test\.go$`)

// place tells which program and place a line is about; ok is false if it is about none.
func (b *batch) place(file string, line int) (k, v int, ok bool) {
	m := fileName.FindStringSubmatch(filepath.Base(file))
	if m == nil {
		return 0, 0, false
	}
	k, _ = strconv.Atoi(m[1])
	if k >= len(b.plans) {
		return 0, 0, false
	}
	v, ok = b.lines[k][line]
	return k, v, ok
}

// A spotted is a race as a detector tells it: two lines of a program, and the place that both are about.
type spotted struct {
	// index into batch.plans, and number of the place in the plan; place is unknown if the lines tell none
	program, place int
	lines          [2]int // in order
	text           string // what the checker says
	mixed          bool   // the other end is about another place
}

// reports runs the checker and lists what it says, by confidence.
func (b *batch) reports(tool string) (map[report.Confidence][]spotted, error) {
	diags, err := conformance.Vet(b.dir, goEnv(), tool, "-racecheck.evidence", "-racecheck.confidence=low", "./gen")
	if err != nil {
		return nil, err
	}
	found := map[report.Confidence][]spotted{}
	for i := range diags {
		f := diags[i].Finding
		if diags[i].IsSummary() || f == nil {
			continue
		}
		found[f.Confidence] = append(found[f.Confidence], b.about(f)...)
	}
	return found, nil
}

// about tells which places a report is about: one, or, if its ends lie in two, both (D2).
func (b *batch) about(f *report.Finding) []spotted {
	k, v, line, ok := b.locate(&f.Accesses[0])
	_, u, line2, ok2 := b.locate(&f.Accesses[1])
	if !ok || !ok2 {
		k, v = b.fallback(f.Pos)
		return []spotted{{program: k, place: v, text: f.Message}}
	}
	x := spotted{program: k, place: v, lines: ordered(line, line2), text: f.Message}
	if u == v {
		return []spotted{x}
	}
	x.mixed = true
	y := x
	y.place = u
	return []spotted{x, y}
}

// unknown is the place of a report that the marks do not explain.
const unknown = -1

// fallback is a report that is about no place of a program: something else is raced on.
func (b *batch) fallback(p report.Pos) (int, int) {
	if m := fileName.FindStringSubmatch(p.File); m != nil {
		k, _ := strconv.Atoi(m[1])
		return k, unknown
	}
	return unknown, unknown
}

func ordered(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// locate finds the innermost marked line on the way to an access (D2).
func (b *batch) locate(a *report.Access) (program, place, line int, ok bool) {
	at := []report.Pos{a.Pos}
	for k := len(a.Path) - 1; k > 0; k-- {
		at = append(at, a.Path[k].Call)
	}
	for _, p := range at {
		if k, v, ok := b.place(p.File, p.Line); ok {
			return k, v, p.Line, true
		}
	}
	return 0, 0, 0, false
}

// goEnv is the environment of go commands: this module alone, no network.
func goEnv() []string {
	return append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local")
}

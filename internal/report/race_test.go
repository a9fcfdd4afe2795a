// The format "race" is held against a parser of the race detector's layout, which also reads what the race detector
// printed (go1.26.8, of a program and of a test: testdata/racedetector.txt).

package report

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A detected is one race as the race detector prints it.
type detected struct {
	ends    [2]detectedEnd
	created map[string][]string // frames by goroutine, innermost first, "function file:line"
}

// A detectedEnd is one access.
type detectedEnd struct {
	kind, what, goroutine string
	stack                 []string
}

var (
	raceAccess = regexp.MustCompile(
		`^(Write|Read|Atomic write|Atomic read|Previous (?:atomic )?(?:write|read)) at (\S.*) by (goroutine \d+|main ` +
			`goroutine):$`,
	)
	raceCreated = regexp.MustCompile(`^(Goroutine \d+) \((running|finished)\) created at:$`)
	raceFunc    = regexp.MustCompile(`^  (\S.*)\(\)$`)
	raceFile    = regexp.MustCompile(`^      (\S.*:\d+) \+0x[0-9a-f]+$`)
	raceFound   = regexp.MustCompile(`^Found (\d+) data race\(s\)$`)
)

// A raceParser reads the layout line by line.
type raceParser struct {
	lines []string
	races []detected
}

// parseRaces reads a whole output. Lines outside of fences other than the count are an error, but for what go test
// prints around.
func parseRaces(text string) ([]detected, error) {
	p := &raceParser{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	for len(p.lines) > 0 {
		switch line := p.next(); {
		case line == fence:
			if err := p.race(); err != nil {
				return nil, err
			}
		case raceFound.MatchString(line):
			if want := raceFound.FindStringSubmatch(line)[1]; want != fmt.Sprint(len(p.races)) {
				return nil, fmt.Errorf("%s races said, %d printed", want, len(p.races))
			}
		case !strings.HasPrefix(
			line,
			"--- FAIL",
		) && !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "FAIL") && !strings.HasPrefix(line, "exit status"):
			return nil, fmt.Errorf("line %q", line)
		}
	}
	return p.races, nil
}

// next takes a line.
func (p *raceParser) next() string {
	if len(p.lines) == 0 {
		return "end of file"
	}
	line := p.lines[0]
	p.lines = p.lines[1:]
	return line
}

// race reads up to the closing fence.
func (p *raceParser) race() error {
	if line := p.next(); line != "WARNING: DATA RACE" {
		return fmt.Errorf("title %q", line)
	}
	r := detected{created: map[string][]string{}}
	for i := range r.ends {
		line := p.next()
		m := raceAccess.FindStringSubmatch(line)
		if m == nil || strings.HasPrefix(m[1], "Previous") != (i == 1) {
			return fmt.Errorf("access %d: %q", i, line)
		}
		r.ends[i] = detectedEnd{m[1], m[2], m[3], p.stack()}
		if blank := p.next(); len(r.ends[i].stack) == 0 || blank != "" {
			return fmt.Errorf("after the stack of access %d: %q", i, blank)
		}
	}
	for {
		line := p.next()
		if line == fence {
			p.races = append(p.races, r)
			return nil
		}
		m := raceCreated.FindStringSubmatch(line)
		if m == nil {
			return fmt.Errorf("goroutine: %q", line)
		}
		r.created[strings.ToLower(m[1])] = p.stack()
		if p.lines[0] == "" {
			p.next()
		}
	}
}

// stack reads frames of two lines.
func (p *raceParser) stack() []string {
	var out []string
	for len(p.lines) > 1 {
		if p.lines[0] == "  [failed to restore the stack]" {
			p.next()
			return append(out, "unknown")
		}
		fn, file := raceFunc.FindStringSubmatch(p.lines[0]), raceFile.FindStringSubmatch(p.lines[1])
		if fn == nil || file == nil {
			return out
		}
		out = append(out, fn[1]+" "+file[1])
		p.lines = p.lines[2:]
	}
	return out
}

// TestRaceParser holds the parser against the race detector itself.
func TestRaceParser(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "racedetector.txt"))
	if err != nil {
		t.Fatal(err)
	}
	races, err := parseRaces(string(data))
	if err != nil || len(races) != 4 {
		t.Fatalf("%d races, %v", len(races), err)
	}
	if e := races[0].ends[0]; e.what != "0x00c000094008" || e.stack[0] != "main.(*Cache).Put /src/racedemo/main.go:12" {
		t.Errorf("%+v", e)
	}
	if _, err := parseRaces(strings.Replace(string(data), "Previous read", "previous read", 1)); err == nil {
		t.Error("the parser accepts anything")
	}
}

// TestRaceLayout reads back what the format writes.
func TestRaceLayout(t *testing.T) {
	atMain := partlyLocked()
	atMain.Accesses[1].Kind, atMain.Accesses[1].Path[0].Func, atMain.Accesses[1].Origin = "atomic read", "main", Origin{
		Kind: "main",
		Name: "main",
	}
	var out bytes.Buffer
	if err := writeRace(
		&out,
		&View{Cwd: "/src/racedemo"},
		[]*Finding{partlyLocked(), handler(), atMain},
		&Totals{},
	); err != nil {
		t.Fatal(err)
	}
	races, err := parseRaces(out.String())
	if err != nil || len(races) != 3 {
		t.Fatalf("%d races, %v\n%s", len(races), err, &out)
	}
	want := detected{
		[2]detectedEnd{
			{
				"Write",
				"racedemo.Cache.n",
				"goroutine 2",
				[]string{
					"racedemo.(*Cache).Put /src/racedemo/cache.go:18",
					"racedemo.TestRace.func1 /src/racedemo/demo_test.go:26",
				},
			},
			{
				"Previous read",
				"racedemo.Cache.n",
				"goroutine 3",
				[]string{"racedemo.(*Cache).Len /src/racedemo/cache.go:21", "racedemo.TestRace /src/racedemo/demo_test.go:28"},
			},
		},
		map[string][]string{"goroutine 2": {"racedemo.TestRace /src/racedemo/demo_test.go:26"}, "goroutine 3": {"unknown"}},
	}
	if got := fmt.Sprint(races[0]); got != fmt.Sprint(want) {
		t.Errorf("got  %s\nwant %v", got, want)
	}
	last := races[2].ends[1]
	if last.kind != "Previous atomic read" || last.goroutine != "main goroutine" ||
		last.stack[1] != "main.main /src/racedemo/demo_test.go:28" {
		t.Errorf("%+v", last)
	}
	if len(races[2].created) != 1 {
		t.Errorf("the main goroutine was created: %v", races[2].created)
	}
}

// TestRaceKeepsOthers checks that what is no data race is not lost.
func TestRaceKeepsOthers(t *testing.T) {
	var out bytes.Buffer
	if err := writeRace(&out, &View{}, []*Finding{lockCycle(), malformed()}, &Totals{}); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "lock-order cycle") || !strings.Contains(text, "SV0002") ||
		strings.Contains(text, "DATA RACE") {
		t.Errorf("got\n%s", text)
	}
}

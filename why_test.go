// This file checks what syncvet why says of two places: the reason known by hand, on the programs of the papers and others.

package syncvet_test

import (
	"bytes"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// whyCases are pairs of places, and what is known of them by hand: the beginning of the first answer, or words of it.
var whyCases = []struct{ program, a, b, want string }{
	{"papers/echo_figure1_ok", "main.go:16", "main.go:30", `^excluded: .*\.y: .*by +\S*lock is held at both`},
	{"papers/echo_figure1_ok", "main.go:17", "main.go:30", `^excluded: .*\.x: .*by +\S*lock is held at both`},
	{"papers/echo_figure1_ok", "main.sum", "main.go:33", `^ordered: .*\.z: .*main.go:14, then Wait at main.go:32`},
	{"papers/echo_figure2_step0_ok", "main.go:21", "main.go:24", `^fresh: .*count`},
	{"papers/echo_figure2_step3_ok", "main.go:24", "main.go:30", `^excluded: .*count: .*mu is held at both`},
	{"papers/echo_figure2_step3_ok", "Vector.Add", "Vector.Get", `^impossible: element of .*elems: an append in place`},
	{"papers/echo_figure2_step5_ok", "main.go:10", "main.go:12", `^one goroutine: .*year`},
	{"papers/chord_jdbf_ok", "jdbf.go:55", "jdbf.go:58", `^excluded: .*used: .*mu is held at both`},
	{"papers/d4_figure2_cycle_ok", "main.go:13", "main.go:23", `^excluded: .*x: .*l1 is held at both`},
	{"papers/d4_figure2_cycle_ok", "main.go:15", "main.go:26", `^excluded: .*y: .*l2 is held at both`},
	{"papers/d4_figure2_ok", "main.go:12", "main.go:23", `^excluded: .*x: .*l1 is held at both`},
	{"papers/d4_figure2_ok", "main.go:14", "main.go:21", `^excluded: .*y: .*l2 is held at both`},
	{"papers/d4_figure9_ok", "first", "second", `^different memory`},
	{"papers/sdroid_connection_ok", "main.go:13", "main.go:17", `^ordered: .*service: .*main.go:25, then receive`},
	{"papers/sdroid_connection_ok", "main.go:14", "main.go:17", `^ordered: .*last: .*main.go:25, then receive`},
	{"papers/sdroid_entry_ok", "main.go:16", "main.go:27", `^fresh: .*name`},
	{"papers/sdroid_entry_ok", "activity.edit", "activity.show", `^excluded: .*draft: .*mu is held at both`},
	{"papers/sdroid_posted_ok", "main.go:23", "main.go:24", `^ordered: .*then receive at main.go:8`},
	{"papers/sdroid_posted_ok", "main.go:24", "main.go:25", `^one goroutine: .*drawn`},
	{"papers/sdroid_register_ok", "main.go:12", "main.go:20", `^fresh: .*handlers`},
	{"papers/sdroid_register_ok", "main.go:41", "main.go:46", `^ordered: .*seen: .*main.go:16, then receive`},
	{"papers/sdroid_task_ok", "main.go:26", "main.go:26", `^one goroutine: `},
	{"papers/sword_figure21_ok", "main.go:11", "main.go:11", `^one goroutine: .*A.f: no object is used by two`},
	{"papers/sword_figure22_ok", "main.go:18", "main.go:18", `^one goroutine: .*A.f: no object is used by two`},
	{"papers/sword_figure24_ok", "main.go:9", "main.go:9", `^one goroutine: .*A.f: no object is used by two`},
	{"papers/sword_sor_ok", "relax", "relax", `^ordered: .*element of .*then Wait at main.go:21`},
	{"papers/sword_spider_ok", "main.go:12", "main.go:24", `^fresh: .*queue`},
	{"papers/sword_spider_ok", "main.go:24", "main.go:24", `^excluded: .*queue: .*mu is held at both`},
}

// TestWhy asks about places of which the reason is known by hand.
func TestWhy(t *testing.T) {
	for _, c := range whyCases {
		t.Run(filepath.Base(c.program)+" "+c.a+" "+c.b, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", filepath.FromSlash(c.program)+".txtar")
			text := asked(t, file, c.a, c.b)
			first, _, _ := strings.Cut(text, "\n\n")
			if first = strings.Join(strings.Fields(first), " "); !regexp.MustCompile(c.want).MatchString(first) {
				t.Errorf("want %s in\n%s", c.want, text)
			}
		})
	}
}

// TestWhyRaces asks about the two places of each race that is found in the programs of the papers, and in others: they may race, and as certainly.
func TestWhyRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("judges programs again for each race")
	}
	n := 0
	for _, folder := range []string{"papers", "races"} {
		for k, file := range archives(t, folder) {
			if folder != "papers" && k%12 != 0 {
				continue
			}
			for _, f := range racesOf(t, file) {
				n++
				a, b := &f.Accesses[0].Pos, &f.Accesses[1].Pos
				text := asked(t, file, report.DisplayPos(*a, ""), report.DisplayPos(*b, ""))
				if !strings.HasPrefix(text, report.MayRace+": ") || !regexp.MustCompile(`(?m)^  confidence +`+string(f.Confidence)).MatchString(text) {
					t.Errorf("%s: %s (%s): why says\n%s", nameOf(file), f.Message, f.Confidence, text)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("%d races were asked about", n)
	}
}

// racesOf gives the races of a program that rest on goroutines in view.
func racesOf(t *testing.T, file string) []*report.Finding {
	var list []*report.Finding
	judgeWith(t, file, "", func(p *quickProgram) {
		p.heard = func(f *report.Finding) {
			if strings.HasPrefix(f.Rule, "RC") && f.Guard == nil && len(f.Threads) == 0 && !strings.Contains(f.Because, "lock shows") {
				list = append(list, f)
			}
		}
	})
	return list
}

// asked gives the text about two places of a program.
func asked(t *testing.T, file, a, b string) string {
	var answers []*report.Between
	judgeWith(t, file, a+"|"+b, func(p *quickProgram) {
		p.raw = func(d analysis.Diagnostic) {
			if got, ok := report.ParseBetween(d.Message); ok && d.Category == report.BetweenCategory {
				answers = append(answers, got)
			}
		}
	})
	var out bytes.Buffer
	if _, err := report.WriteBetween(&out, &report.View{}, a, b, answers); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// judgeWith judges a program that somebody listens to, with racecheck's flag -why, if it is not empty.
func judgeWith(t *testing.T, file, why string, listen func(*quickProgram)) {
	t.Helper()
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	extract(t, filepath.Join(root, nameOf(file)), archive)
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkersWith("")}
	if why != "" {
		if err := p.analyzers[0].Flags.Set("why", why); err != nil {
			t.Fatal(err)
		}
		p.analyzers = p.analyzers[:1]
	}
	listen(p)
	if err := p.judge(filepath.Join(root, nameOf(file))); err != nil {
		t.Fatal(err)
	}
}

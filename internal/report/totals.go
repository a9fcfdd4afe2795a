// This file adds up the summaries of packages, and prints them as a table.

package report

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Totals is what a whole run measured.
type Totals struct {
	Schema int `json:"schema"` // SchemaVersion
	// packages analysed, a package and its external tests count as two
	Packages int      `json:"packages"`
	Names    []string `json:"names,omitempty"` // of the packages, so that those of several runs count once
	Findings int      `json:"findings"`        // after merging
	Known    int      `json:"known,omitempty"` // of these: in the baseline, or in the revision compared with
	// packages that could not be analysed because they, or what they import, do not build
	Skipped []string `json:"skipped,omitempty"`
	// packages of which a part could not be analysed, as import paths
	Incomplete []string         `json:"incomplete,omitempty"`
	Notes      []Note           `json:"notes,omitempty"` // why
	Counters   map[string]int64 `json:"counters"`        // sums; maxima for those whose name ends in ".peak.kb"
	Millis     int64            `json:"ms"`              // wall time of the run
	// processor time of go vet and all it started; little when cached
	CPUMillis int64 `json:"cpu_ms"`
	PeakKB    int64 `json:"peak_rss_kb"` // memory of the largest process started, 0 when unknown
}

// Add adds one package's summary.
func (t *Totals) Add(s *Summary) {
	if !s.Part {
		t.Packages++
		t.Names = append(t.Names, s.Pkg)
	}
	if s.Incomplete {
		t.Incomplete = append(t.Incomplete, s.Pkg)
	}
	for _, n := range s.Notes {
		if !slices.Contains(t.Notes, n) {
			t.Notes = append(t.Notes, n)
		}
	}
	t.add(s.Counters)
}

// add adds counters.
func (t *Totals) add(counters map[string]int64) {
	if t.Counters == nil {
		t.Counters = map[string]int64{}
	}
	for name, n := range counters {
		if strings.HasSuffix(name, ".peak.kb") {
			t.Counters[name] = max(t.Counters[name], n)
		} else {
			t.Counters[name] += n
		}
	}
}

// Sort brings the lists into an order that does not depend on that of the packages.
func (t *Totals) Sort() {
	slices.Sort(t.Names)
	slices.Sort(t.Skipped)
	slices.Sort(t.Incomplete)
	t.Skipped, t.Incomplete = slices.Compact(t.Skipped), slices.Compact(t.Incomplete)
	slices.SortFunc(t.Notes, func(a, b Note) int {
		return strings.Compare(a.Pkg+"\n"+a.Kind+"\n"+a.Text, b.Pkg+"\n"+b.Kind+"\n"+b.Text)
	})
}

// funnel are the stages that a pair of accesses passes, in order (Chord, section 3), with what each one asks.
var funnel = []struct {
	name    string // of the counter in Totals.Counters
	meaning string // what is true of the pairs that reach the stage
}{
	{"pairs.original", "same variable or field, a write, not both atomic"},
	{"pairs.reachable", "both reachable from goroutines that may coexist"},
	{"pairs.aliasing", "may be the same object"},
	{"pairs.shared", "the object is shared and not owned by one goroutine"},
	{"pairs.unordered", "nothing orders the accesses"},
	{"pairs.unlocked", "no lock is held at both"},
	{"pairs.reported", "after grouping, at the confidence asked for"},
}

// WriteTable prints the totals for people.
func (t *Totals) WriteTable(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(name string, value any, meaning string) {
		fmt.Fprintln(tw, strings.TrimSuffix(fmt.Sprintf("%s\t%v\t%s", name, value, meaning), "\t"))
	}
	for _, stage := range funnel {
		row(stage.name, t.Counters[stage.name], stage.meaning)
	}
	for _, name := range slices.Sorted(maps.Keys(t.Counters)) {
		if !strings.HasPrefix(name, "pairs.") && name != "time.us" && name != "rss.peak.kb" {
			row(name, t.Counters[name], "")
		}
	}
	row("packages", t.Packages, "")
	row("findings", t.Findings, "")
	row("time", millis(t.Millis), "wall")
	row("cpu", millis(t.CPUMillis), "of all processes started; cached packages cost nothing")
	row(
		"link",
		time.Duration(t.Counters["time.us"])*time.Microsecond,
		"linking and solving, as measured when the packages were last analysed",
	)
	row("peak memory", memory(max(t.PeakKB, t.Counters["rss.peak.kb"])), "of the largest process")
	row("skipped", len(t.Skipped), strings.Join(t.Skipped, " "))
	row("incomplete", len(t.Incomplete), strings.Join(t.Incomplete, " "))
	return tw.Flush()
}

func millis(ms int64) time.Duration { return time.Duration(ms) * time.Millisecond }

// memory is a size for people.
func memory(kb int64) string {
	if kb == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%d MB", (kb+512)/1024)
}

// WriteNotes prints why packages are incomplete, one line each; with detail, whole texts such as stacks.
func (t *Totals) WriteNotes(w io.Writer, detail bool) {
	for _, n := range t.Notes {
		text := n.Text
		if !detail {
			text, _, _ = strings.Cut(text, "\n")
		}
		fmt.Fprintf(w, "syncvet: note: %s: %s: %s\n", n.Pkg, n.Kind, text)
	}
}

// SARIF is held against the schema that OASIS publishes (testdata/sarif-schema-2.1.0.json), and read back by a library.

package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// lockCycle is two goroutines that take two locks in opposite order.
func lockCycle() *Finding {
	const pkg = "racedemo"
	step := func(i, line int, fn, op, object string) Step {
		return Step{
			Thread: i,
			Pos:    at(pkg, "locks.go", line, 2),
			Func:   fn,
			Text:   map[string]string{OpLock: "locks ", OpWait: "wants "}[op] + object,
			Op:     op,
			Object: object,
		}
	}
	f := &Finding{
		Schema: SchemaVersion, Rule: "DL2001", Level: "error", Confidence: High, Pos: at(pkg, "locks.go", 10, 2),
		Variable: Variable{Name: "srv.mu -> tbl.mu -> srv.mu", Kind: "lock", Pkg: pkg},
		Threads: []Thread{{
			Origin: Origin{
				Kind: "main",
				Name: "main",
			}, Path: []Frame{{Func: "main", Pkg: pkg}, {Func: "(*srv).write", Pkg: pkg, Call: at(pkg, "locks.go", 22, 2)}},
			Steps: []Step{step(0, 9, "(*srv).write", "lock", "srv.mu"), step(0, 10, "(*srv).write", "wait", "tbl.mu")},
		}, {
			Origin: Origin{
				Kind:  "go",
				Name:  "(*tbl).gc",
				Pos:   at(pkg, "locks.go", 23, 2),
				Chain: []Frame{{Func: "main", Pkg: pkg}},
			},
			Path:  []Frame{{Func: "(*tbl).gc", Pkg: pkg}},
			Steps: []Step{step(1, 15, "(*tbl).gc", "lock", "tbl.mu"), step(1, 16, "(*tbl).gc", "wait", "srv.mu")},
		}},
		Rows: []Row{{"blocks", "needs a writer"}},
	}
	f.Trace = []Step{f.Threads[0].Steps[0], f.Threads[1].Steps[0], f.Threads[0].Steps[1], f.Threads[1].Steps[1]}
	f.ID, f.Message = Fingerprint(
		f,
	), Line(
		"lock-order cycle srv.mu -> tbl.mu -> srv.mu: reverse order at locks.go:16",
		f.Rule,
	)
	return f
}

// malformed is a finding about a comment.
func malformed() *Finding {
	place := at("racedemo", "cache.go", 3, 1)
	f := &Finding{
		Schema: SchemaVersion, Rule: "SV0002", Level: "warning", Confidence: High, Pos: place,
		Message:  Line("ignore: no reason is given", "SV0002"),
		Variable: Variable{Name: "c", Kind: CommentKind}, Threads: []Thread{{Steps: []Step{{Pos: place, Text: "c"}}}},
	}
	f.ID = Fingerprint(f)
	return f
}

// samples are findings of each form.
func samples() []*Finding {
	return Dedup([]*Finding{partlyLocked(), handler(), open(), lockCycle(), malformed()})
}

// sarifOf is what the format writes.
func sarifOf(t *testing.T, v *View, findings []*Finding, totals *Totals) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := writeSARIF(&out, v, findings, totals); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestSARIFSchema validates reports with and without findings against the official schema.
func TestSARIFSchema(t *testing.T) {
	data, err := os.ReadFile("testdata/sarif-schema-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(sarifSchema, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(sarifSchema)
	if err != nil {
		t.Fatal(err)
	}
	check := func(data []byte) error {
		log, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(log)
	}
	incomplete := &Totals{Skipped: []string{"p"}, Notes: []Note{{"q", "panic", "boom"}}}
	for name, findings := range map[string][]*Finding{"all": samples(), "none": nil} {
		out := sarifOf(t, &View{Cwd: "/src/racedemo", Version: "v1.2.3"}, findings, incomplete)
		if err := check(out); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := check(bytes.Replace(out, []byte(`"results"`), []byte(`"findings"`), 1)); err == nil {
			t.Errorf("%s: the schema accepts anything", name)
		}
	}
}

// TestSARIFEmpty checks that no findings are an empty list: readers take a missing one for a failure.
func TestSARIFEmpty(t *testing.T) {
	if out := sarifOf(t, &View{}, nil, &Totals{}); !bytes.Contains(out, []byte(`"results": []`)) {
		t.Errorf("got\n%s", out)
	}
}

// TestSARIFReadBack reads a report with a library and checks what services make use of.
func TestSARIFReadBack(t *testing.T) {
	findings := samples()
	log, err := sarif.FromBytes(sarifOf(t, &View{Cwd: "/src/racedemo"}, findings, &Totals{}))
	if err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if len(run.Results) != len(findings) {
		t.Fatalf("%d results of %d findings", len(run.Results), len(findings))
	}
	for i, r := range run.Results {
		f := findings[i]
		if got := run.Tool.Driver.Rules[r.RuleIndex]; *got.ID != f.Rule || *got.HelpURI != ruledoc.URL(f.Rule) {
			t.Errorf("%s: rule %s, help at %s", f.Rule, *got.ID, *got.HelpURI)
		}
		if got := r.PartialFingerprints["syncvet/v1"]; got != f.ID {
			t.Errorf("fingerprint %q, want %s", got, f.ID)
		}
		if want := len(trails(f)); want > 0 && (len(r.CodeFlows) != 1 || len(r.CodeFlows[0].ThreadFlows) != 2 || want != 2) {
			t.Errorf("%s: not one code flow with two thread flows", f.Message)
		}
		checkLinks(t, r)
	}
	const outside = "file:///src/example.com/shop/cmd/web/main.go"
	if file := run.Results[0].Locations[0].PhysicalLocation.ArtifactLocation; *file.URI != outside ||
		file.URIBaseID != nil {
		t.Errorf("file outside of the working directory: %s", *file.URI)
	}
	if file := run.Results[2].Locations[0].PhysicalLocation.ArtifactLocation; *file.URI != "cache.go" ||
		*file.URIBaseID != "%SRCROOT%" {
		t.Errorf("file below the working directory: %s", *file.URI)
	}
}

var sarifLink = regexp.MustCompile(`(^|[^\\])\[[^\[\]]*\]\((\d+)\)`)

// checkLinks checks that a result's message links each related location once.
func checkLinks(t *testing.T, r *sarif.Result) {
	t.Helper()
	linked := map[int]int{}
	for _, m := range sarifLink.FindAllStringSubmatch(*r.Message.Text, -1) {
		id, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		linked[id]++
	}
	for _, loc := range r.RelatedLocations {
		if linked[loc.ID] != 1 {
			t.Errorf("location %d is linked %d times from %q", loc.ID, linked[loc.ID], *r.Message.Text)
		}
	}
	if len(linked) != len(r.RelatedLocations) {
		t.Errorf("%d links, %d locations", len(linked), len(r.RelatedLocations))
	}
}

// TestSARIFColumns checks that columns count UTF-16 code units, and brackets in names are no links.
func TestSARIFColumns(t *testing.T) {
	f := partlyLocked()
	f.Variable.Name = "map[[2]int](1) é"
	f.Message = Headline(f)
	line := "/* é𝄞 */ c.n++"
	f.Pos.Col = strings.Index(line, "c.n") + 1 // é has two bytes and one unit, 𝄞 four and two
	view := &View{Cwd: "/src/racedemo", Source: func(Pos) string { return line }}
	log, err := sarif.FromBytes(sarifOf(t, view, []*Finding{f}, &Totals{}))
	if err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results[0]
	if got := *r.Locations[0].PhysicalLocation.Region.StartColumn; got != 11 {
		t.Errorf("column %d, want 11", got)
	}
	checkLinks(t, r)
	if !strings.HasPrefix(*r.Message.Text, `data race on map\[\[2\]int\](1) é`) {
		t.Errorf("message %s", *r.Message.Text)
	}
}

// TestSARIFTrace checks that thread flows say in which order goroutines get into a deadlock.
func TestSARIFTrace(t *testing.T) {
	var log sarifLog
	if err := json.Unmarshal(sarifOf(t, &View{}, []*Finding{lockCycle()}, &Totals{}), &log); err != nil {
		t.Fatal(err)
	}
	var orders []int
	for _, th := range log.Runs[0].Results[0].CodeFlows[0].Threads {
		for _, s := range th.Stops {
			if s.Order > 0 {
				orders = append(orders, s.Order)
			}
		}
	}
	if fmt.Sprint(orders) != "[1 3 2 4]" {
		t.Errorf("orders %v", orders)
	}
}

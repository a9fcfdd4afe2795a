package conformance

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/report"
)

var update = flag.Bool("update", false, "rewrite ratchet.txt")

// TestRatchet analyses the suite and fails if a test that was right is not any more.
func TestRatchet(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses the race detector's suite")
	}
	score, err := Run(suite(t), nil, buildTool(t))
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	score.Write(&text, testing.Verbose())
	t.Logf("\n%s", text.String())
	if *update {
		writeRatchet(t, score.Right())
	}
	for _, entry := range score.Lost(readRatchet(t)) {
		t.Errorf("lost: %s", entry)
	}
}

// TestSuite guards the reading of the suite: a count near zero would make every score meaningless.
func TestSuite(t *testing.T) {
	s := suite(t)
	if len(s.Race) < 200 || len(s.NoRace) < 100 || len(s.Pairs()) < 40 {
		t.Errorf("%d racy tests, %d others, %d pairs: too few", len(s.Race), len(s.NoRace), len(s.Pairs()))
	}
}

// TestAttribution checks (C4) to (C6) on made-up findings.
func TestAttribution(t *testing.T) {
	s := &Suite{
		Race:   []string{"TestRaceA", "TestRaceB", "TestRaceC"},
		NoRace: []string{"TestNoRaceA", "TestNoRaceB"},
	}
	frame := func(fn string) []report.Frame { return []report.Frame{{Func: fn}} }
	score := NewScore(s, []*report.Finding{
		{Accesses: [2]report.Access{{Func: "TestRaceA.func1"}, {Path: frame("TestRaceA")}}},
		{
			Accesses: [2]report.Access{
				{Func: "helper", Origin: report.Origin{Chain: frame("race_test.TestRaceB")}},
				{Func: "helper"},
			},
		},
		{Accesses: [2]report.Access{{Func: "helper", Path: frame("TestNoRaceB.func2.1")}, {Func: "helper"}}},
		{Accesses: [2]report.Access{{Func: "helper"}, {Func: "init"}}},
	})
	for _, list := range []struct {
		name      string
		got, want []string
	}{
		{"found", score.Found, []string{"TestRaceA", "TestRaceB"}},
		{"missed", score.Missed, []string{"TestRaceC"}},
		{"silent", score.Silent, []string{"TestNoRaceA"}},
		{"false", score.False, []string{"TestNoRaceB"}},
		{"exact", score.Exact, []string{"A"}},
		{
			"lost",
			score.Lost([]string{"found TestRaceC", "found TestRaceA", "found TestRaceGone"}),
			[]string{"found TestRaceC"},
		},
	} {
		if !slices.Equal(list.got, list.want) {
			t.Errorf("%s: got %v, want %v", list.name, list.got, list.want)
		}
	}
	if len(score.Stray) != 1 {
		t.Errorf("%d stray findings, want 1", len(score.Stray))
	}
}

// TestRatchetFile checks that a ratchet file reads back as written.
func TestRatchetFile(t *testing.T) {
	want := []string{"found TestRaceA", "silent TestNoRaceA"}
	var file bytes.Buffer
	if err := WriteRatchet(&file, want); err != nil {
		t.Fatal(err)
	}
	got, err := ReadRatchet(&file)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v; want %v", got, err, want)
	}
}

// suite reads the suite of the go command on the path.
func suite(t *testing.T) *Suite {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	s, err := ReadSuite(strings.TrimSpace(string(goroot)))
	if err != nil {
		t.Skipf("no suite in this GOROOT: %v", err)
	}
	return s
}

// buildTool builds the vet tool.
func buildTool(t *testing.T) string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "syncvet.exe")
	cmd := exec.Command("go", "build", "-o", tool, "github.com/syncvet/syncvet/cmd/syncvet")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return tool
}

func readRatchet(t *testing.T) []string {
	t.Helper()
	f, err := os.Open("ratchet.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	entries, err := ReadRatchet(f)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func writeRatchet(t *testing.T, entries []string) {
	t.Helper()
	var file bytes.Buffer
	if err := WriteRatchet(&file, entries); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("ratchet.txt", file.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

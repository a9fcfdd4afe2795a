// This file tests syncvet merge on what two runs on parts of a module have said.

package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shards writes the output of two runs that share a package into files of the module.
func shards(t *testing.T, dir, format string) []string {
	t.Helper()
	var names []string
	for name, patterns := range map[string][]string{"racy": {"./racy"}, "more": {"./racy", "./clean"}} {
		name += "." + format
		said := command(t, dir, append([]string{"-f", format}, patterns...)...).stdout
		if err := os.WriteFile(filepath.Join(dir, name), []byte(said), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func TestMerge(t *testing.T) {
	dir := module(t, mixed)
	got := command(t, dir, append([]string{"merge"}, shards(t, dir, "json")...)...)
	if n := strings.Count(got.stdout, "data race on"); got.exit != exitFindings || n != 2 {
		t.Errorf("exit code %d, %d findings of 2\n%s%s", got.exit, n, got.stdout, got.stderr)
	}
	if got := command(t, dir, "merge", "go.mod"); got.exit != exitUsage || !strings.Contains(got.stderr, "go.mod: ") {
		t.Errorf("what is no run: exit code %d, %s", got.exit, got.stderr)
	}
}

// TestMergeSARIF joins SARIF into SARIF: the results are those of one run on all packages.
func TestMergeSARIF(t *testing.T) {
	dir := module(t, mixed)
	ids := func(args ...string) (ids map[string]int) {
		var log struct {
			Runs []struct {
				Results []struct {
					PartialFingerprints map[string]string
				}
			}
		}
		got := command(t, dir, args...)
		if err := json.Unmarshal([]byte(got.stdout), &log); err != nil || len(log.Runs) != 1 {
			t.Fatalf("%v: exit code %d, %d runs, %v\n%s%s", args, got.exit, len(log.Runs), err, got.stdout, got.stderr)
		}
		ids = map[string]int{}
		for _, r := range log.Runs[0].Results {
			for _, id := range r.PartialFingerprints {
				ids[id]++
			}
		}
		return ids
	}
	whole := ids("-f", "sarif", "./racy", "./clean")
	joined := ids(append([]string{"merge"}, shards(t, dir, "sarif")...)...)
	if len(whole) != 2 || len(joined) != len(whole) {
		t.Errorf("%v, want the 2 of %v", joined, whole)
	}
	for id := range whole {
		if joined[id] != 1 {
			t.Errorf("%s: %d times, want once", id, joined[id])
		}
	}
}

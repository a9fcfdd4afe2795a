// This file tests syncvet merge on what two runs on parts of a module have said.

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMerge(t *testing.T) {
	dir := module(t, mixed)
	var shards []string
	for name, args := range map[string][]string{"racy.json": {"-f", "json", "./racy"}, "more.json": {"-f", "json", "./racy", "./clean"}} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(command(t, dir, args...).stdout), 0o666); err != nil {
			t.Fatal(err)
		}
		shards = append(shards, name)
	}
	got := command(t, dir, append([]string{"merge"}, shards...)...)
	if n := strings.Count(got.stdout, "data race on"); got.exit != exitFindings || n != 2 {
		t.Errorf("exit code %d, %d findings of 2\n%s%s", got.exit, n, got.stdout, got.stderr)
	}
	if got := command(t, dir, "merge", "go.mod"); got.exit != exitUsage || !strings.Contains(got.stderr, "go.mod: ") {
		t.Errorf("what is no run: exit code %d, %s", got.exit, got.stderr)
	}
}

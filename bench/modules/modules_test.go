//go:build unix

// This file checks which modules are chosen and how they are written down; what is measured takes minutes.

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// Names choose modules in the list's order; unknown ones are errors; the list has no name twice.
func TestChoose(t *testing.T) {
	got, err := choose([]string{"raft", "websocket"})
	if err != nil || len(got) != 2 || got[0].Name != "websocket" || got[1].Name != "raft" {
		t.Error(got, err)
	}
	if _, err := choose([]string{"raft", "boat"}); err == nil {
		t.Error("an unknown module is no error")
	}
	all, err := choose([]string{"all"})
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.Name, b.Name) })
	for k := range all[1:] {
		if all[k].Name == all[k+1].Name {
			t.Error("twice:", all[k].Name)
		}
	}
}

// Rows and totals say what was measured.
func TestTable(t *testing.T) {
	rows := []row{
		{module: "m", tool: "floor", cold: 2 * time.Second, peak: 1024},
		{module: "m", tool: "staticcheck", cold: 4 * time.Second, findings: 3},
		{module: "m", tool: "syncvet", cold: 6 * time.Second, packages: 5, incomplete: 1, own: 30, foreign: 10, findings: 2},
	}
	var b strings.Builder
	for k := range rows {
		writeRow(&b, &rows[k])
	}
	writeTotals(&b, rows)
	for _, want := range []string{
		"| m | floor | 2.0 | 0.0 | 1 | | | | | |\n", "| m | syncvet | 6.0 | 0.0 | 0 | 5 | 1 | 30 | 10 | 2 |\n",
		"3.00 times floor's 2.0 s", "1.50 times staticcheck's 4.0 s", "30 of 40, 75 %",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// Test files are removed, whatever else is there.
func TestRemoveTests(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		"a.go",
		"a_test.go",
		filepath.Join("sub", "b_test.go"),
		filepath.Join("sub", "test.go"),
	} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := removeTests(dir); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"a.go":          true,
		"a_test.go":     false,
		"sub/b_test.go": false,
		"sub/test.go":   true,
	} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Replace lines that name directories are pointed at published modules; others stay.
func TestStaged(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "go.mod")
	if err := os.WriteFile(
		file,
		[]byte("module m\n\nreplace k8s.io/api => ./staging/api\n\nreplace a => b v1.0.0\n"),
		0o666,
	); err != nil {
		t.Fatal(err)
	}
	if err := (&module{Staged: "v0.33.1"}).replace(dir); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"k8s.io/api => k8s.io/api v0.33.1", "a => b v1.0.0"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDropReplaced checks that replacements by folders go, and that others stay.
func TestDropReplaced(t *testing.T) {
	name := filepath.Join(t.TempDir(), "go.mod")
	text := `module example.com/m/sub

go 1.22

require (
	example.com/m v1.2.3
	example.com/old v1.0.0
)

replace example.com/m => ../

replace example.com/old => example.com/new v1.1.0
`
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := dropReplaced(name); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(text, "replace example.com/m => ../\n\n", "", 1); string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFolders checks the order of the folders, and that none is left out.
func TestFolders(t *testing.T) {
	dir := t.TempDir()
	want := []string{"races", "blocking", "races-2", "blocking-2", "races-6", "races-10", "blocking-10"}
	for _, name := range want {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := folders(dir); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v (%v), want %v", got, err, want)
	}
}

// TestRead checks that every pair has both programs and a place in one of the files of the first.
func TestRead(t *testing.T) {
	sets, err := folders("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		pairs, err := read(filepath.Join("testdata", set))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pairs {
			has := map[string]bool{}
			for _, f := range p.files {
				has[f.Name] = true
			}
			if !has["bad/go.mod"] || !has["good/go.mod"] || len(p.truth.Places) == 0 {
				t.Errorf("%s: files %v, %d places", p.name, has, len(p.truth.Places))
			}
			for _, x := range p.truth.Places {
				if !has["bad/"+x.File] {
					t.Errorf("%s: no file %s", p.name, x.File)
				}
			}
		}
	}
}

// TestNames checks what counts as found.
func TestNames(t *testing.T) {
	wrong := &truth{Places: []place{{File: "x/y.go", Lines: []int{7}}}}
	for _, test := range []struct {
		raw   string
		races bool
		want  bool
	}{
		{`{"rule":"RC1001","pos":{"file":"y.go","line":7}}`, true, true},
		{`{"rule":"RC1001","pos":{"file":"y.go","line":8}}`, true, false},
		{`{"rule":"GL3001","pos":{"file":"y.go","line":7}}`, true, false},
		{`{"rule":"GL3001","threads":[{"steps":[{"pos":{"file":"y.go","line":8}}]}]}`, false, true},
		{`{"rule":"GL3001","variable":{"decl":{"file":"y.go","line":7}}}`, false, false},
		{`{"rule":"GL3001","pos":{"file":"z.go","line":7}}`, false, false},
	} {
		f, err := parse([]byte(test.raw))
		if err != nil {
			t.Fatal(err)
		}
		if got := f.names(wrong, test.races); got != test.want {
			t.Errorf("%s: %v", test.raw, got)
		}
	}
}

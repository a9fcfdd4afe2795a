// This file is a test of the deletion of statements.

package main

import "testing"

// TestWithout: statements of all kinds of blocks are found, and lines stay where they are without one.
func TestWithout(t *testing.T) {
	s := &subject{files: []sourceFile{{"a.go", "package a\n"}, {"b.go", `package b
func f(c chan int) {
	switch {
	case true:
		g(
			1)
	}
	select {
	case <-c:
		return
	}
}
`}}}
	var got []string
	for _, x := range s.statements() {
		text := s.files[x.file].text[x.from:x.to]
		got = append(got, text)
		if rest := s.without(x)[x.file].text; len(rest) != len(s.files[x.file].text) {
			t.Errorf("without %q: %q", text, rest)
		}
		if text == "g(\n\t\t\t1)" {
			if rest := s.without(x)[x.file].text[x.from:x.to]; rest != "  \n     " {
				t.Errorf("%q is left", rest)
			}
		}
	}
	if len(got) != 6 { // switch, its case, the call, select, its case, return
		t.Errorf("%d statements: %q", len(got), got)
	}
}

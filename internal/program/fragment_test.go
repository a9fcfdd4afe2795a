// This file is the test of fragments: functions judged by themselves.

package program_test

import (
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// large is a function whose channel is nobody else's business, beside others that make a link too large.
const large = `package shop

import "errors"

type Shop struct{ names []string }

func (s *Shop) Fetch(name string) (err error) {
	errs := make(chan error)
	go func() {
		errs <- check(name)
	}()
	defer func() {
		if err != nil {
			return
		}
		err = <-errs
	}()
	return s.add(name)
}

func (s *Shop) add(name string) error {
	if name == "" {
		return errors.New("no name")
	}
	s.names = append(s.names, name)
	return nil
}

func check(name string) error { return errors.New(name) }
`

// TestFragment checks that a function is judged by itself where the link is over its budget, and only then (W11).
func TestFragment(t *testing.T) {
	for _, x := range []struct {
		src  string
		want int
	}{
		{large, 1},
		{sub(large, "make(chan error)", "make(chan error, 1)"), 0},
		{sub(large, "errs := make(chan error)", "errs := make(chan error)\n\tkept = errs") + "\nvar kept chan error\n", 0},
		{
			sub(
				large,
				"errs := make(chan error)",
				"errs := make(chan error)\n\ts.errs = errs",
			) + "\nfunc (s *Shop) Drain() { <-s.errs }\n",
			-1,
		},
	} {
		src := x.src
		if x.want < 0 {
			src, x.want = sub(src, "type Shop struct{", "type Shop struct{ errs chan error; "), 0
		}
		pkgs, err := theShop(t).build(src)
		if err != nil {
			t.Fatal(err)
		}
		p := program.New(link.Config{Own: "m", MaxInstances: 2})
		p.Update(pkgs)
		if got := p.Problems(explain.View{}); len(got) != x.want {
			t.Errorf("%d problems, want %d:\n%s", len(got), x.want, src)
		}
	}
}

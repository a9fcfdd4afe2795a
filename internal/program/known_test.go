// This file is tests that bring nothing new (link L9).

package program_test

import (
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/explain"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/program"
)

// theStore is a library whose values start a goroutine each.
const theStore = `package m

type Store struct {
	n, size int
	each    func()
}

func Open() *Store {
	s := &Store{}
	go s.run()
	return s
}

func (s *Store) run()            { s.n++ }
func (s *Store) Put()            { s.size++ }
func (s *Store) Get() int        { return s.size }
func (s *Store) Do(f func())     { f() }
func (s *Store) Later(f func())  { go f() }
`

// TestKnown: what tests differ in says which of those that are left are said to be left out, when the package's work is
// spent after the first of them.
func TestKnown(t *testing.T) {
	shop, err := newShop("sync", "testing")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, first, second string
		steps               int // of the solver: enough for the first test only
		known               bool
	}{
		{"the same", "s.Put()", "s.Put(); s.Put()", 4, true},
		{"less", "s.Put(); println(s.Get())", "s.Put()", 4, true},
		{"another function", "s.Put()", "s.Get()", 4, false},
		{"a function of its own", "s.Do(func() { s.Put() })", "s.Do(func() { println(s) })", 12, true},
		{"its own goroutine", "s.Put()", "go s.Put()", 4, false},
		{"one for it", "s.Later(func() { s.Put() })", "s.Later(func() { println(s) })", 12, false},
		{"a write", "s.Put()", "s.size = 1; s.Put()", 4, false},
		{"the same write", "s.size = 2; s.Put()", "s.size = 1; s.Put()", 4, true},
		{"a channel", "s.Put()", "c := make(chan int, 1); c <- 1; s.Put()", 4, false},
		{"a lock", "s.Put()", "var mu sync.Mutex; mu.Lock(); s.Put()", 4, false},
	} {
		src := "package m\n\nimport (\"testing\"; \"sync\")\n\nvar _ sync.Mutex\n\n" +
			"func TestFirst(t *testing.T) { s := Open(); FIRST }\n\nfunc TestSecond(t *testing.T) { s := Open(); SECOND }\n"
		src = strings.NewReplacer("FIRST", c.first, "SECOND", c.second).Replace(src)
		pkgs := shop.buildFiles(t, [2]string{"m.go", theStore}, [2]string{"m_test.go", src})
		p := program.New(link.Config{Own: "m", Module: "m", MaxSteps: c.steps, MaxWork: 1})
		p.Update(pkgs)
		p.Races(explain.View{})
		if s := p.Stats(); (s.Skipped == 1) != c.known || noted(p, "TestSecond") == c.known {
			t.Errorf("%s: %d roots bring nothing new, want TestSecond among them: %v: %v", c.name, s.Skipped, c.known, p.Notes())
		}
	}
}

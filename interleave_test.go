// This file compares deadlockcheck with exhaustive execution: it generates small programs of two to four goroutines
// over Mutexes, RWMutexes, channels and a WaitGroup, walks through all their interleavings, and asks the vet tool about
// them.
//
// A program is safe if no interleaving panics and none leaves a goroutine waiting for ever. No safe program may be
// reported at high confidence; unsafe ones that are not reported are counted by what happens in them. With -interleave
// N there are N programs.

package syncvet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/conformance"
)

var interleave = flag.Int("interleave", 150, "programs to compare with exhaustive execution")

// An operation is what a statement does.
type operation int

const (
	opLock operation = iota
	opUnlock
	opRLock
	opRUnlock
	opSend
	opRecv
	opClose
	opAdd
	opDone
	opWait
	opGo     // start goroutine n
	opBranch // if condition n is false, go to statement to
	opJump   // go to statement to
)

// An act is one statement.
type act struct {
	operation operation
	n         int // which lock, channel, goroutine or condition
	to        int // branches and jumps: where to
}

// A play is one program.
type play struct {
	caps  []int    // of the channels
	roles [][]act  // statements of the goroutines; the first one's starts the others
	texts []string // the same as source
}

// Sizes of the programs.
const (
	playLocks = 4 // two of them RWMutexes
	playMutex = 2 // how many are none
	playChans = 2
	playConds = 2
)

// A writer writes the statements of one goroutine, as a list and as source.
type scribe struct {
	r     *rand.Rand
	acts  []act
	text  strings.Builder
	depth int
	held  []int
}

func (s *scribe) line(format string, args ...any) {
	fmt.Fprintf(&s.text, "%s%s\n", strings.Repeat("\t", s.depth+1), fmt.Sprintf(format, args...))
}

func (s *scribe) do(d operation, n int) { s.acts = append(s.acts, act{operation: d, n: n}) }

// statement writes a random statement.
func (s *scribe) statement() {
	c := s.r.IntN(playChans)
	switch k := s.r.IntN(20); {
	case k < 4:
		s.do(opSend, c)
		s.line("c%d <- 1", c)
	case k < 8:
		s.do(opRecv, c)
		s.line("<-c%d", c)
	case k < 9:
		s.do(opClose, c)
		s.line("close(c%d)", c)
	case k < 13:
		s.section()
	case k < 15:
		s.choice()
	case k < 17:
		s.do(opDone, 0)
		s.line("wg.Done()")
	case k < 18:
		s.do(opWait, 0)
		s.line("wg.Wait()")
	case k < 19:
		s.do(opAdd, 0)
		s.line("wg.Add(1)")
	}
}

// section locks, does something, and unlocks.
func (s *scribe) section() {
	m := s.r.IntN(playMutex)
	if slices.Contains(s.held, m) {
		return
	}
	s.do(opLock, m)
	s.line("mu%d.Lock()", m)
	s.held = append(s.held, m)
	for range 1 + s.r.IntN(2) {
		s.statement()
	}
	s.held = s.held[:len(s.held)-1]
	s.do(opUnlock, m)
	s.line("mu%d.Unlock()", m)
}

// choice is an if statement, perhaps with an else.
func (s *scribe) choice() {
	if s.depth > 1 {
		return
	}
	at := len(s.acts)
	b := s.r.IntN(playConds)
	s.do(opBranch, b)
	s.line("if b%d {", b)
	s.depth++
	s.statement()
	if s.r.IntN(2) == 0 {
		end := len(s.acts)
		s.do(opJump, 0)
		s.acts[at].to = len(s.acts)
		s.depth--
		s.line("} else {")
		s.depth++
		s.statement()
		s.acts[end].to = len(s.acts)
	} else {
		s.acts[at].to = len(s.acts)
	}
	s.depth--
	s.line("}")
}

// matchedPlay makes a program in which each send has a receive, each Add a Done, and equal conditions guard both: most
// are safe.
func matchedPlay(r *rand.Rand) *play {
	p := &play{caps: []int{r.IntN(3), r.IntN(2)}}
	n := 1 + r.IntN(3)
	scripts := make([][]func(*scribe), n+1)
	put := func(g int, f func(*scribe)) { scripts[g] = append(scripts[g], f) }
	for range 1 + r.IntN(3) {
		x, c, b, guarded, locked := r.IntN(n+1), r.IntN(playChans), r.IntN(playConds), r.IntN(4) == 0, r.IntN(4) == 0
		y := (x + 1 + r.IntN(n)) % (n + 1)
		put(x, func(s *scribe) {
			s.guarded(guarded, b, func() { s.within(locked, c, func() { s.do(opSend, c); s.line("c%d <- 1", c) }) })
		})
		put(y, func(s *scribe) { s.guarded(guarded, b, func() { s.do(opRecv, c); s.line("<-c%d", c) }) })
	}
	if r.IntN(4) == 0 {
		g, c := r.IntN(n+1), r.IntN(playChans)
		put(g, func(s *scribe) { s.do(opClose, c); s.line("close(c%d)", c) })
	}
	waits := r.IntN(2) == 0
	var bodies []string
	p.roles = make([][]act, 1, n+1)
	for g := 1; g <= n; g++ {
		s := &scribe{r: r, depth: 1}
		for _, f := range scripts[g] {
			f(s)
		}
		if waits {
			s.do(opDone, 0)
			s.line("wg.Done()")
		}
		p.roles = append(p.roles, s.acts)
		bodies = append(bodies, s.text.String())
	}
	return p.starts(r, bodies, waits, func(s *scribe) {
		for _, f := range scripts[0] {
			f(s)
		}
	})
}

// starts completes the program: main starts the bodies, acts itself, and perhaps waits for them.
func (p *play) starts(r *rand.Rand, bodies []string, waits bool, own func(*scribe)) *play {
	s := &scribe{r: r}
	if waits {
		for range bodies {
			s.do(opAdd, 0)
		}
		s.line("wg.Add(%d)", len(bodies))
	}
	for k, body := range bodies {
		s.do(opGo, k+1)
		s.line("go func() {\n%s\t}()", body)
	}
	own(s)
	if waits {
		s.do(opWait, 0)
		s.line("wg.Wait()")
	}
	p.roles[0] = s.acts
	p.texts = []string{s.text.String()}
	return p
}

// lockPlay makes a program over Mutexes and RWMutexes: sections within sections, rarely of a lock that is held already.
func lockPlay(r *rand.Rand) *play {
	p := &play{caps: []int{0, 0}}
	n := 1 + r.IntN(3)
	p.roles = make([][]act, 1, n+1)
	var bodies []string
	waits := r.IntN(2) == 0
	for range n {
		s := &scribe{r: r, depth: 1}
		for range 1 + r.IntN(2) {
			s.guarded(r.IntN(4) == 0, r.IntN(playConds), s.nested)
		}
		if waits {
			s.do(opDone, 0)
			s.line("wg.Done()")
		}
		p.roles = append(p.roles, s.acts)
		bodies = append(bodies, s.text.String())
	}
	return p.starts(r, bodies, waits, func(s *scribe) {
		for range r.IntN(2) {
			s.nested()
		}
	})
}

// nested locks something, perhaps for reading, and perhaps something else in between.
func (s *scribe) nested() {
	m := s.r.IntN(playLocks)
	if len(s.held) > 2 || slices.Contains(s.held, m) && s.r.IntN(6) > 0 {
		return
	}
	lock, unlock, mode, name := opLock, opUnlock, "", "mu"
	if m >= playMutex {
		name = "rw"
		if s.r.IntN(2) == 0 {
			lock, unlock, mode = opRLock, opRUnlock, "R"
		}
	}
	s.do(lock, m)
	s.line("%s%d.%sLock()", name, m%playMutex, mode)
	s.held = append(s.held, m)
	if s.r.IntN(3) > 0 {
		s.nested()
	}
	s.held = s.held[:len(s.held)-1]
	s.do(unlock, m)
	s.line("%s%d.%sUnlock()", name, m%playMutex, mode)
}

// guarded writes something under a condition, if it is to be guarded.
func (s *scribe) guarded(yes bool, cond int, body func()) {
	if !yes {
		body()
		return
	}
	at := len(s.acts)
	s.do(opBranch, cond)
	s.line("if b%d {", cond)
	s.depth++
	body()
	s.depth--
	s.line("}")
	s.acts[at].to = len(s.acts)
}

// within writes something under a lock, if it is to be locked.
func (s *scribe) within(yes bool, lock int, body func()) {
	if !yes {
		body()
		return
	}
	s.do(opLock, lock)
	s.line("mu%d.Lock()", lock)
	body()
	s.do(opUnlock, lock)
	s.line("mu%d.Unlock()", lock)
}

// randomPlay makes a program.
func randomPlay(r *rand.Rand) *play {
	switch k := r.IntN(16); {
	case k < 4:
		return lockPlay(r)
	case k < 13:
		return matchedPlay(r)
	}
	p := &play{caps: []int{r.IntN(3), r.IntN(2)}}
	n := 1 + r.IntN(3)
	p.roles = make([][]act, 1, n+1)
	var bodies []string
	for range n {
		s := &scribe{r: r, depth: 1}
		for range 1 + r.IntN(3) {
			s.statement()
		}
		p.roles = append(p.roles, s.acts)
		bodies = append(bodies, s.text.String())
	}
	s := &scribe{r: r}
	if k := r.IntN(3); k > 0 {
		for range k {
			s.do(opAdd, 0)
		}
		s.line("wg.Add(%d)", k)
	}
	for k, body := range bodies {
		if r.IntN(3) == 0 {
			s.statement()
		}
		s.do(opGo, k+1)
		s.line("go func() {\n%s\t}()", body)
	}
	for range r.IntN(4) {
		s.statement()
	}
	p.roles[0] = s.acts
	p.texts = []string{s.text.String()}
	return p
}

// source is the program as a function.
func (p *play) source(n int) string {
	return fmt.Sprintf(
		"func P%d(b0, b1 bool) {\n\tvar mu0, mu1 sync.Mutex\n\tvar rw0, rw1 sync.RWMutex\n\tvar wg sync.WaitGroup\n\tc0, "+
			"c1 := make(chan int, %d), make(chan int, %d)\n"+
			"\t_, _, _, _, _, _, _ = &mu0, &mu1, &rw0, &rw1, &wg, c0, c1\n%s}\n",
		n,
		p.caps[0],
		p.caps[1],
		p.texts[0],
	)
}

// A moment is one state of a program.
type moment struct {
	pc    [4]int8 // by goroutine; -1: not started
	conds [playConds]bool
	locks [playLocks]padlock
	count [playChans]int8
	shut  [playChans]bool
	wg    int8
}

// A padlock is the state of a lock.
type padlock struct {
	writer  bool
	readers int8
	next    int8 // the goroutine, from 1, that wants to write, and keeps new readers out
}

// An outcome says what can happen in a program: the operations at which it panics or gets stuck.
type outcome struct {
	panics, stuck map[operation]bool
	locksOnly     bool // some goroutines are stuck at locks and no others
}

func (o *outcome) safe() bool { return len(o.panics)+len(o.stuck) == 0 }

// perform walks through all interleavings.
func (p *play) perform() *outcome {
	o := &outcome{panics: map[operation]bool{}, stuck: map[operation]bool{}}
	seen := map[moment]bool{}
	var work []moment
	push := func(m moment) {
		if !seen[m] {
			seen[m] = true
			work = append(work, m)
		}
	}
	for b := range 1 << playConds {
		m := moment{pc: [4]int8{0, -1, -1, -1}}
		for k := range m.conds {
			m.conds[k] = b>>k&1 != 0
		}
		push(m)
	}
	for len(work) > 0 {
		m := work[len(work)-1]
		work = work[:len(work)-1]
		next, failed := p.moves(m)
		for _, d := range failed {
			o.panics[d] = true
		}
		for _, n := range next {
			push(n)
		}
		if len(next)+len(failed) == 0 {
			p.judge(m, o)
		}
	}
	return o
}

// judge notes who is stuck at the end.
func (p *play) judge(m moment, o *outcome) {
	locks, others := false, false
	for g, role := range p.roles {
		if at := m.pc[g]; at >= 0 && int(at) < len(role) {
			o.stuck[role[at].operation] = true
			lock := role[at].operation == opLock || role[at].operation == opRLock
			locks, others = locks || lock, others || !lock
		}
	}
	o.locksOnly = o.locksOnly || locks && !others
}

// moves are the states that follow, and the operations that panic.
func (p *play) moves(m moment) (next []moment, failed []operation) {
	for g, role := range p.roles {
		at := m.pc[g]
		if at < 0 || int(at) >= len(role) {
			continue
		}
		a := role[at]
		n := m
		n.pc[g]++
		switch a.operation {
		case opLock:
			switch x := m.locks[a.n]; {
			case x.readers > 0 && x.next == 0:
				n.pc[g]--
				n.locks[a.n].next = int8(g + 1)
			case x.writer || x.readers > 0 || x.next != 0 && x.next != int8(g+1):
				continue
			default:
				n.locks[a.n] = padlock{writer: true}
			}
		case opUnlock:
			n.locks[a.n].writer = false
		case opRLock:
			if x := m.locks[a.n]; x.writer || x.next != 0 {
				continue
			}
			n.locks[a.n].readers++
		case opRUnlock:
			n.locks[a.n].readers--
		case opSend:
			if m.shut[a.n] {
				failed = append(failed, a.operation)
				continue
			}
			if int(m.count[a.n]) >= p.caps[a.n] {
				next = append(next, p.meetings(m, g, a.n)...)
				continue
			}
			n.count[a.n]++
		case opRecv:
			switch {
			case m.count[a.n] > 0:
				n.count[a.n]--
			case !m.shut[a.n]:
				continue
			}
		case opClose:
			if m.shut[a.n] {
				failed = append(failed, a.operation)
				continue
			}
			n.shut[a.n] = true
		case opAdd:
			n.wg++
		case opDone:
			if m.wg == 0 {
				failed = append(failed, a.operation)
				continue
			}
			n.wg--
		case opWait:
			if m.wg > 0 {
				continue
			}
		case opGo:
			n.pc[a.n] = 0
		case opBranch:
			if !m.conds[a.n] {
				n.pc[g] = int8(a.to)
			}
		case opJump:
			n.pc[g] = int8(a.to)
		}
		next = append(next, n)
	}
	return next, failed
}

// meetings are the states after a sender has met a receiver.
func (p *play) meetings(m moment, sender, ch int) (next []moment) {
	if p.caps[ch] > 0 {
		return nil
	}
	for g, role := range p.roles {
		if at := m.pc[g]; g != sender && at >= 0 && int(at) < len(role) && role[at].operation == opRecv && role[at].n == ch {
			n := m
			n.pc[sender]++
			n.pc[g]++
			next = append(next, n)
		}
	}
	return next
}

// playsPerPackage is how many programs stand in one package.
const playsPerPackage = 50

// TestInterleave compares.
func TestInterleave(t *testing.T) {
	if testing.Short() {
		t.Skip("analyses many programs")
	}
	bin, err := tool()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	plays := writePlays(t, dir)
	diags, err := conformance.Vet(
		dir,
		append(os.Environ(), "GOWORK=off"),
		bin,
		"-deadlockcheck.evidence",
		"-deadlockcheck.confidence=low",
		"./...",
	)
	if err != nil {
		t.Fatal(err)
	}
	best := map[int]string{} // strongest confidence by program
	rank := map[string]int{"": 0, "low": 1, "medium": 2, "high": 3}
	for i := range diags {
		d := &diags[i]
		if d.IsSummary() || d.Analyzer != "deadlockcheck" {
			continue
		}
		n := programAt(t, d.Posn)
		if c := string(d.Finding.Confidence); rank[c] > rank[best[n]] {
			best[n] = c
		}
	}
	count := map[string]int{}
	missed := map[string]int{}
	for n, p := range plays {
		o := p.perform()
		if o.safe() {
			count["safe, "+best[n]]++
			if best[n] == "high" {
				t.Errorf("safe program reported at high confidence:\n%s", p.source(n))
			}
			continue
		}
		count["unsafe, "+best[n]]++
		if rank[best[n]] < 2 {
			missed[o.cause()+", reported "+best[n]]++
			if *interleave <= 300 {
				t.Logf("missed (%s, %s):\n%s", o.cause(), best[n], p.source(n))
			}
		}
	}
	t.Log(count)
	for _, k := range slices.Sorted(keysOf(missed)) {
		t.Logf("%5d %s", missed[k], k)
	}
}

// keysOf ranges over the keys of a map.
func keysOf(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// cause names what goes wrong in a program.
func (o *outcome) cause() string {
	names := map[operation]string{
		opLock:  "lock",
		opRLock: "read lock",
		opSend:  "send",
		opRecv:  "receive",
		opClose: "close",
		opDone:  "done",
		opWait:  "wait",
	}
	var list []string
	for d := range opJump {
		if o.panics[d] {
			list = append(list, names[d]+" panics")
		}
		if o.stuck[d] {
			list = append(list, names[d]+" stuck")
		}
	}
	return strings.Join(list, "+")
}

// writePlays writes the programs as a module.
func writePlays(t *testing.T, dir string) []*play {
	r := rand.New(rand.NewPCG(1, 4))
	var plays []*play
	write := func(name, text string) {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(dir, "go.mod"), "module plays\n\ngo 1.26\n")
	for len(plays) < *interleave {
		n := len(plays)
		p := randomPlay(r)
		plays = append(plays, p)
		write(
			filepath.Join(dir, fmt.Sprintf("p%d/p%d.go", n/playsPerPackage, n)),
			fmt.Sprintf("package p%d\n\nimport \"sync\"\n\n%s", n/playsPerPackage, p.source(n)),
		)
	}
	return plays
}

// programAt is the number of the program that a position lies in.
func programAt(t *testing.T, posn string) int {
	n := -1
	file, _, _ := strings.Cut(filepath.Base(posn), ":")
	if _, err := fmt.Sscanf(file, "p%d.go", &n); err != nil {
		t.Fatal(posn, err)
	}
	return n
}

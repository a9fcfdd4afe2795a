// This file is the documentation of the rules for violations of atomicity and order, which are off by default: what
// `syncvet explain` prints.

package ruledoc

// offByDefault is how the rules are turned on.
const offByDefault = "Off by default: `syncvet -atomicity`, or " +
	"`go vet -vettool=$(which syncvet) -racecheck.atomicity`. It is a heuristic\n" +
	"about what the program is meant to do, not a proof, so confidence is medium at best.\n"

var ruleCheckThenAct = Rule{
	ID: CheckThenAct, Title: "check-then-act across two critical sections of one lock",
	Why: `What is read in one critical section decides what is written in a later one, or is a part of it; in between the
lock is released, and the second section does not look again. There is no data race, but two goroutines may both find a
map empty, a balance high enough, or a server open, and both act: one update is lost, or something is done twice.

` + offByDefault + `The two sections may lie in functions that are called one after the other, in other packages too.
Somebody else must be able to write the variable meanwhile: another goroutine in view, another instance of this one,
or callers of a library. Not reported is an act behind a new look at shared memory in its own section, a check whose
section writes something under the lock (it has claimed what it found), and what happens under another lock all the
time. A map of values that have no identity (numbers, strings) which is filled after a look is of low confidence: who
fills it twice does no harm.`,
	Bad: `package main

import (
	"os"
	"sync"
)

type files struct {
	mu   sync.Mutex
	open map[string]*os.File
}

func (f *files) get(name string) (*os.File, error) {
	f.mu.Lock()
	file := f.open[name]
	f.mu.Unlock()
	if file != nil {
		return file, nil
	}
	file, err := os.Open(name) // so does another goroutine
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open[name] = file // the other one's file is lost, and never closed
	return file, nil
}

func main() {
	f := &files{open: map[string]*os.File{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { f.get("go.mod") })
	}
	wg.Wait()
}`,
	Good: `package main

import (
	"os"
	"sync"
)

type files struct {
	mu   sync.Mutex
	open map[string]*os.File
}

func (f *files) get(name string) (*os.File, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file := f.open[name]; file != nil {
		return file, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	f.open[name] = file
	return file, nil
}

func main() {
	f := &files{open: map[string]*os.File{}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { f.get("go.mod") })
	}
	wg.Wait()
}`,
	Hides: `Checks and acts in different functions that a third one does not call by name, and what main itself does. Of
functions of other packages only their own accesses count, not those of what they call, and one that reads what it
writes is taken to look again. A decision that is harmless when it is stale, such as one to do some work that somebody
else may have done, is reported all the same.`,
}

var ruleNilEvent = Rule{
	ID: NilEvent, Title: "set to nil by one event, used by another",
	Why: `One handler, posted function or goroutine sets a variable to nil, another one uses what is there without looking.
Both hold a lock, or one loop runs both of them, or both go through sync/atomic: so there is no data race, but nothing
says which of the two comes first. If it is the first one, the second one panics.

` + offByDefault + `Both must be seen: two goroutines, two handlers, two functions that are sent to a loop by
goroutines of which neither surely sends first, or two cases of a select in a loop. A test of any flag or variable on
the way to the use, in its function or around a call that leads there, keeps it quiet.`,
	Bad: `package main

import (
	"net/http"
	"sync"
)

type session struct {
	mu   sync.Mutex
	user *string
}

func (s *session) logout(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.user = nil
}

func (s *session) greet(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Write([]byte("hello " + *s.user)) // after a logout?
}

func main() {
	name := "gopher"
	s := &session{user: &name}
	http.HandleFunc("/logout", s.logout)
	http.HandleFunc("/greet", s.greet)
	http.ListenAndServe("localhost:8080", nil)
}`,
	Good: `package main

import (
	"net/http"
	"sync"
)

type session struct {
	mu   sync.Mutex
	user *string
}

func (s *session) logout(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.user = nil
}

func (s *session) greet(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.user == nil {
		http.Error(w, "who are you?", http.StatusUnauthorized)
		return
	}
	w.Write([]byte("hello " + *s.user))
}

func main() {
	name := "gopher"
	s := &session{user: &name}
	http.HandleFunc("/logout", s.logout)
	http.HandleFunc("/greet", s.greet)
	http.ListenAndServe("localhost:8080", nil)
}`,
	Hides: `Exported methods that nobody in view calls from two goroutines. Uses behind a test of another variable,
although that may say nothing about this one. That the first event never happens while the second one can still come may
be ensured by means that are not seen, such as a protocol: then the report is wrong.`,
}

var ruleUnset = Rule{
	ID: Unset, Title: "used before the goroutine that sets it has done so",
	Why: `A variable is set by a goroutine that was started, or by who started one, and used by another goroutine without
looking. A lock or sync/atomic keeps the two apart, but nothing makes the use wait: if it comes first, it finds nil.

` + offByDefault + `No store that is known to come before the use may exist, neither in a constructor nor in the
goroutine that uses it. A test of any flag or variable on the way to the use keeps it quiet.`,
	Bad: `package main

import "sync"

type server struct {
	mu     sync.Mutex
	config *string
}

func (s *server) load() {
	text := "localhost:8080"
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = &text
}

func (s *server) address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *s.config
}

func main() {
	s := &server{}
	go s.load()
	println(s.address()) // loaded already?
}`,
	Good: `package main

import "sync"

type server struct {
	mu     sync.Mutex
	config *string
}

func (s *server) load() {
	text := "localhost:8080"
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = &text
}

func (s *server) address() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *s.config
}

func main() {
	s := &server{}
	var wg sync.WaitGroup
	wg.Go(s.load)
	wg.Wait()
	println(s.address())
}`,
	Hides: `Variables that a constructor sets to something that is replaced later. Uses behind a test of another variable,
although that may say nothing about this one. Waiting by means that are not seen makes the report wrong.`,
}

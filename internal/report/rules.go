// This file is the rules' documentation for users: what `syncvet explain` prints.

package report

import (
	"fmt"
	"io"
	"strings"
)

// A Rule is one kind of finding.
type Rule struct {
	ID    string // RC1001 ...
	Title string // in a few words
	Why   string // what goes wrong, and in what form it is usually written
	Bad   string // a small example, Go source
	Good  string // the same, repaired
	Hides string // which true findings of this kind are not reported, and what may be reported wrongly
}

// Rules lists the rules by id.
func Rules() []Rule {
	return []Rule{ruleMemory, ruleCaptured, ruleMap, ruleElement, ruleAtomic, ruleCycle, ruleSelf, ruleUnlock, ruleUnheld}
}

// LookupRule finds a rule by its id, in any case.
func LookupRule(id string) (Rule, bool) {
	for _, r := range Rules() {
		if strings.EqualFold(r.ID, id) {
			return r, true
		}
	}
	return Rule{}, false
}

// Write prints the rule's page.
func (r Rule) Write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n\n%s\n\nRacy:\n\n%s\n\nRepaired:\n\n%s\n\nLimits:\n\n%s\n", r.ID, r.Title, r.Why, indent(r.Bad), indent(r.Good), r.Hides)
}

// indent moves code to the right.
func indent(code string) string {
	return "    " + strings.ReplaceAll(code, "\n", "\n    ")
}

// hidesAll are the limits that all rules for races share.
const hidesAll = `Accesses through reflection, unsafe.Pointer and assembly are not seen. A lock that may be the same at both
accesses counts as protection, but lowers the confidence of what else rests on it. Two goroutines must both be visible from the package
or from below it: a race between callers that nobody has written yet is not reported.`

var ruleMemory = Rule{
	ID: "RC1001", Title: "data race on a field or package-level variable",
	Why: `Two goroutines use one field or variable at the same time, at least one of them writes, and neither a lock nor another
synchronisation orders them. Reads may then see half of a write, or an old value forever; compilers rely on this not
happening. The usual forms are a counter without a lock, a lock released one line too early, and a lock taken by the writer but not
by the reader.`,
	Bad: `type Stats struct {
	mu sync.Mutex
	n  int
}

func (s *Stats) Add()     { s.mu.Lock(); s.n++; s.mu.Unlock() }
func (s *Stats) Get() int { return s.n } // no lock`,
	Good: `func (s *Stats) Get() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.n
}`,
	Hides: hidesAll,
}

var ruleCaptured = Rule{
	ID: "RC1002", Title: "data race on a captured local variable",
	Why: `A function literal that runs as a goroutine shares the local variables it mentions with the function around it. Typical are an
err assigned with = instead of :=, a result read before the goroutine is joined, and, in files whose language version is below 1.22,
a loop variable.`,
	Bad: `err := prepare()
go func() {
	err = work() // the err of the function around
}()
return err`,
	Good: `err := prepare()
done := make(chan error, 1)
go func() { done <- work() }()
return errors.Join(err, <-done)`,
	Hides: hidesAll,
}

var ruleMap = Rule{
	ID: "RC1003", Title: "concurrent use of a map",
	Why: `A map is one object: two goroutines may read it at the same time, but not read and write it, whatever the keys. The
runtime notices some of these and ends the program ("fatal error: concurrent map writes"), which recover cannot prevent.`,
	Bad: `var hits = map[string]int{}

func handle(w http.ResponseWriter, r *http.Request) {
	hits[r.URL.Path]++ // each request has a goroutine of its own
}`,
	Good: `var (
	mu   sync.Mutex
	hits = map[string]int{} // guarded by mu
)

func handle(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	defer mu.Unlock()
	hits[r.URL.Path]++
}`,
	Hides: hidesAll,
}

var ruleElement = Rule{
	ID: "RC1004", Title: "data race on elements of a slice or array, or on its backing array by append",
	Why: `Two goroutines use the same element, or append to slices that share a backing array: both then write the element behind
the last, and one value is lost. Goroutines that each write an element of their own are fine.`,
	Bad: `var all []int
for _, x := range xs {
	wg.Go(func() { all = append(all, f(x)) })
}`,
	Good: `all := make([]int, len(xs))
for i, x := range xs {
	wg.Go(func() { all[i] = f(x) })
}`,
	Hides: `Elements are told apart only where the index is a constant or unique to the goroutine; others count as one element, so
disjoint parts computed at run time may be reported wrongly. ` + hidesAll,
}

var ruleAtomic = Rule{
	ID: "RC1005", Title: "atomic and plain access to one variable",
	Why: `An atomic operation synchronises with other atomic operations only. A plain read beside an atomic write is a data race as
any other.`,
	Bad: `func (s *Stats) Hit()       { atomic.AddInt64(&s.hits, 1) }
func (s *Stats) Hits() int64 { return s.hits } // plain`,
	Good: `type Stats struct{ hits atomic.Int64 } // has no plain access

func (s *Stats) Hit()        { s.hits.Add(1) }
func (s *Stats) Hits() int64 { return s.hits.Load() }`,
	Hides: hidesAll,
}

// This file is the vocabulary of results: what one finding says, as plain data. Checkers fill it, the evidence channel
// carries it as one line of JSON, and every output format is rendered from it.

package report

import "slices"

// SchemaVersion is the version of the JSON form of Finding and Summary.
const SchemaVersion = 1

// Confidence says how strong the evidence is; high and medium are shown by default.
type Confidence string

// The three confidences.
const (
	High Confidence = "high" // two proven goroutines, unordered, no common lock, the shared object known exactly
	// two proven goroutines, the object known only through merged container elements, or evidence of another kind
	Medium Confidence = "medium"
	Low    Confidence = "low" // the rest: protected by a may-alias lock, degraded callees, unknown objects
)

// A Pos is a place in source. Facts of other packages carry no absolute names, so a Pos may be known by package and
// base name only.
type Pos struct {
	Pkg  string `json:"pkg,omitempty"` // import path of the package the file belongs to
	File string `json:"file"`          // base name of the file
	Dir  string `json:"dir,omitempty"` // absolute directory, empty when unknown
	Line int    `json:"line"`          // 1-based, 0 when unknown
	Col  int    `json:"col,omitempty"` // 1-based byte column, 0 when unknown
}

// A Variable names what is raced on.
type Variable struct {
	// as in the headline: "pkg.Type.field", "pkg.global", "local \"err\" captured by TestX.func1", "map element of
	// pkg.global"
	Name string `json:"name"`
	Kind string `json:"kind"`           // field, global, captured, map, slice, atomic
	Pkg  string `json:"pkg,omitempty"`  // package that declares it
	Decl Pos    `json:"decl,omitempty"` // declaration or allocation, zero when unknown

	// what holds it, where that is no allocation: a package-level variable, "any T"
	Object string `json:"object,omitempty"`
}

// A Frame is one step of a call path: a function, and the call (or go statement, or registration) inside its caller
// that entered it.
type Frame struct {
	Func string `json:"func"` // as in stack traces: "(*Cache).Put", "TestRace.func1"
	Pkg  string `json:"pkg"`  // import path of the function's package
	Call Pos    `json:"call"` // where the caller calls it; zero for the first frame of a root
}

// A Lock is one lock held at an access.
type Lock struct {
	Name string `json:"name"`          // "c.mu", "pkg.mu"
	Mode string `json:"mode"`          // "W", "R", or InOnce
	Pos  Pos    `json:"pos"`           // where it was taken
	May  bool   `json:"may,omitempty"` // the lock object is known only by may-alias
	// it is that of another object than the one accessed, as far as the functions on the way tell
	Other bool `json:"other,omitempty"`
}

// InOnce is the mode of a Once whose function runs: it excludes itself only.
const InOnce = "once"

// An Origin is one goroutine, as statically known: where and how it starts.
type Origin struct {
	// "go", "main", "init", "test", "exported", "callback", "client", "caller"
	Kind     string  `json:"kind"`
	Name     string  `json:"name"`               // entry function, as in Frame.Func
	API      string  `json:"api,omitempty"`      // for callbacks: the function that starts it, "net/http.HandleFunc"
	Pos      Pos     `json:"pos"`                // the go statement or registration; zero for roots
	Chain    []Frame `json:"chain,omitempty"`    // the call path in the spawner, outermost first, that leads to Pos
	Parallel bool    `json:"parallel,omitempty"` // several instances may overlap
}

// An Access is one of the two ends of a race.
type Access struct {
	Pos Pos `json:"pos"` // where it stands
	// "read", "write", "map read", "map write", "append", "atomic read", "atomic write", "send", "close", and
	// "return to callers, who read it", "sharing with a new object"
	Kind  string `json:"kind"`
	Expr  string `json:"expr,omitempty"`  // the source expression or variable name, "c.n"
	Func  string `json:"func"`            // function that contains it
	Locks []Lock `json:"locks,omitempty"` // held there
	// from the origin's entry (first) to the function that contains the access (last)
	Path   []Frame `json:"path"`
	Origin Origin  `json:"origin"` // the goroutine that does it
}

// Writes reports whether the access changes the variable. To send on a channel is to read the variable, to close it is
// to write it, as the race detector has it.
func (a *Access) Writes() bool {
	switch a.Kind {
	case "write", "atomic write", "map write", "append", "close":
		return true
	}
	return false
}

// An Ordering says why nothing orders the two accesses.
type Ordering struct {
	// one line: "no synchronisation between start and access", "wg.Wait at x.go:29 comes after the read"
	Reason  string   `json:"reason"`
	Nearest []string `json:"nearest,omitempty"` // synchronisation that comes near but does not order them
}

// A Guard says which lock protects a variable at most accesses, where that is the evidence.
type Guard struct {
	Name  string `json:"name"`  // of the lock; empty when the other accesses are atomic
	Held  int    `json:"held"`  // at how many accesses it is held
	Total int    `json:"total"` // of how many
}

// A Pair is two call paths that may be in progress at the same time, and what is done at their ends: a counterexample.
type Pair struct {
	Paths [2][]Frame `json:"paths"` // from the goroutines' entries, outermost first
	Kinds [2]string  `json:"kinds"` // of the accesses, as in Access
	At    [2]Pos     `json:"at"`    // of the accesses
}

// A Step is one thing that a goroutine does on its way into a deadlock.
type Step struct {
	Thread int    `json:"thread"` // index into Finding.Threads
	Pos    Pos    `json:"pos"`    // where it stands
	Func   string `json:"func"`   // function that contains it
	Text   string `json:"text"`   // "locks srv.mu", "wants tbl.mu while holding srv.mu"
	// one of the Op constants; empty for what is neither taken, released nor waited for
	Op     string `json:"op,omitempty"`
	Object string `json:"object,omitempty"` // what it is done to: "srv.mu"
}

// What a step does to its object, for those who draw it.
const (
	OpLock   = "lock"   // holds it from now on
	OpRLock  = "rlock"  // holds it for reading from now on
	OpUnlock = "unlock" // holds it no more
	OpWait   = "wait"   // waits for it
)

// A Thread is one of the goroutines of a deadlock or leak: its way in, and what it does until it blocks.
type Thread struct {
	// the goroutine it is; of kind AnyCaller where every caller of Path's first function comes into it
	Origin Origin `json:"origin"`
	// where it holds for whoever calls Path's first function: one way there from Origin's entry
	Callers []Frame `json:"callers,omitempty"`
	Path    []Frame `json:"path,omitempty"`
	Steps   []Step  `json:"steps"` // in order; the last one blocks
}

// AnyCaller is the kind of an origin that stands for whoever calls a function.
const AnyCaller = "caller"

// way is the calls from the goroutine's entry.
func (t *Thread) way() []Frame { return slices.Concat(t.Callers, t.Path) }

// anyone reports whether it does not matter whose goroutine it is: the origin is an example, or none.
func (t *Thread) anyone() bool { return len(t.Callers) > 0 || t.Origin.Kind == AnyCaller }

// A Row is a line of evidence that has a head of its own.
type Row struct {
	Head string `json:"head"` // "blocks", "same instance?"
	Text string `json:"text"` // what follows the head, one line
}

// A Finding is one reported race, deadlock or leak. Races have Accesses, all others Threads.
type Finding struct {
	Schema int `json:"schema"` // SchemaVersion of the program that wrote it; readers refuse others (P6)
	// fingerprint: rule, variable and the two (function, kind, origin); no line numbers
	ID         string     `json:"id"`
	Rule       string     `json:"rule"`       // RC1001 ...
	Level      string     `json:"level"`      // "error", "warning" or "hint"; settings may change it
	Confidence Confidence `json:"confidence"` // High, Medium or Low, from the grade and the doubts
	Pos        Pos        `json:"pos"`        // primary position, in the package analysed
	// set when Pos is not an access: what stands there, "call of b.Put", "goroutine started here"
	Via string `json:"via,omitempty"`
	// what is raced on, or the lock, channel or group that the finding is about
	Variable Variable  `json:"variable"`
	Accesses [2]Access `json:"accesses,omitzero"` // [0] is the one Pos stands at or leads to
	Ordering Ordering  `json:"ordering,omitzero"` // why nothing orders the two accesses, and what was looked at
	// set when the evidence is a lock that most accesses hold, and [0] does not
	Guard   *Guard   `json:"guard,omitempty"`
	Threads []Thread `json:"threads,omitempty"` // [0] is the one Pos stands in or leads to
	Trace   []Step   `json:"trace,omitempty"`   // what happens in which order, where the order matters
	Rows    []Row    `json:"rows,omitempty"`    // more evidence
	Doubts  []Doubt  `json:"doubts,omitempty"`  // why it is not certain
	Because string   `json:"because,omitempty"` // why it is reported although the goroutines are not in view
	Run     string   `json:"run,omitempty"`     // the test, or main, whose run in the interpreter shows it
	// pairs of call paths that lead to the two accesses or others on the variable, the first few
	Pairs   []Pair   `json:"pairs,omitempty"`
	Others  int      `json:"others,omitempty"` // further pairs on the same variable with the same missing protection
	Fix     []string `json:"fix,omitempty"`    // advice, one clause each, best first; nil where none is known
	Notes   []string `json:"notes,omitempty"`  // limits of the analysis that bear on this finding, one line each
	Message string   `json:"message"`          // the headline, without position

	// Names are the names of packages whose package clause says another one than PackageName, by import path.
	Names map[string]string `json:"names,omitempty"`

	Edits  []Edit   `json:"edits,omitempty"`  // that repair it for certain
	Builds []string `json:"builds,omitempty"` // of -matrix that it is seen on; empty for all

	// identity of the finding that is shown for this one, too (internal/together)
	Under string     `json:"under,omitempty"`
	Also  []*Finding `json:"-"` // that this one is shown for

	Baseline string `json:"baseline,omitempty"` // "new", "unchanged" or "absent" against a baseline; empty without one
}

// A Doubt is a rule of docs/heuristics.md that makes a finding less certain.
type Doubt struct {
	ID     string `json:"id"`               // of the rule, "H3"; a row of the table in that document
	Text   string `json:"text"`             // a clause: what makes it so
	Unless string `json:"unless,omitempty"` // a clause: if it holds, there is nothing wrong; empty if the text says it all
}

// An Edit replaces a part of a file.
type Edit struct {
	File  string `json:"filename"` // absolute
	Start int    `json:"start"`    // in bytes
	End   int    `json:"end"`      // in bytes, behind the last one replaced; equal to Start for an insertion
	New   string `json:"new"`      // the text that stands there then; empty to delete
}

// CommentKind is the kind of variable of findings about comments addressed to us: these have one thread with one step,
// the comment.
const CommentKind = "comment"

// aboutComment reports whether a finding is about a comment, and so has no goroutines to show.
func (f *Finding) aboutComment() bool { return f.Variable.Kind == CommentKind }

// A Note is something the user must know about the analysis itself and that is no finding: a contained panic, an
// exceeded budget, a missing or outdated fact.
type Note struct {
	Pkg  string `json:"pkg"`  // import path of the package that was analysed when it happened
	Kind string `json:"kind"` // "panic", "budget", "missing-fact", "stale-fact", "type-error"
	Text string `json:"text"` // what happened, for a person; of a panic with the stack
}

// Summary is what one package's run measured; the front adds them up for -stats and for the final JSON object.
type Summary struct {
	Schema int    `json:"schema"` // SchemaVersion of the program that wrote it; readers refuse others
	Pkg    string `json:"pkg"`    // import path of the package analysed
	// something was left out: a budget ran out, or a part panicked; Notes say what
	Incomplete bool `json:"incomplete"`
	// what a reader must know about this package's analysis; nil when it went well
	Notes []Note `json:"notes,omitempty"`
	Part  bool   `json:"part,omitempty"` // adds to the summary that another checker gives of the package
	// "units", "constraints", "contexts", "origins", "pairs.original", "pairs.reachable", "pairs.aliasing",
	// "pairs.shared", "pairs.unordered", "pairs.unlocked", "fact.bytes", "time.us", "rss.peak.kb", ...
	Counters map[string]int64 `json:"counters"`
}

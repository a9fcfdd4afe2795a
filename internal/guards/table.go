// This file is the rule table: why an access without a lock does not race, and how certain it is that it does. Rows of
// a stage are asked from the top; the first one that holds decides. The theory behind each is in doc.go under its
// number. docs/guards.md is made from the table.

package guards

import (
	"slices"

	"github.com/syncvet/syncvet/internal/rule"
)

// A Rule is a row of the table.
type Rule struct {
	ID      string            // unique; a letter behind the number tells the rows of one rule of doc.go apart
	Effect  rule.Effect       // what follows for a claim of which it holds
	Title   string            // what holds then, in words
	Errs    string            // which way it errs; empty for those that follow from the memory model
	Archive string            // a program of testdata that is judged in another way without it
	stage   stage             // when it is asked
	holds   func(*claim) bool // reports whether it holds of a claim
}

// A stage is what rows are asked about.
type stage uint8

// The stages, in order.
const (
	alone   stage = iota // one access in one context: nobody else is there
	pairing              // two accesses: they are never concurrent
	grading              // two accesses and a lock: how certain it is that the lock is missing
)

// Which way a row errs.
const (
	fewer = "fewer races"
	more  = "more races"
)

// table is all rules, by stage, in the order in which they are asked.
var table = [...]Rule{
	{ID: "G7a", Archive: "races/locks/guard_global_ok", Effect: rule.Ordered, stage: alone,
		Title: "initialisation, or main before it starts goroutines",
		holds: func(c *claim) bool { return c.x.key.root == single }},
	{ID: "G7b", Archive: "races/locks/guard_once_set_race", Effect: rule.Ordered, Errs: fewer, stage: alone,
		Title: "runs in Once.Do, if the object has that Once or there is only one",
		holds: func(c *claim) bool { return c.x.key.once && c.x.withOnce() }},
	{ID: "G7c", Archive: "races/ownership/stats_detach_ok", Effect: rule.OneOwner, stage: alone,
		Title: "a container taken out of its variable in the critical section that resets the variable",
		holds: func(c *claim) bool { return c.x.moved }},
	{ID: "G5a", Archive: "races/locks/guard_unlocked_race", Effect: rule.OneOwner, stage: alone,
		Title: "of an object that the function owns, or the caller that has given it",
		holds: func(c *claim) bool {
			return c.x.own.Owned && c.x.own.If&^c.x.key.owned == 0 || c.x.given(c.x.key.owned)
		}},

	{ID: "G8a", Archive: "races/locks/guard_quiet_ok", Effect: rule.Impossible, stage: pairing,
		Title: "neither access writes, or both are atomic",
		holds: func(c *claim) bool {
			return !c.x.kind.Writes() && !c.y.kind.Writes() || c.x.kind.Atomic() && c.y.kind.Atomic()
		}},
	{ID: "G8b", Archive: "races/clients/told_guardedby_never_race", Effect: rule.Excluded, Errs: fewer, stage: pairing,
		Title: "both perhaps hold a lock that excludes, or one holds a lock that cannot be named (G1)",
		holds: func(c *claim) bool { return c.x.may.excludes(c.y.may) || c.x.may.has(unknownLock, false) }},
	{ID: "G6", Archive: "races/locks/guard_address_ok", Effect: rule.Impossible, Errs: fewer, stage: pairing,
		Title: "a container and one found in it, or structs reached by other fields of which one is copied as a whole",
		holds: func(c *claim) bool {
			return c.x.depth != c.y.depth ||
				(c.x.leak || c.y.leak || c.x.copied || c.y.copied) && c.x.outer != c.y.outer
		}},
	{ID: "G25", Archive: "races/flags/snapshot_copies_ok", Effect: rule.Impossible, stage: pairing,
		Title: "one object is known by one field of its owner alone, the other one is not",
		holds: func(c *claim) bool { return c.x.captor != c.y.captor }},
	{ID: "G33", Archive: "races/locks/guard_copied_on_write_ok", Effect: rule.Impossible, Errs: fewer, stage: pairing,
		Title: "a container that is handed out, of which a flag says so: it is replaced before it is written again",
		holds: func(c *claim) bool { return c.either((*claim).copiedOnWrite) }},
	{ID: "G29", Archive: "races/flags/snapshot_filled_ok", Effect: rule.Impossible, Errs: fewer, stage: pairing,
		Title: "what is counted atomically, and a copy that is filled with what was counted",
		holds: (*claim).ofSnapshots},
	{ID: "G8c", Archive: "races/locks/guard_quiet_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "both in one goroutine that exists once",
		holds: func(c *claim) bool { return c.x.key.root == c.y.key.root && !c.a.roots[c.x.key.root].multi }},
	{ID: "G5c", Archive: "races/locks/guard_coroutine_ok", Effect: rule.OneOwner, stage: pairing,
		Title: "of what the caller has made, and neither is in a goroutine",
		holds: func(c *claim) bool {
			return (c.x.made || c.y.made) && c.rootOf(c.x).kind != Goroutine && c.rootOf(c.y).kind != Goroutine
		}},
	{ID: "G5d", Archive: "races/locks/guard_maker_reads_ok", Effect: rule.OneOwner, Errs: fewer, stage: pairing,
		Title: "of what its maker has not yet given to the other's goroutine",
		holds: func(c *claim) bool {
			return c.x.made && !c.a.hasGiven(c.x, c.rootOf(c.y)) || c.y.made && !c.a.hasGiven(c.y, c.rootOf(c.x))
		}},
	{ID: "K65", Archive: "races/locks/guard_finalizer_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "a field of an object that others can reach, and its finalizer",
		holds: func(c *claim) bool { return c.either((*claim).finalized) }},
	{ID: "G8d", Archive: "races/locks/guard_published_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "behind a receive of what the other's function sends, or a load of what it stores atomically",
		holds: func(c *claim) bool { return c.either((*claim).handed) }},
	{ID: "G22", Archive: "races/locks/guard_coroutine_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "a type with one caller at a time, whose method waits for the goroutine that it starts",
		holds: func(c *claim) bool { return c.either((*claim).resumed) }},
	{ID: "G8e", Archive: "races/locks/guard_starter_reads_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "before the start of the other's goroutine",
		holds: func(c *claim) bool { return c.either((*claim).startedAfter) }},
	{ID: "G8f", Archive: "races/locks/guard_quiet_ok", Effect: rule.Ordered, Errs: fewer, stage: pairing,
		Title: "after a wait for goroutines, of which the other is one",
		holds: func(c *claim) bool { return c.either((*claim).joined) }},
	{ID: "G35", Archive: "races/locks/guard_lent_ok", Effect: rule.Excluded, Errs: fewer, stage: pairing,
		Title: "in a goroutine for which somebody waits who holds the lock until then",
		holds: func(c *claim) bool { return c.either((*claim).lentTo) }},
	{ID: "G63", Archive: "races/locks/guard_running_ok", Effect: rule.Excluded, stage: pairing,
		Title: "one by who has claimed a flag under a lock, the other by who finds it unset, under the lock",
		holds: func(c *claim) bool { return c.either((*claim).flagged) }},
	{ID: "G64", Archive: "races/channels/guard_slot_kept_ok", Effect: rule.Excluded, Errs: fewer, stage: pairing,
		Title: "both have the one slot of a channel that is used as a lock",
		holds: (*claim).slotted},
	{ID: "G12", Archive: "races/clients/told_serial_ok", Effect: rule.Ordered, stage: pairing,
		Title: "a comment says that the calls do not overlap",
		holds: (*claim).apart},
	{ID: "G27", Archive: "races/locks/guard_one_user_ok", Effect: rule.Ordered, stage: pairing,
		Title: "documentation lists both methods as called by one goroutine at a time",
		holds: (*claim).oneUser},

	{ID: "G7d", Archive: "races/locks/guard_weak_ok", Effect: rule.Low, stage: grading,
		Title: "set once, behind a test of another variable",
		holds: func(c *claim) bool { return c.testsOther }},
	{ID: "G9a", Archive: "races/locks/constructor_gives_up_ok", Effect: rule.Low, stage: grading,
		Title: "one is in a function that is given away",
		holds: func(c *claim) bool { return c.rootOf(c.x).kind == Callback || c.rootOf(c.y).kind == Callback }},
	{ID: "G9b", Archive: "races/locks/guard_weak_ok", Effect: rule.Low, stage: grading,
		Title: "the struct through which the variable is reached does not hold the lock",
		holds: func(c *claim) bool {
			return c.t.class != unknownLock && c.t.related && !c.a.inside(c.t.class, c.x)
		}},
	{ID: "G9c", Archive: "races/locks/guard_weak_ok", Effect: rule.Low, stage: grading,
		Title: "the other access is perhaps never reached",
		holds: func(c *claim) bool { return c.y.key.weak }},
	{ID: "G26", Archive: "races/locks/guard_init_ok", Effect: rule.Low, stage: grading,
		Title: "one is made by a method that sets up: it returns its receiver, is documented to come first, or called Init",
		holds: (*claim).setsUp},
	{ID: "G32", Archive: "races/clients/told_package_serial_ok", Effect: rule.Low, stage: grading,
		Title: "documentation says of the package that calls must not overlap",
		holds: (*claim).unsafePackage},
	{ID: "G9d", Archive: "races/locks/guard_setter_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "all writes hold the lock, and a function takes it for this variable alone",
		holds: func(c *claim) bool {
			return c.t.alone && c.t.related && !c.t.unlockedWrites && !c.t.local && len(c.t.out) <= 4*len(c.t.in)
		}},
	{ID: "G38", Archive: "races/locks/guard_getter_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "others ask for this variable alone under the lock, and a goroutine writes it without",
		holds: (*claim).askedFor},
	{ID: "G14", Archive: "races/locks/guard_callers_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "one caller forgets the lock with which the others call",
		holds: func(c *claim) bool {
			return c.a.forgotten(c.x, c.t) && len(c.t.unlocked) <= 2*len(c.t.held)
		}},
	{ID: "G15a", Archive: "races/locks/guard_evidence_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "a container that is only written with the lock is returned by who holds it",
		holds: (*claim).handsOut},
	{ID: "G15b", Archive: "races/locks/guard_kept_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "an object is looked up with the lock, left in its container, and written without",
		holds: (*claim).kept},
	{ID: "G9e", Archive: "races/ownership/filled_under_lock_ok", Effect: rule.Low, stage: grading,
		Title: "lock and variable do not lie in one object",
		holds: func(c *claim) bool {
			return !c.t.related && !c.t.owned(c.x) && !(c.t.parent && c.a.beside(c.x, c.t.class))
		}},
	{ID: "G28", Archive: "races/locks/guard_let_go_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "all writes hold the lock, and who reads has just let go of it",
		holds: (*claim).letGo},
	{ID: "G9g", Archive: "races/flags/prepared_ok", Effect: rule.Low, stage: grading,
		Title: "no two accesses hold the lock",
		holds: func(c *claim) bool { return len(c.t.held) < 2 }},
	{ID: "G9h", Archive: "races/locks/guard_evidence_race", Effect: rule.Likely, Errs: more, stage: grading,
		Title: "all writes hold the lock, and at most twice as many accesses do not as do",
		holds: func(c *claim) bool {
			without, with := len(c.t.unlocked), len(c.t.held)
			return c.t.writes && !c.t.unlockedWrites && without <= 2*with && (c.t.related || without < with)
		}},
}

// Rules gives the table, in the order in which rows are asked.
func Rules() []Rule { return table[:] }

// decided is the first row of a stage that holds of a claim; nil if none does.
func (c *claim) decided(s stage) *Rule {
	for k := range table {
		if r := &table[k]; r.stage == s && !slices.Contains(c.a.without, r.ID) && r.holds(c) {
			c.a.decisions[k]++
			return r
		}
	}
	return nil
}

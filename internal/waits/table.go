// This file is the table of doubts about goroutines that wait for ever, and about misuse. The theory behind each is in
// doc.go under its number. docs/doubts.md is made from it.

package waits

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/blocking"
	"github.com/syncvet/syncvet/internal/evidence"
)

const (
	low      = evidence.Low
	medium   = evidence.Medium
	branches = "several branches have to be taken on the way there, which may exclude each other"
	howOften = "how often the loops run is assumed"
)

// table is all rows, in the order in which they are asked.
var table = [...]evidence.Row[*assumed]{
	{ID: "W7a", Title: branches, To: low, Archive: "deadlocks/leak/block_sentinel_ok",
		When:  "a message says how the conversation goes on",
		Holds: func(a *assumed) bool { return a.told }},
	{ID: "W82", Title: branches, To: low, Archive: "deadlocks/blocked/idle_reports_ok",
		When:  "a goroutine decides that has been told one of several constants",
		Holds: func(a *assumed) bool { return a.answers }},
	{ID: "W31", To: low, Archive: "races/channels/stop_each_ok",
		Title: "who is blocked would have to go on first: on the way there its end is waited for",
		Holds: func(a *assumed) bool { return a.early }},
	{ID: "W7b", Title: branches, To: low, Archive: "deadlocks/blocked/kick_ok",
		When:  "a branch may be none",
		Holds: func(a *assumed) bool { return a.guessed }},
	{ID: "W7c", Title: branches, To: low, Archive: "deadlocks/blocked/pool_resized_ok",
		When:  "a goroutine that takes part may not be started",
		Holds: func(a *assumed) bool { return unstarted(a.s, a.f) }},
	{ID: "W4b", Title: howOften, To: low,
		Archive: "deadlocks/blocked/many_buffered_ok deadlocks/misuse/counted_parts_ok " +
			"deadlocks/blocked/visited_inside_ok",
		When: "a large buffer loses count, or a WaitGroup has a number that is not followed, or a Done in what is not " +
			"looked into; a case that depends on nobody is taken again and again",
		Holds: func(a *assumed) bool {
			return a.often || miscounted(a.s, a.f) || a.s.unsized && countsGroup(a.s, a.f) ||
				slices.ContainsFunc(a.s.cut, countsFor(a.s, a.f))
		}},
	{ID: "W81", Title: howOften, To: low, Archive: "deadlocks/blocked/pool_shrunk_ok",
		When:  "who could help has been told to end by a loop of unknown length, and started by another function's",
		Holds: func(a *assumed) bool { return evenly(a.s, a.f) }},
	{ID: "W7d", Title: branches, To: low, Archive: "deadlocks/leak/countdown_dead deadlocks/leak/slot_go_dead",
		When: "three branches or more, those aside that ask only what came from outside of the program; two goroutines " +
			"decide; code below a test does; misuse that a flag decides, or a branch and something outside; what comes from " +
			"outside may be an object that was left out",
		Holds: func(a *assumed) bool { return !a.always() && (a.byTest() || a.much()) }},
	{ID: "W7g", Title: branches, To: low, Archive: "deadlocks/misuse/tasks_started_ok",
		When:  "a function that panics is called in a loop, which tells what it does each time",
		Holds: func(a *assumed) bool { return a.f.Kind == blocking.Crash && calledAgain(a.s, a.f) }},
	{ID: "W7", Title: branches, To: medium, Archive: "deadlocks/leak/settled_flag_dead",
		When:  "two branches, or one that may be none",
		Holds: func(a *assumed) bool { return a.branches() > 1 || a.rare }},
	{ID: "W6", To: medium, Archive: "deadlocks/blocked/context_got_dead",
		Title: "on the way something is waited for that the analysis does not follow, such as a timer or a context",
		Holds: func(a *assumed) bool { return a.holes }},
	{ID: "W4e", Title: howOften, To: medium, Archive: "deadlocks/misuse/counted_parts_dead",
		When:  "misuse: loops of unknown length",
		Holds: func(a *assumed) bool { return !a.always() && a.kind == evidence.Misuse && a.s.unknown }},
	{ID: "W8a", To: low, Archive: "deadlocks/blocked/helper_loop_dead",
		Title: "a condition on the way there may exclude it",
		When:  "main, or the test, is blocked itself, behind a branch, and no run of it is blocked there",
		Holds: func(a *assumed) bool { return a.stands() && a.branches() > 0 }},
	{ID: "W8", To: medium, Archive: "deadlocks/blocked/two_phase_cond_dead",
		Title: "main, or the test, ends soon after, and the goroutine with it",
		Holds: func(a *assumed) bool {
			return !a.stands() && (a.s.lasting() || a.s.root.Unit.Flag(facts.InTest) && len(a.made) > 0)
		}},
}

// Rows lists the table.
func Rows() []evidence.Heading { return evidence.Headings(table[:]) }

// branches is how many branches have to be taken, flags included.
func (a *assumed) branches() int { return len(a.made) + a.tested }

// always reports whether the way there is wrong whoever calls it, and with what values: a goroutine waits for itself.
func (a *assumed) always() bool { return a.self || onceInItself(a.s, a.f) }

// stands reports whether main, or a test, is blocked itself, so that it does not end at all.
func (a *assumed) stands() bool {
	own := func(m blocking.Blocked) bool { return m.Proc == 1 }
	return a.s.lasting() && a.kind != evidence.Misuse && slices.ContainsFunc(a.f.Members, own)
}

// byTest reports whether code below a test decides: the test gives values with which it does (W21).
func (a *assumed) byTest() bool {
	return a.s.root.Unit.Flag(facts.InTest) && (a.outside || a.holes) &&
		(a.branches() > 1 || a.holes || !isExample(a.s, a.f))
}

// much reports whether more is assumed than is believed.
func (a *assumed) much() bool {
	misuse := a.kind == evidence.Misuse && (passed(a.s, a.f) || a.tested > 0 || a.holes && len(a.made) > 0)
	return a.branches()-len(a.inputs) > 2 || a.threads.count() > 1 || a.s.alone && a.holes || misuse
}

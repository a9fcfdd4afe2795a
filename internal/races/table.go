// This file is the rule table: why a pair of accesses is no race, or may be none. Rules are asked from the top, the
// cheaper ones first: what rules a pair out, then doubts, then what takes a search to rule it out. A rule only holds or
// does not; what that does to the grade is one function of the set of doubts (rule.go). The theory behind each is in
// doc.go, or internal/order's, under its number. docs/heuristics.md is made from the table.

package races

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/hb"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/order"
)

// Numbers of rows: the doubts, and behind them what takes a search.
var firstDoubt, firstSearch = rowOf(doubting), rowOf(searching)

// insideRow is the row of R49, which also says that locations need not be looked at.
var insideRow = row("R49")

// row is where a rule stands in the table.
func row(id string) int { return slices.IndexFunc(table[:], func(r Rule) bool { return r.ID == id }) }

// rowOf is the first row of a stage.
func rowOf(s stage) int {
	for k := range table {
		if table[k].Stage == s {
			return k
		}
	}
	return len(table)
}

// table is all rules, in the order in which they are asked.
var table = [...]Rule{
	// What rules a pair out at little cost.
	{ID: "R1", Archive: "atomicity/check_alone_ok", Effect: Impossible, Stage: conflicting,
		Title: "neither access writes, or both are atomic",
		holds: func(p *pair) bool {
			return !p.x.Kind.Writes() && !p.y.Kind.Writes() || p.x.Kind.Atomic() && p.y.Kind.Atomic()
		}},
	{ID: "R5a", Archive: "races/channels/chan_semaphore_fill_ok", Effect: Impossible, Stage: aliasing,
		Title: "elements with different indices",
		holds: (*pair).disjoint},
	{ID: "R35", Archive: "races/waitgroup/visitor_ok races/channels/told_and_closed_ok", Effect: Excluded, Stage: kinds,
		Title: "two closes of one channel, or what goes on to the second one: it panics anyway",
		holds: func(p *pair) bool {
			return p.x.Fact().Var == facts.VarChan && (p.x.Kind.Writes() && p.y.Kind.Writes() ||
				p.d.Events.GoesOnToClose(p.x, p.y) || p.d.Events.GoesOnToClose(p.y, p.x))
		}},
	{ID: "R4a", Archive: "races/ownership/process_start_race", Effect: Impossible, Errs: fewer, Stage: kinds,
		Title: "an append in place writes behind the length that readers see",
		holds: func(p *pair) bool {
			return p.x.Kind == facts.AppendWrite && !p.y.Kind.Writes() || p.y.Kind == facts.AppendWrite && !p.x.Kind.Writes()
		}},
	{ID: "R24", Archive: "races/tests/parallel_tests_ok races/tests/testmain_child_ok",
		Effect: Impossible, Errs: fewer, Stage: ordering,
		Title: "no run has both: two tests before t.Parallel returns, or initialisation that never comes back (R16, R24)",
		holds: func(p *pair) bool { return !p.d.Runs.SameRun(p.loc, p.x, p.y) || p.d.Runs.Elsewhere(p.x, p.y) }},
	{ID: "S6", Archive: "races/variables/init_import_ok", Effect: Ordered, Stage: ordering,
		Title: "the imported package is initialised before",
		holds: func(p *pair) bool {
			x, y := &p.x.Candidate, &p.y.Candidate
			return p.d.L.InitialisedBefore(x, y) || p.d.L.InitialisedBefore(y, x)
		}},
	{ID: "R19", Archive: "races/channels/loop_finalizers_ok", Effect: Excluded, Stage: ordering,
		Title: "one loop runs both callbacks",
		holds: func(p *pair) bool {
			return p.d.L.SameLoop(p.d.L.Origins[p.x.Origin], p.d.L.Origins[p.y.Origin])
		}},
	{ID: "R6a", Archive: "deadlocks/blocked/block_cond_pkgs_ok", Effect: Ordered, Stage: ordering,
		Title: "happens-before orders them",
		holds: func(p *pair) bool {
			serial := p.d.L.Origins[p.x.Origin].Twin == p.y.Origin && p.d.L.Solved.Serial(hb.OriginID(p.x.Origin))
			return serial || p.d.L.Solved.Ordered(p.x.Place(), p.y.Place()) != hb.None
		}},
	{ID: "O5", Archive: "races/channels/before_first_send_ok", Effect: Ordered, Stage: ordering,
		Title: "before the start, or the message, that hands the copy over",
		holds: func(p *pair) bool { return p.either(p.d.Copies.Ahead) }},
	{ID: "R20a", Archive: "races/channels/chan_reply_field_ok", Effect: Ordered, Stage: ordering,
		Title: "a channel in the object itself is closed in between",
		holds: func(p *pair) bool { return p.either(p.d.Signals.ClosedBefore) }},
	{ID: "R26", Archive: "races/waitgroup/submit_late_ok races/channels/posted_literal_ok " +
		"races/waitgroup/messages_counted_ok",
		Effect: Ordered, Errs: fewer, Stage: ordering,
		Title: "waited for: its Done after all Adds, or the last signal of the literal that it is in (R26, R44)",
		holds: func(p *pair) bool {
			return p.x.Ended(p.y) || p.y.Ended(p.x) || p.d.Joins.AllDone(p.x, p.y) || p.d.Joins.AllDone(p.y, p.x)
		}},
	{ID: "R68", Archive: "races/channels/questions_answered_ok", Effect: Ordered, Errs: fewer, Stage: ordering,
		Title: "part of an answer, as many of which have been received as questions were sent",
		holds: func(p *pair) bool { return p.d.Events.Answered(p.x, p.y) || p.d.Events.Answered(p.y, p.x) }},
	{ID: "R6c", Archive: "races/ownership/lock_handed_race atomicity/check_calls_ok", Effect: Excluded, Stage: locking,
		Title: "both hold one lock: the very same, or the one at the same distance from the variable",
		holds: func(p *pair) bool {
			return order.InstancesOf(p.d.L).SameGuard(&p.x.Candidate, &p.y.Candidate) || p.protection() == hb.Must
		}},
	{ID: "R50", Archive: "races/locks/lock_held_meanwhile_ok", Effect: Excluded, Stage: locking,
		Title: "started and waited for by who holds the other end's lock",
		holds: func(p *pair) bool { return p.meanwhile() == hb.Must }},
	{ID: "R49", Archive: "races/clients/inside_tls_ok", Effect: Excluded, Errs: fewer, Stage: locking,
		Title: "inside a dependency: nothing that the module gives it leads there, but through what it synchronises",
		holds: func(p *pair) bool { return p.d.Insides.Within(p.loc, p.x, p.y) }},
	{ID: "R51", Archive: "internal/program/budget_test.go", Effect: Excluded, Errs: fewer, Stage: locking,
		Title: "in a link of one function: what is not seen there may order them, or be a lock that both hold",
		holds: func(p *pair) bool {
			x, y := &p.x.Candidate, &p.y.Candidate
			return p.d.Unseen.Orders(x, y) || p.d.Unseen.Orders(y, x)
		}},

	// Doubts that make a pair low by themselves, whatever the object.
	{ID: "R6d", Archive: "races/once/filled_race", Effect: Low, Which: true,
		Title: "both hold a lock that may be the same, or one is started and waited for by who does (R6, R50)",
		holds: func(p *pair) bool {
			x, y := &p.x.Candidate, &p.y.Candidate
			return p.protection() == hb.MayAlias && !p.lockParts() && !p.d.OtherFields(x, y) && !p.d.OwnLocks(x, y) ||
				p.meanwhile() == hb.MayAlias
		}},
	{ID: "R6e", Archive: "races/locks/lock_of_part_race", Effect: Mild, Objects: exactObject,
		Title: "each end holds the lock of an element that it found",
		holds: func(p *pair) bool { return p.protection() == hb.MayAlias && p.lockParts() }},
	{ID: "R60", Archive: "races/flags/chosen_task_ok", Effect: Low,
		Title: "one statement has started them by one function value: one of the two functions",
		holds: func(p *pair) bool { return link.Chosen(p.d.L.Link, p.x.Origin, p.y.Origin) }},
	{ID: "R37", Archive: "races/variables/unsafe_race", Effect: Low,
		Title: "accessed through package unsafe or by reflection",
		holds: func(p *pair) bool { return p.flags()&facts.AccessUnsafe != 0 }},
	{ID: "L6", Archive: "internal/program/budget_test.go", Effect: Low,
		Title: "a budget was exceeded: what orders them may have been left out",
		holds: func(p *pair) bool { over, guarded := overBudget(p); return over && !guarded }},
	{ID: "L6a", Archive: "internal/program/budget_test.go", Effect: Mild,
		Title: "a budget was exceeded, but only one end holds the lock under which the field is written",
		holds: func(p *pair) bool { _, guarded := overBudget(p); return guarded }},
	{ID: "R11", Archive: "races/clients/chain_std_race races/ownership/batch_detach_race", Effect: Low, Which: true,
		Title: "an element of an array of which parts, or pointers to elements, are handed out",
		holds: func(p *pair) bool { return p.handedOut() && !p.refilled() }},
	{ID: "R13b", Archive: "races/clients/timer_chain_ok", Effect: Low,
		Title: "one goroutine begins the recursion that the other belongs to",
		holds: func(p *pair) bool {
			return p.d.L.AboveRecursion(p.x.Origin, p.y.Origin) || p.d.L.AboveRecursion(p.y.Origin, p.x.Origin)
		}},
	{ID: "R9", Archive: "races/channels/flush_stopped_ok", Effect: Low,
		Title: "behind a test of what the other goroutine writes afterwards",
		holds: func(p *pair) bool { return p.either(p.d.Tests.HandedOver) }},
	{ID: "R18", Effect: Low,
		Archive: "races/ownership/last_reference_ok races/flags/latch_cond_ok " +
			"races/flags/barrier_cond_ok races/flags/last_closes_ok",
		Title: "only behind the end of a count that the other goroutine moves, too (R18, R46)",
		holds: func(p *pair) bool {
			return p.either(p.d.Tests.Last) || p.d.Joins.CountedBehind(p.x, p.y) || p.d.Joins.CountedBehind(p.y, p.x)
		}},
	{ID: "R28", Archive: "races/flags/prepared_ok races/once/filled_ok", Effect: Low,
		Title: "only where something was found unset that an earlier call has set up (R28, R33)",
		holds: func(p *pair) bool { return p.either(p.d.Tests.Prepared) || p.either(p.d.Tests.Filled) }},
	{ID: "R61", Archive: "races/flags/set_once_go_ok", Effect: Low,
		Title: "set only where it was found unset under a lock; read, or the other goroutine started, where found set",
		holds: func(p *pair) bool { return p.either(p.d.Tests.SetBefore) }},
	{ID: "R21", Archive: "races/flags/start_idle_ok races/flags/start_prepared_ok", Effect: Low,
		Title: "only before the other goroutine starts: it was found not to run, or each object has its own",
		holds: func(p *pair) bool { return p.either(p.d.Tests.FoundUnstarted) || p.either(p.d.Tests.GoesOnToStart) }},
	{ID: "R25", Archive: "races/flags/timer_paused_ok", Effect: Low,
		Title: "one side makes the other wait: by a lock that the other one unlocks, or by a stopped timer",
		holds: (*pair).stoodStill},
	{ID: "R12", Archive: "races/once/once_method_race", Effect: Low,
		Title: "one end runs inside a Once",
		holds: func(p *pair) bool { return p.d.Onces.Lazily(p.object(), p.x, p.y) }},
	{ID: "R20b", Archive: "races/waitgroup/flight_waitgroup_ok", Effect: Low,
		Title: "a WaitGroup in the object itself is counted down, or its goroutine's message received, in between",
		holds: func(p *pair) bool {
			return p.either(p.d.Signals.CountedDown) || p.either(p.d.Signals.LastMessage) ||
				p.either(p.d.Signals.CountedAbove) || p.either(p.d.Signals.ClosedAbove)
		}},
	{ID: "R38", Archive: "races/tests/served_test_ok races/tests/connection_test_ok", Effect: Low,
		Title: "a test drives the other goroutine: one request after the other, or over a connection (R38, R43)",
		holds: (*pair).drivenByTest},
	{ID: "C3", Archive: "races/ownership/reply_object_race", Effect: Low, Which: true,
		Title: "an object that the client's own calls did not make",
		holds: (*pair).strange},
	{ID: "C2", Archive: "races/clients/client_start_wait_race", Effect: Low,
		Title: "two calls of a client",
		holds: (*pair).twoCalls},
	{ID: "C6", Archive: "races/clients/client_channel_ok races/waitgroup/tells_its_caller_ok", Effect: Low,
		Title: "the goroutine may have ended, as its starter, or who is told so, knows (C6, C8)",
		holds: func(p *pair) bool { return p.awaited() || p.toldEnd() }},
	{ID: "C5", Archive: "races/ownership/handler_table_race", Effect: Low, Calls: true,
		Title: "a call that sets up, by its name",
		holds: (*pair).setsUp},
	{ID: "C11", Archive: "low/serving_setup_race", Effect: Low, Calls: true,
		Title: "written by a call without any lock of the struct, while another call serves",
		holds: served},
	{ID: "C7c", Archive: "low/harness_holding_race", Effect: Low,
		Title: "nothing promises that calls overlap",
		holds: (*pair).unpromised},
	{ID: "R17", Archive: "races/flags/start_either_ok", Effect: Low, Which: true,
		Title: "two goroutines of which each object has one",
		holds: func(p *pair) bool { return p.d.Objects.StartedOnce(p.loc, p.x, p.y) }},
	{ID: "R5b", Archive: "races/elements/index_call_ok races/locks/histogram_ok", Effect: Low, Which: true,
		Title: "each end has its own element: by the index that its goroutine was given, or as it has found it (R5)",
		holds: func(p *pair) bool { return p.threadIndexed() || p.d.Provenances.Apart(p.loc, p.x, p.y) }},
	{ID: "R56", Archive: "races/elements/ring_cursors_ok", Effect: Low,
		Title: "elements at the values of atomics, in different functions: each moves a cursor of its own",
		holds: (*pair).cursors},
	{ID: "K8", Archive: "races/ownership/stats_detach_ok races/ownership/buffer_ring_ok", Effect: Low,
		Title: "it has one owner at a time: taken out under the other end's lock, or handed round by channels (K8, K9)",
		holds: func(p *pair) bool { return p.either(p.d.Provenances.Detached) || p.either(p.d.Provenances.RoundTrip) }},
	{ID: "K62", Archive: "races/elements/grids_exchanged_ok", Effect: Low,
		Title: "the two are found by names that are exchanged, and mean different things at one time",
		holds: func(p *pair) bool {
			return p.d.Exchanges.Exchanged(p.x, p.y) && (p.mergedTargets() > 1 || !p.exactly())
		}},

	// Doubts about one of many objects.
	{ID: "K4a", Archive: "races/clients/cleanup_race", Effect: Mild, Objects: oneOfMany, Which: true,
		Title: "one of many objects: the two may be different ones",
		holds: func(*pair) bool { return true }},
	{ID: "K4b", Archive: "races/channels/chan_count_field_ok", Effect: Low, Objects: oneOfMany, Which: true,
		Title: "the ends need not come by the same one",
		holds: func(p *pair) bool { return !p.d.Provenances.SameOne(p.loc, p.x, p.y) }},

	// Doubts about one object that is known exactly.
	{ID: "K1", Archive: "races/ownership/element_each_ok", Effect: Low, Objects: exactObject, Which: true,
		Title: "how both come to know the object is not seen",
		holds: func(p *pair) bool { return !p.d.Trails.Knows(p.loc, p.x, p.y) }},
	{ID: "K2", Effect: Low,
		Archive: "races/ownership/seeded_before_shared_ok races/ownership/registry_lookup_ok " +
			"races/ownership/filled_under_lock_ok",
		Title: "not known to others yet: the object, what holds it, or all but for the lock that one end holds (K2, K11)",
		holds: func(p *pair) bool { return p.unpublished() || p.either(p.d.Trails.InSection) }},
	{ID: "R39", Archive: "races/channels/chan_request_reply_ok", Effect: Low, Objects: exactObject,
		Title: "one of several goroutines closes the channel",
		holds: func(p *pair) bool {
			return p.x.Fact().Var == facts.VarChan && (p.d.L.Origins[p.x.Origin].Multi || p.d.L.Origins[p.y.Origin].Multi)
		}},
	{ID: "R7a", Archive: "races/elements/named_counters_ok", Effect: Low, Objects: exactObject, Which: true,
		Title: "an access that may mean more than two objects",
		holds: func(p *pair) bool { return p.mergedTargets() > maxTargets && !p.refilled() }},
	{ID: "R7b", Archive: "races/ownership/handler_table_ok", Effect: Low, Objects: exactObject,
		Title: "by one of several functions, on what was not made by initialisation",
		holds: (*pair).chosenLate},
	{ID: "C9", Archive: "races/channels/deadline_timer_race", Effect: Half, Objects: exactObject,
		Title: "callers are assumed: that their calls overlap is not seen",
		holds: (*pair).client},
	{ID: "R7c", Archive: "races/flags/start_either_race", Effect: Half, Objects: exactObject, Which: true,
		Title: "an access that may mean two objects",
		holds: func(p *pair) bool {
			return p.mergedTargets() > 1 && !p.d.Provenances.OneValue(p.loc, p.x, p.y) && !p.refilled()
		}},
	{ID: "R7d", Archive: "races/variables/chosen_function_race", Effect: Half, Objects: exactObject,
		Title: "a call on the way there may lead to another function",
		holds: func(p *pair) bool { return p.chosen() > 1 }},
	{ID: "R23", Archive: "races/flags/server_shop", Effect: Low, Objects: exactObject, Which: true,
		Title: "an argument that a client makes up",
		holds: func(p *pair) bool { return p.object().Decl.Kind == facts.ObjParam && !inContext(p) }},
	{ID: "R22", Archive: "races/ownership/actions_race", Effect: Half, Objects: exactObject, Which: true,
		Title: "both by functions found through one of many objects",
		holds: func(p *pair) bool { return p.d.Trails.OwnCallback(p.x, p.y) }},
	{ID: "R13c", Archive: "races/waitgroup/fork_join_race", Effect: Half, Objects: exactObject,
		Title: "a goroutine begins a recursion",
		holds: func(p *pair) bool {
			return p.d.L.BeginsRecursion(p.x.Origin) || p.d.L.BeginsRecursion(p.y.Origin)
		}},
	{ID: "R7e", Archive: "races/locks/trylock_race", Effect: Half, Objects: exactObject,
		Title: "a lock is held on some ways there",
		holds: func(p *pair) bool { return p.flags()&facts.AccessSometimes != 0 }},
	{ID: "K6", Archive: "races/ownership/pending_ok", Effect: Low, Objects: exactObject,
		Title: "taken out of a container by who owns it then",
		holds: func(p *pair) bool { return p.either(p.d.Provenances.TakesOver) }},
	{ID: "R7f", Archive: "races/ownership/topic_subscribe_race", Effect: Low, Objects: exactObject,
		Title: "memory in between explains how both know the object",
		holds: func(p *pair) bool { return !p.stem() }},
	{ID: "R7g", Archive: "races/channels/future_deferred_race", Effect: Slight, Objects: exactObject,
		Title: "an element, or memory that a model's function accesses",
		holds: func(p *pair) bool { return p.flags()&(facts.AccessElement|facts.AccessModel) != 0 && !p.refilled() }},
	{ID: "R10", Archive: "races/channels/before_first_send_race", Effect: Mild,
		Title: "synchronisation comes near to ordering them",
		holds: (*pair).near},
	{ID: "R30", Archive: "races/flags/unlikely_way_race", Effect: Low,
		Title: "more than four uncertain steps on the ways there, some on each",
		holds: func(p *pair) bool { return p.d.Objects.Unlikely(p.x, p.y) }},
	{ID: "R41", Archive: "races/tests/external_test_race", Effect: Beside,
		Title: "test code is on the way, which often waits by what is not analysed: answers, counts, time",
		holds: (*pair).tested},
	{ID: "R70", Archive: "low/helper_cleanup_race", Effect: Low,
		Title: "one access stands in test code, the other one in what is tested, and no run shows them",
		holds: func(p *pair) bool { return p.x.InTest() != p.y.InTest() }},
	{ID: "R69", Archive: "runs_test.go", Effect: Low,
		Title: "a goroutine of the code under test calls back into test code, and no run of it shows the race",
		holds: calledBack},
	{ID: "R66a", Archive: "runs_test.go", Effect: Low,
		Title: "runs of the tests or the main function have both on one variable, each time in order",
		holds: func(p *pair) bool { return met(p) == evidence.InOrder && inView(p) }},
	{ID: "R66b", Archive: "runs_test.go", Effect: Low,
		Title: "runs of the tests or the main function have each beside other accesses, always in order",
		holds: func(p *pair) bool { return met(p) == evidence.Apart && inView(p) }},
	{ID: "R66c", Archive: "runs_test.go", Effect: Low,
		Title: "runs of the test that they are in come to their end, and never get to the line of one",
		holds: ran},
	{ID: "R66d", Archive: "runs_test.go", Effect: Low,
		Title: "runs of the test that they are in come to their end, and get to both without a race there",
		holds: clean},

	{ID: "R47", Archive: "low/crowd_race", Effect: Beside,
		Title: "most variables of the package that are suspected are in doubt",
		holds: func(*pair) bool { return false }}, // asked of the package as a whole (crowd.go)

	// What takes a search to rule a pair out.
	{ID: "O6", Archive: "races/channels/wait_by_helper_ok", Effect: Ordered, Stage: searching,
		Title: "ordered, or locked, within the activation that makes the object",
		holds: func(p *pair) bool { return p.d.Activations.OrderedInActivation(p.loc, p.x, p.y) }},
	{ID: "R42", Archive: "races/flags/mode_field_ok", Effect: Impossible, Errs: fewer, Stage: searching,
		Title: "conditions on the ways there exclude each other, or hold in one of a loop's goroutines only",
		holds: func(p *pair) bool {
			return p.d.Literals.Exclude(p.loc, p.x, p.y) || p.d.Literals.OneOfLoop(p.loc, p.x, p.y)
		}},
	{ID: "R29", Archive: "races/once/once_nested_ok", Effect: Excluded, Errs: fewer, Stage: searching,
		Title: "a Once in the object itself",
		holds: func(p *pair) bool { return p.either(p.d.Onces.SameOnce) || p.either(p.d.Onces.StartedInside) }},
	{ID: "R32", Archive: "races/waitgroup/waitgroup_rounds_ok", Effect: Ordered, Errs: fewer, Stage: searching,
		Title: "forked and joined by activations that wait",
		holds: func(p *pair) bool {
			js := p.d.Joins
			return js.SameCourse(p.x, p.y) || js.ForkedAndJoined(p.x, p.y) || js.ForkedAndJoined(p.y, p.x)
		}},
}

// fewer is what most approximations err by.
const fewer = "fewer races"

// Rules is the table, in the order in which it is asked.
func Rules() []Rule { return append([]Rule(nil), table[:]...) }

// This file checks what syncvet why says of two places: the reason known by hand, on the programs of the papers and
// others.

package syncvet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/syncvet/syncvet/internal/report"
)

// whyCases are pairs of places, and what is known of them by hand: the beginning of the first answer, or words of it.
var whyCases = []struct{ program, a, b, want string }{
	{"papers/echo_figure1_ok", "main.go:16", "main.go:30", `^excluded: .*\.y: .*by +\S*lock is held at both`},
	{"papers/echo_figure1_ok", "main.go:17", "main.go:30", `^excluded: .*\.x: .*by +\S*lock is held at both`},
	{"papers/echo_figure1_ok", "main.sum", "main.go:33", `^ordered: .*\.z: .*main.go:14, then Wait at main.go:32`},
	{"papers/echo_figure2_step0_ok", "main.go:21", "main.go:24", `^fresh: .*count`},
	{"papers/echo_figure2_step3_ok", "main.go:24", "main.go:30", `^excluded: .*count: .*mu is held at both`},
	{"papers/echo_figure2_step3_ok", "Vector.Add", "Vector.Get", `^excluded: .*elems: .*mu is held at both`},
	{"papers/echo_figure2_step5_ok", "main.go:10", "main.go:12", `^different objects: .*year`},
	{"papers/chord_jdbf_ok", "jdbf.go:55", "jdbf.go:58", `^excluded: .*used: .*mu is held at both`},
	{"papers/d4_figure2_cycle_ok", "main.go:13", "main.go:23", `^excluded: .*x: .*l1 is held at both`},
	{"papers/d4_figure2_cycle_ok", "main.go:15", "main.go:26", `^excluded: .*y: .*l2 is held at both`},
	{"papers/d4_figure2_ok", "main.go:12", "main.go:23", `^excluded: .*x: .*l1 is held at both`},
	{"papers/d4_figure2_ok", "main.go:14", "main.go:21", `^excluded: .*y: .*l2 is held at both`},
	{"papers/d4_figure9_ok", "first", "second", `^different memory`},
	{"papers/sdroid_connection_ok", "main.go:13", "main.go:17", `^ordered: .*service: .*main.go:25, then receive`},
	{"papers/sdroid_connection_ok", "main.go:14", "main.go:17", `^ordered: .*last: .*main.go:25, then receive`},
	{"papers/sdroid_entry_ok", "main.go:16", "main.go:27", `^fresh: .*name`},
	{"papers/sdroid_entry_ok", "activity.edit", "activity.show", `^excluded: .*draft: .*mu is held at both`},
	{"papers/sdroid_posted_ok", "main.go:23", "main.go:24", `^ordered: .*then receive at main.go:8`},
	{"papers/sdroid_posted_ok", "main.go:24", "main.go:25", `^one goroutine: .*drawn`},
	{"papers/sdroid_register_ok", "main.go:12", "main.go:20", `^fresh: .*handlers`},
	{"papers/sdroid_register_ok", "main.go:41", "main.go:46", `^ordered: .*seen: .*main.go:16, then receive`},
	{"papers/sdroid_task_ok", "main.go:26", "main.go:26", `^one goroutine: `},
	{"papers/sword_figure21_ok", "main.go:11", "main.go:11", `^different objects: .*A.f: no object is used by two`},
	{"papers/sword_figure22_ok", "main.go:18", "main.go:18", `^different objects: .*A.f: no object is used by two`},
	{"papers/sword_figure24_ok", "main.go:9", "main.go:9", `^different objects: .*A.f: no object is used by two`},
	{"papers/sword_sor_ok", "relax", "relax", `^ordered: .*element of .*then Wait at main.go:21`},
	{"papers/sword_spider_ok", "main.go:12", "main.go:24", `^fresh: .*queue`},
	{"papers/sword_spider_ok", "main.go:24", "main.go:24", `^excluded: .*queue: .*mu is held at both`},

	{"races/channels/before_first_send_ok", "main", "main", `^ordered: local "first".*: before the start, or the message`},
	{"races/channels/chan_close_ok", "main", "main", `^ordered: local "msg".*main.go:8, then receive at main.go:10`},
	{"races/channels/chan_default_ok", "main", "main", `^ordered: local "result".*main.go:10, then receive at main.go:14`},
	{
		"races/channels/chan_nil_test_ok",
		"runner.work",
		"runner.stop",
		`^ordered: main.runner.lines: .*main.go:24, then receive at main.go:30`,
	},
	{
		"races/channels/pipe_ok",
		"main",
		"main",
		`^ordered: local "sent".*close at \S*pipe.go:\d+, then receive at \S*pipe.go`,
	},
	{"races/channels/chan_unbuffered_ok", "main", "main", `^ordered: local "n".*main.go:8, then receive at main.go:10`},
	{
		"races/channels/context_cancel_ok",
		"poller.run",
		"main",
		`^ordered: main.poller.*end of the goroutine, then Wait at main.go:34`,
	},
	{
		"races/channels/defer_maybe_receive_ok",
		"main",
		"Load",
		`^ordered: list.Result.Sizes: .*list.go:24, then receive at list.go:27`,
	},
	{
		"races/channels/future_close_ok",
		"call.finish",
		"dialer.get",
		`^ordered: main.call.conn: a channel in the object itself is closed in between`,
	},
	{"races/channels/handshake_global_ok", "main", "main", `^ordered: local "words".*then Wait at main.go:17`},
	{
		"races/channels/join_returned_stream_ok",
		"index.scan",
		"index.scan",
		`^ordered: main.index.dirty: .*one waits for the other's goroutines`,
	},
	{
		"races/channels/outcome_wait_ok",
		"task.run",
		"main",
		`^ordered: main.task.rows: .*main.go:19, then receive at main.go:25`,
	},
	{
		"races/channels/server_stop_ok",
		"server.loop",
		"server.stop",
		`^ordered: main.server.seen: .*main.go:20, then Wait at main.go:33`,
	},
	{
		"races/channels/ticker_loop_ok",
		"meter.loop",
		"main",
		`^ordered: main.meter.total: .*main.go:22, then send that it completes at main.go:36`,
	},
	{
		"races/clients/chain_interface_ok",
		"Memory.Last",
		"Memory.Save",
		`^excluded: a.Memory.last: .*b.Log.mu is held at both`,
	},
	{
		"races/clients/client_server_ok",
		"Server.Start",
		"Server.Stop",
		`^ordered: server.Server.total: .*server.go:24, then Wait at server.go:38`,
	},
	{"races/clients/handler_ok", "count", "count", `^no race: main.hits: neither access writes, or both are atomic`},
	{
		"races/flags/atomic_flag_ok",
		"main",
		"main",
		`^ordered: main.data: .*store at main.go:13, then load that sees it at main.go:15`,
	},
	{
		"races/flags/atomic_nonzero_ok",
		"main",
		"main",
		`^ordered: main.loads: .*store at main.go:20, then load that sees it at main.go:24`,
	},
	{
		"races/flags/runner_static_ok",
		"count.Start",
		"show.Start",
		`^excluded: main.tally.n: .*main.tally.mu is held at both`,
	},
	{"races/flags/zero_length_ok", "Reader.Read", "Reader.Read", `^impossible: text.Reader.i: constants`},
	{
		"races/locks/guard_coroutine_ok",
		"Parser.Next",
		"Engine.Run",
		`^ordered: .*Engine.err: .*parser.go:31, then receive at parser.go:75`,
	},
	{
		"races/locks/lock_caller_ok",
		"queue.grow",
		"queue.grow",
		`^excluded: main.queue.items: .*main.queue.mu is held at both`,
	},
	{
		"races/locks/lock_wrong_ok",
		"pool.grow",
		"pool.print",
		`^excluded: main.pool.size: .*main.pool.writeMu is held at both`,
	},
	{
		"races/locks/partial_lock_ok",
		"session.step",
		"session.step",
		`^excluded: main.session.state: .*main.session.mu is held at both`,
	},
	{
		"races/locks/rlock_write_cache_ok",
		"cache.get",
		"cache.get",
		`^excluded: map main.cache.m: .*main.cache.mu is held at both`,
	},
	{
		"races/locks/session_map_ok",
		"Store.Visit",
		"Store.Visit",
		`^excluded: session.Session.visits: .*session.Store.mu is held at both`,
	},
	{"races/once/memo_ok", "cache.get", "cache.get", `^excluded: map main.cache.pages: .*main.cache.mu is held at both`},
	{
		"races/ownership/options_ok",
		"withName",
		"srv.loop",
		`^ordered: main.srv.name: .*go statement at main.go:20, then start of the goroutine`,
	},
	{
		"races/once/double_checked_ok",
		"main.go:18",
		"main.go:23",
		`^excluded: main.lazy.v: under the lock .* found it unset`,
	},
	{"races/channels/chan_semaphore_ok", "main.go:12", "main.go:12", `^excluded: local "n" .*one slot of a semaphore`},
	{"races/locks/withlock_ok", "main.go:26", "main.go:31", `^different objects: main.item.open: `},
	{"races/ownership/instances_ok", "main.go:13", "main.go:13", `^different objects: main.tally.n: `},
	{"races/flags/start_once_ok", "main.go:21", "main.go:24", `^one goroutine: main.cron.running: `},
	{"races/ownership/two_commands_ok", "command.start", "command.watch", `^fresh: main.command.runs: `},
	{"races/tests/subtests_ok", "TestSum", "TestSum", `^ordered: local "sum".*then Wait at sum_test.go:8`},
	{"races/tests/testmain_ok", "TestMain", "TestA", `^never together: .*root: no run has both`},
	{
		"races/variables/generic_constraint_ok",
		"counter.inc",
		"counter.inc",
		`^excluded: main.counter.n: .*main.counter.mu is held at both`,
	},
	{
		"races/variables/method_expr_ok",
		"meter.tick",
		"meter.tick",
		`^different objects: main.meter.n: no object is used by two`,
	},
	{
		"races/waitgroup/done_before_loop_ok",
		"main",
		"main",
		`^ordered: local "limit".*main.go:12, then Wait at main.go:22`,
	},
}

// whyFindings are pairs of places in deadlocks, at guarded variables and at several variables, and words of what is
// said of them.
var whyFindings = []struct{ program, a, b, want string }{
	{"races/clients/stray_race", "main.go:27", "main.go:31", `data race on local "err" of .*sweep`}, // no root leads there
	{"papers/d4_figure2_cycle_dead", "t1", "t2", `lock-order cycle .*DL2001`},
	{"papers/d4_figure2_cycle_dead", "main.go:14", "main.go:24", `lock-order cycle .*DL2001`},
	{"papers/d4_figure9_dead", "main.go:10", "main.go:17", `cycle main.o1 -> main.o2 -> main.o1: .*DL2001`},
	{"papers/d4_figure9_three_dead", "main.go:10", "main.go:21", `cycle main.o1 -> main.o3 -> main.o1: .*DL2001`},
	{"papers/d4_figure9_three_dead", "main.go:12", "main.go:19", `cycle main.o3 -> main.o2 -> main.o3: .*DL2001`},
	{"races/locks/guard_inner_race", "Bus.Emit", "Bus.Replace", `bus.Bus.mu, held at 8 of 9 accesses`},
	{"races/locks/guard_inner_race", "bus.go:28", "Bus.Replace", `bus.Bus.mu, held at 8 of 9 accesses`},
	{"papers/echo_figure2_step0_ok", "main.go:20", "main.go:26", `(?m)^fresh: main\.Vector\.elems: `},
	{
		"races/ownership/pool_returned_race",
		"main.go:66",
		"main.go:70",
		`Put at .* gives the memory to whoever calls Get next`,
	},
}

// TestWhy asks about places of which the reason is known by hand.
func TestWhy(t *testing.T) {
	for _, c := range whyCases {
		t.Run(filepath.Base(c.program)+" "+c.a+" "+c.b, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("testdata", filepath.FromSlash(c.program)+".txtar")
			text := asked(t, file, c.a, c.b)
			first, _, _ := strings.Cut(text, "\n\n")
			if first = strings.Join(strings.Fields(first), " "); !regexp.MustCompile(c.want).MatchString(first) {
				t.Errorf("want %s in\n%s", c.want, text)
			}
		})
	}
}

// TestWhyPapers checks that no program of the papers is left out: somebody asks about a pair of each, and the reason is
// known by hand, or it is one of the races and deadlocks whose header says so.
func TestWhyPapers(t *testing.T) {
	known := map[string]bool{}
	for _, c := range slices.Concat(whyCases, whyFindings) {
		known[c.program] = true
	}
	for _, file := range archives(t, "papers") {
		name := nameOf(file)
		if strings.HasSuffix(name, "_race") && len(racesOf(t, file)) > 0 { // TestWhyRaces asks about each
			continue
		}
		if !known["papers/"+name] {
			t.Errorf("%s: nothing is asked", name)
		}
	}
	if n := len(whyCases) + len(whyFindings); n < 58 {
		t.Errorf("%d pairs", n)
	}
}

// TestWhyFindings asks about places at which no two accesses race, but a finding of another kind concerns both.
func TestWhyFindings(t *testing.T) {
	for _, c := range whyFindings {
		file := filepath.Join("testdata", filepath.FromSlash(c.program)+".txtar")
		if text := asked(t, file, c.a, c.b); !regexp.MustCompile(c.want).MatchString(text) {
			t.Errorf("%s, %s and %s: want %s in\n%s", c.program, c.a, c.b, c.want, text)
		}
	}
}

// TestWhyRaces asks about the two places of each race that is found in the programs of the papers, and in others: they
// may race, and as certainly.
func TestWhyRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("judges programs again for each race")
	}
	n := 0
	for _, folder := range []string{"papers", "races"} {
		for k, file := range archives(t, folder) {
			if folder != "papers" && k%12 != 0 {
				continue
			}
			for _, f := range racesOf(t, file) {
				n++
				a, b := &f.Accesses[0].Pos, &f.Accesses[1].Pos
				text := asked(t, file, report.DisplayPos(*a, ""), report.DisplayPos(*b, ""))
				inferred := strings.Contains(text, "syncvet explain "+f.ID) // a guard's finding, shown as it is
				if !strings.HasPrefix(text, report.MayRace+": ") && !inferred ||
					!regexp.MustCompile(`(?m)^  confidence +`+string(f.Confidence)).MatchString(text) {
					t.Errorf("%s: %s (%s): why says\n%s", nameOf(file), f.Message, f.Confidence, text)
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("%d races were asked about", n)
	}
}

// TestWhyPairs asks about several pairs at once, and gets the answers that each gets alone; about a line whose access
// another one stands for, and about places that do not exist.
func TestWhyPairs(t *testing.T) {
	file := filepath.Join("testdata", "papers", "echo_figure2_step3_ok.txtar")
	pairs := [][2]string{{"main.go:24", "main.go:30"}, {"Vector.Add", "Vector.Get"}, {"Vector.Ad", "Vector.Get"}}
	answers, findings := askedAll(t, file, "main.go:24|main.go:30|Vector.Add|Vector.Get|Vector.Ad|Vector.Get")
	for _, p := range pairs {
		if got, alone := textOf(t, p, answers, findings), asked(t, file, p[0], p[1]); got != alone {
			t.Errorf("%v: with others:\n%s\nalone:\n%s", p, got, alone)
		}
	}
	if got := asked(t, file, "Vector.Ad", "main.go:3000"); !strings.HasPrefix(
		got,
		"there is no Vector.Ad in these packages",
	) {
		t.Errorf("no such function: %s", got)
	}
	if got := asked(t, file, "Vector.Add", "main.go:3000"); !strings.HasPrefix(got, "there is no main.go:3000 in") {
		t.Errorf("no such line: %s", got)
	}
}

// repeated is a program with two accesses of which one stands for the other.
const repeated = `
-- go.mod --
module m

go 1.26
-- main.go --
package main

type box struct{ n int }

func (b *box) show() {
	println(b.n)
	println(b.n)
}

func main() {
	b := new(box)
	go b.show()
	b.n = 1
}
`

// TestWhyRepeated asks about a line whose access another one stands for: it is answered for that line.
func TestWhyRepeated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "repeated.txtar")
	if err := os.WriteFile(file, []byte(repeated), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"main.go:6", "main.go:7"} {
		got := asked(t, file, line, "main.go:13")
		if !strings.HasPrefix(got, "may race: main.box.n: ") || !strings.Contains(got, line+"  (*box).show <<<<<") {
			t.Errorf("%s:\n%s", line, got)
		}
	}
}

// racesOf gives the races of a program that rest on goroutines in view.
func racesOf(t *testing.T, file string) []*report.Finding {
	var list []*report.Finding
	judgeWith(t, file, "", func(p *quickProgram) {
		p.heard = func(f *report.Finding) {
			if strings.HasPrefix(f.Rule, "RC") && f.Guard == nil && len(f.Threads) == 0 &&
				!strings.Contains(f.Because, "lock shows") {
				list = append(list, f)
			}
		}
	})
	return list
}

// asked gives the text about two places of a program.
func asked(t *testing.T, file, a, b string) string {
	t.Helper()
	answers, findings := askedAll(t, file, a+"|"+b)
	return textOf(t, [2]string{a, b}, answers, findings)
}

// askedAll gives what is known of pairs of places, with bars between.
func askedAll(t *testing.T, file, pairs string) (answers []*report.Between, findings []*report.Finding) {
	t.Helper()
	judgeWith(t, file, pairs, func(p *quickProgram) {
		p.heard = func(f *report.Finding) { findings = append(findings, f) }
		p.raw = func(d analysis.Diagnostic) {
			if got, ok := report.ParseBetween(d.Message); ok && d.Category == report.BetweenCategory {
				answers = append(answers, got)
			}
		}
	})
	return answers, findings
}

// textOf gives the text about a pair.
func textOf(t *testing.T, pair [2]string, answers []*report.Between, findings []*report.Finding) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := report.WriteBetween(&out, &report.View{}, pair, answers, findings); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// judgeWith judges a program that somebody listens to, with racecheck's flag -why, if it is not empty.
func judgeWith(t *testing.T, file, why string, listen func(*quickProgram)) {
	t.Helper()
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	extract(t, filepath.Join(root, nameOf(file)), archive)
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkersWith("")}
	if why != "" {
		if err := p.analyzers[0].Flags.Set("why", why); err != nil {
			t.Fatal(err)
		}
		for _, a := range p.analyzers {
			if err := a.Flags.Set("confidence", "low"); err != nil {
				t.Fatal(err)
			}
		}
	}
	listen(p)
	if err := p.judge(filepath.Join(root, nameOf(file))); err != nil {
		t.Fatal(err)
	}
}

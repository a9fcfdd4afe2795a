// This file puts what the goroutines of a finding do into an order in which it goes wrong: a schedule, with a lane for
// each goroutine and a row for each event.

package report

import "strings"

// An event is one thing that happens in a schedule.
type event struct {
	lane  int    // of the goroutine
	to    int    // lane that it points to: the goroutine started, or the one that holds what it waits for; -1 for none
	class string // start, call, lock, unlock, access, wait, other
	text  string // what happens, as it stands beside the point: "starts work", "holds c.mu"
	at    Pos    // where it stands in the source; zero if it is not known
}

// A schedule is events in the order of time.
type schedule struct {
	lanes  []lane  // one for each goroutine, those of the finding first
	own    int     // the lanes of the finding's goroutines; behind them stand those that only start them
	events []event // first the starts, then what each goroutine holds, then what goes wrong
	clash  bool    // the last two events, accesses in two lanes, happen at the same time
}

// A lane is a goroutine.
type lane struct {
	name  string // "goroutine 1"
	kind  string // "goroutine (*Server).work"
	start int    // the event that starts it, -1 if none does
}

// interleave gives the schedule of a finding; nil if it has no goroutines.
func interleave(f *Finding) *schedule {
	ts := trails(f)
	if len(ts) == 0 {
		return nil
	}
	s := &schedule{own: len(ts)}
	for _, t := range ts {
		s.lanes = append(s.lanes, lane{name: t.name, kind: firstOf(t.kind, "any caller"), start: -1})
	}
	for i := range ts {
		s.begin(&ts[i], i, ts, f.home())
	}
	for i := range ts {
		s.descend(&ts[i], i)
	}
	if len(f.Threads) > 0 {
		s.act(f)
		return s
	}
	for i := range ts {
		s.holds(&ts[i], i, f)
	}
	for i := range ts {
		last := ts[i].stops[len(ts[i].stops)-1]
		s.events = append(s.events, event{lane: i, to: -1, class: "access", text: last.text, at: last.at})
	}
	s.clash = true
	return s
}

// begin adds the start of a goroutine, in the lane of the one that starts it. If that is none of the finding's it gets
// a lane.
func (s *schedule) begin(t *trail, i int, all []trail, home reader) {
	if !t.origin.Pos.known() {
		return
	}
	text := "starts "
	if t.origin.Kind == "callback" {
		text = "registers "
	}
	from := s.starter(t, i, all, home)
	s.lanes[i].start = len(s.events)
	s.events = append(
		s.events,
		event{lane: from, to: i, class: "start", text: text + firstOf(t.origin.Name, t.name), at: t.origin.Pos},
	)
}

// starter is the lane of the goroutine that starts another one: a goroutine of the finding whose entry is where the
// call path to the start begins.
func (s *schedule) starter(t *trail, i int, all []trail, home reader) int {
	name := "whoever starts it"
	if len(t.origin.Chain) > 0 {
		root := &t.origin.Chain[0]
		for k := range all {
			o := all[k].origin
			if k != i && len(all[k].path) > 0 && all[k].path[0].Func == root.Func && all[k].path[0].Pkg == root.Pkg &&
				o.Kind != "go" {
				return k
			}
		}
		name = qualify(root.Func, root.Pkg, home)
	}
	for k := len(all); k < len(s.lanes); k++ {
		if s.lanes[k].kind == name {
			return k
		}
	}
	s.lanes = append(s.lanes, lane{name: "starter", kind: name, start: -1})
	return len(s.lanes) - 1
}

// descend adds the calls on the way of a goroutine, as one event.
func (s *schedule) descend(t *trail, i int) {
	var names []string
	for _, fr := range t.path {
		names = append(names, fr.Func)
	}
	if len(names) > 1 {
		s.events = append(
			s.events,
			event{lane: i, to: -1, class: "call", text: strings.Join(names, " → "), at: t.path[1].Call},
		)
	}
}

// holds adds the locks that a goroutine holds at its access.
func (s *schedule) holds(t *trail, i int, f *Finding) {
	for _, l := range f.Accesses[i].Locks {
		s.events = append(s.events, event{lane: i, to: -1, class: "lock", text: "holds " + lockText(&l), at: l.Pos})
	}
}

// act adds the steps of goroutines: in the order of the finding's trace if it has one, else what is taken before what
// is waited for.
func (s *schedule) act(f *Finding) {
	order := f.Trace
	if len(order) == 0 {
		for _, waits := range []bool{false, true} {
			for i := range f.Threads {
				for k, st := range f.Threads[i].Steps {
					if (k == len(f.Threads[i].Steps)-1) == waits {
						st.Thread = i
						order = append(order, st)
					}
				}
			}
		}
	}
	holder := map[string]int{} // lane + 1 by object
	for _, st := range order {
		e := event{lane: st.Thread, to: -1, class: "other", text: st.Text, at: st.Pos}
		switch st.Op {
		case OpLock, OpRLock:
			e.class, holder[st.Object] = "lock", st.Thread+1
		case OpUnlock:
			e.class, holder[st.Object] = "unlock", 0
		case OpWait:
			e.class = "wait"
			if h := holder[st.Object] - 1; h >= 0 && h != st.Thread {
				e.to = h
			}
		}
		s.events = append(s.events, e)
	}
}

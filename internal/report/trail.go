// This file is what machine formats know of a goroutine: the places it passes, in order, from where it is started to
// what is wrong.

package report

// A stop is a place that a goroutine passes.
type stop struct {
	at    Pos    // zero when unknown
	fn    string // function that the place lies in, as in Frame.Func; "" when unknown
	pkg   string // import path of that function
	text  string // what is done there: "calls (*Cache).Put", "write of c.n"
	depth int    // calls on the stack, counted from the goroutine's entry; 0 before it is started
	step  int    // 1 for the first step of a thread, and so on; 0 for stops that are none
}

// A trail is the way of one goroutine. The last stop is the access, or the operation that blocks.
type trail struct {
	name   string  // "goroutine 1", or "goroutine" if it is the only one
	kind   string  // what it is: "goroutine (*Server).work", "main goroutine"; "" when any caller will do
	origin *Origin // of the access or thread; never nil, but its place may be zero
	path   []Frame // from the goroutine's entry
	stops  []stop  // places in the order in which it comes to them
}

// trails lists the goroutines of a finding; those about comments have none.
func trails(f *Finding) []trail {
	var out []trail
	switch {
	case f.aboutComment():
	case len(f.Threads) > 0:
		for i := range f.Threads {
			out = append(out, threadTrail(f, i))
		}
	case f.Accesses[0].Kind != "":
		for i := range f.Accesses {
			out = append(out, accessTrail(f, i))
		}
	}
	return out
}

// accessTrail is the way to one of the two accesses of a race.
func accessTrail(f *Finding, i int) trail {
	a := &f.Accesses[i]
	t := newTrail(f, &a.Origin, a.Path)
	t.name = []string{"goroutine 1", "goroutine 2"}[i]
	depth := len(a.Path)
	for _, l := range a.Locks {
		if l.Pos.known() && l.Mode != InOnce {
			t.stops = append(t.stops, stop{at: l.Pos, text: "locks " + lockText(&l), depth: depth})
		}
	}
	t.stops = append(t.stops, stop{at: a.Pos, fn: a.Func, pkg: a.Pos.Pkg, text: what(f, a), depth: depth})
	return t
}

// lockText is a lock and its mode.
func lockText(l *Lock) string {
	switch l.Mode {
	case "R":
		return l.Name + " for reading"
	case InOnce:
		return "the Once " + l.Name + ", whose function runs"
	}
	return l.Name
}

// threadTrail is the way of one goroutine into a deadlock or leak.
func threadTrail(f *Finding, i int) trail {
	th := &f.Threads[i]
	t := newTrail(f, &th.Origin, th.way())
	t.name = threadTitle(f, i)
	for k, s := range th.Steps {
		t.stops = append(
			t.stops,
			stop{at: s.Pos, fn: s.Func, pkg: s.Pos.Pkg, text: s.Text, depth: len(th.Callers) + len(th.Path), step: k + 1},
		)
	}
	return t
}

// newTrail is the way of a goroutine up to the function in which it does what is wrong.
func newTrail(f *Finding, o *Origin, path []Frame) trail {
	t := trail{origin: o, path: path}
	home := f.home()
	if o.known() {
		t.kind = originKind(o, path, home)
	}
	if o.Pos.known() {
		for k := 1; k < len(o.Chain); k++ {
			from, to := &o.Chain[k-1], &o.Chain[k]
			t.stops = append(
				t.stops,
				stop{at: to.Call, fn: from.Func, pkg: from.Pkg, text: "calls " + qualify(to.Func, to.Pkg, home)},
			)
		}
		start := stop{at: o.Pos, pkg: o.Pos.Pkg, text: "starts " + t.kind}
		if o.Kind == "callback" {
			start.text = "registers " + t.kind
		}
		if n := len(o.Chain); n > 0 {
			start.fn = o.Chain[n-1].Func
		}
		t.stops = append(t.stops, start)
	}
	for k := 1; k < len(path); k++ {
		from, to := &path[k-1], &path[k]
		t.stops = append(
			t.stops,
			stop{at: to.Call, fn: from.Func, pkg: from.Pkg, text: "calls " + qualify(to.Func, to.Pkg, home), depth: k},
		)
	}
	return t
}

// This file holds the natives of time: virtual time, timers, dates.

package natives

import (
	"time"

	"github.com/syncvet/syncvet/internal/interp/machine"
)

// begun is when virtual time begins.
var begun = time.Date(2026, 3, 11, 10, 37, 42, 123_456_789, time.UTC).UnixNano()

// instant is a time of the stand-in: nanoseconds since 1970, zero is the year 1.
func instant(v value) time.Time {
	if ns := v.(int64); ns != 0 {
		return time.Unix(0, ns).UTC()
	}
	return time.Time{}
}

// nanos is a time as the stand-in keeps it.
func nanos(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// A clockwork is a timer of the program.
type clockwork struct {
	x *machine.Timer // what fires
	f *function      // what it calls; nil: it sends
	c *queue         // where it sends
}

// setTimer arms a new timer.
func setTimer(t *thread, args []value) value {
	w := &clockwork{x: &machine.Timer{Index: -1, Period: args[2].(int64)}}
	w.f, _ = args[3].(*function)
	w.c, _ = args[4].(*queue)
	r, at := t.Run, t.Here()
	w.x.VC = t.VC.Copy()
	t.Tick()
	w.x.Do = func(now int64) {
		if w.f == nil {
			w.c.Post(machine.Agg{now + begun}, w.x.VC)
			return
		}
		r.Spawn(nil, at, w.f, nil).Acquire(w.x.VC)
	}
	locksOf(r).timers[args[0].(*cell)] = w
	r.Set(w.x, args[1].(int64))
	return nil
}

// stopTimer disarms a timer; what it has sent and nobody has received is gone.
func stopTimer(t *thread, args []value) value {
	t.Yield()
	w := locksOf(t.Run).timers[args[0].(*cell)]
	if w == nil {
		return false
	}
	active := t.Run.Unset(w.x)
	if w.c != nil && len(w.c.Buf) > 0 {
		w.c.Buf = nil
		active = true
	}
	return active
}

// resetTimer arms a timer again.
func resetTimer(t *thread, args []value) value {
	active := stopTimer(t, args)
	if w := locksOf(t.Run).timers[args[0].(*cell)]; w != nil {
		w.x.Period = args[2].(int64)
		w.x.VC.Join(t.VC)
		t.Tick()
		t.Run.Set(w.x, args[1].(int64))
	}
	return active
}

// sleep lets others run until some time has passed.
func sleep(t *thread, args []value) value {
	d := args[0].(int64)
	if d <= 0 {
		t.Hand()
		return nil
	}
	x := &machine.Timer{Index: -1, Do: func(int64) { t.Wake(nil) }}
	t.Run.Set(x, d)
	t.Timed = true
	t.Wait("sleep")
	t.Timed = false
	return nil
}

// timeNatives are all of time.
var timeNatives = map[string]native{
	"time.now":        func(t *thread, _ []value) value { return t.Run.Now + begun },
	"time.Sleep":      sleep,
	"time.setTimer":   setTimer,
	"time.stopTimer":  stopTimer,
	"time.resetTimer": resetTimer,
	"time.durationString": func(_ *thread, args []value) value {
		return time.Duration(args[0].(int64)).String()
	},
	"time.parseDuration": func(_ *thread, args []value) value {
		d, err := time.ParseDuration(args[0].(string))
		return tuple{int64(d), errText(err)}
	},
	"time.formatTime": func(_ *thread, args []value) value {
		return instant(args[0]).Format(args[1].(string))
	},
	"time.parseTime": func(_ *thread, args []value) value {
		d, err := time.Parse(args[0].(string), args[1].(string))
		return tuple{nanos(d), errText(err)}
	},
	"time.date": func(_ *thread, args []value) value {
		n := make([]int, len(args))
		for i, a := range args {
			n[i] = int(a.(int64))
		}
		return nanos(time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], n[6], time.UTC))
	},
	"time.part": func(_ *thread, args []value) value {
		d := instant(args[0])
		return int64([]int{
			d.Year(), int(d.Month()), d.Day(), d.Hour(), d.Minute(), d.Second(), d.Nanosecond(), int(d.Weekday()), d.YearDay(),
		}[args[1].(int64)])
	},
}

// errText is an error's text; empty for none.
func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

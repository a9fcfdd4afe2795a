// This file prints a result.

package differential

import (
	"fmt"
	"io"
)

// Write prints the table, then the cases in which the checker is wrong, with their programs if asked to.
func (r *Result) Write(w io.Writer, programs bool) {
	fmt.Fprintf(w, "%d programs, %d of them safe: %d with a false alarm\n", r.Programs, r.Safe, r.Alarms)
	known := 0
	for _, c := range r.Cases {
		if c.Known {
			known++
		}
	}
	fmt.Fprintf(
		w,
		"races seen: %d reported, %d approximated, %d missed\n",
		r.Count(Reported),
		r.Count(Approximated),
		r.Count(Missed),
	)
	for _, c := range r.Classes() {
		fmt.Fprintf(w, "  %4d %s\n", c.Count, c.Name)
	}
	fmt.Fprintf(w, "races possible but not seen: %d, %d of them reported\n", r.Count(Unseen), known)
	fmt.Fprintf(w, "places that cannot race, but are reported: %d\n", r.Count(Alarm))
	for _, c := range r.Cases {
		if c.Verdict != Missed && c.Verdict != Alarm {
			continue
		}
		fmt.Fprintf(w, "seed %d place %d: %s: %s\n", c.Seed, c.Place, c.Verdict, c.Text)
		if programs {
			fmt.Fprintf(w, "%s\n", c.program())
		}
	}
	if len(r.Hung)+len(r.Died) > 0 {
		fmt.Fprintf(w, "programs that did not end: %v; that ended the process: %v\n", r.Hung, r.Died)
	}
}

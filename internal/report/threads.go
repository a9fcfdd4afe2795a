// This file renders findings that are about goroutines rather than accesses: deadlocks, leaks, misuse.

package report

import (
	"bufio"
	_ "embed" // the page's parts
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// textThreads writes the goroutines of a finding, then in which order they get there, then why that blocks.
func textThreads(w *bufio.Writer, v *View, f *Finding) {
	home := f.home()
	for _, r := range f.Rows {
		row(w, r.Head, v.spell(f, r.Text))
	}
	if text := assumes(f); text != "" {
		row(w, "assumes", text)
	}
	numbers := f.numbers()
	for i := range f.Threads {
		t := &f.Threads[i]
		if i > 0 && len(f.telling(t)) == 0 {
			continue // it does nothing here that its reader needs
		}
		head := threadTitle(f, i)
		row(w, head, goroutineText(&t.Origin, t.way(), home, v.name))
		for _, s := range repeated(f.telling(t)) {
			textStep(w, v, f, &s.Step, numbers[stepKey{s.Pos, s.Text, i}], s.times)
		}
		if n := len(t.Steps); n > 0 {
			textConditions(w, v, "  only if", wayTo(t.Steps[n-1].Pos, t.way(), &t.Origin, home))
		}
		if way, n := t.way(), len(t.Callers)+len(t.Path); n > 1 {
			row(w, "", "called from:")
			textFrames(w, v, f, steps(way[:n-1], way[n-1].Call), way[n-1].Call, false)
		}
		if len(t.Origin.Chain) > 0 && t.Origin.Pos.known() {
			row(w, "", "started from:")
			textFrames(w, v, f, steps(t.Origin.Chain, t.Origin.Pos), t.Origin.Pos, false)
		}
	}
	textTail(w, v, f)
}

// telling are the steps of a goroutine that its reader needs: without those on what has no name, but for the last one,
// and of a finding that is not about locks without those that are given back again before the end.
func (f *Finding) telling(t *Thread) []Step {
	var list []Step
	for k, s := range t.Steps {
		if !f.aboutLocks() && (givesBack(t.Steps[:k], s) || givenBack(t.Steps[k+1:], s)) {
			continue
		}
		if k < len(t.Steps)-1 && strings.HasSuffix(s.Text, " something") {
			continue
		}
		list = append(list, s)
	}
	return list
}

// aboutLocks reports whether a goroutine of the finding ends at a lock, or holds one there.
func (f *Finding) aboutLocks() bool {
	return len(f.Threads) > 1 && f.Rule != ruledoc.Leak && f.Rule != ruledoc.Misuse
}

// givenBack reports whether a lock that a step takes is released by one of those that follow.
func givenBack(later []Step, s Step) bool {
	_, lock, locks := strings.Cut(s.Text, "locks ")
	return locks && s.Op != OpUnlock && slices.ContainsFunc(later, func(l Step) bool {
		return l.Text == "unlocks "+lock || l.Text == "read-unlocks "+lock
	})
}

// givesBack reports whether a step releases a lock that one of those before has taken.
func givesBack(before []Step, s Step) bool {
	_, lock, unlocks := strings.Cut(s.Text, "unlocks ")
	return unlocks && slices.ContainsFunc(before, func(l Step) bool {
		return l.Text == "locks "+lock || l.Text == "read-locks "+lock
	})
}

// A stepKey tells the steps of a finding apart.
type stepKey struct {
	at     Pos    // where the step stands
	text   string // Step.Text: one place may be the place of several steps
	thread int    // index into Finding.Threads
}

// numbers are the steps of several goroutines by the order in which they happen, from 1 on; none where no order is
// known. Of a step that happens more than once the last time counts.
func (f *Finding) numbers() map[stepKey]int {
	told := map[stepKey]bool{}
	for i := range f.Threads {
		for _, s := range f.telling(&f.Threads[i]) {
			told[stepKey{s.Pos, s.Text, i}] = true
		}
	}
	last := map[stepKey]int{}
	var order []stepKey
	for k, s := range f.Trace {
		if key := (stepKey{s.Pos, s.Text, s.Thread}); told[key] {
			last[key] = k
			order = append(order, key)
		}
	}
	numbers := map[stepKey]int{}
	if len(f.Threads) < 2 || len(order) < len(told) {
		return numbers
	}
	for k, n := 0, 0; k < len(f.Trace); k++ {
		s := &f.Trace[k]
		if key := (stepKey{s.Pos, s.Text, s.Thread}); told[key] && last[key] == k {
			n++
			numbers[key] = n
		}
	}
	return numbers
}

// A repeat is a step with how often its goroutine takes it.
type repeat struct {
	Step
	times int // at least 1
}

// repeated are the steps of a goroutine, each once: where it takes it last.
func repeated(steps []Step) []repeat {
	times := map[stepKey]int{}
	for _, s := range steps {
		times[stepKey{at: s.Pos, text: s.Text}]++
	}
	var list []repeat
	seen := map[stepKey]int{}
	for _, s := range steps {
		key := stepKey{at: s.Pos, text: s.Text}
		if seen[key]++; seen[key] == times[key] {
			list = append(list, repeat{s, times[key]})
		}
	}
	return list
}

// textStep writes a step with its source; what it does stands behind, with its number in the order of all if that is
// known, and how often it does so.
func textStep(w *bufio.Writer, v *View, f *Finding, s *Step, number, times int) {
	line := fmt.Sprintf("      %s  %s", v.name(s.Pos), qualify(s.Func, s.Pos.Pkg, f.home()))
	end := "  <<<<< " + s.Text
	if number > 0 {
		end = fmt.Sprintf("  <<<<< %d. %s", number, s.Text)
	}
	if times > 1 {
		end += fmt.Sprintf(" (%d times)", times)
	}
	src, note := v.told(s.Pos)
	writeLine(w, withSource(line, "  ", src, note+end))
}

// stepText is a step in one line.
func stepText(v *View, f *Finding, s *Step) string {
	return fmt.Sprintf("%s  %s  %s", v.name(s.Pos), qualify(s.Func, s.Pos.Pkg, f.home()), s.Text)
}

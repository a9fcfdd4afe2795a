// This file holds what the race detector has seen against what the checker reports (D3, D4).

package differential

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A Verdict is what became of one place of one program.
type Verdict uint8

// The verdicts.
const (
	Reported     Verdict = iota // a race was seen and is reported
	Approximated                // a race was seen and is not reported, by a stated approximation
	Missed                      // a race was seen and is not reported
	Alarm                       // no race is possible, but one is reported
	Unseen                      // a race is possible, but the race detector never saw it
	numVerdicts
)

func (v Verdict) String() string {
	return [...]string{"reported", "approximated", "missed", "false alarm", "not seen"}[v]
}

// A Case is a place of a program with its verdict.
type Case struct {
	Seed    uint64  // of the program: the same seed gives the same plan
	Safe    bool    // the program cannot race
	Place   int     // -1: the report is about something else than the program's places
	Verdict Verdict // what the detectors say of the place, held against each other
	Class   string  // Approximated: the name of the approximation
	Known   bool    // Unseen: it is reported
	Low     bool    // it is reported with low confidence
	Text    string  // headline of the first report
	plan    *plan   // the program; replaced by a smaller one when it is shrunk
}

// Options say what to compare.
type Options struct {
	Tool   string // the vet tool, absolute
	Dir    string // where modules are written
	First  uint64 // seed of the first program
	Count  int    // programs
	Batch  int    // programs in one module
	Runs   int    // runs of each under the race detector
	Shrink int    // Shrink makes so many programs small
}

// A Result is what came out.
type Result struct {
	Programs, Safe int      // how many there were, and how many of these cannot race by construction
	Alarms         int      // safe programs with a report
	Cases          []Case   // in the order of seeds and places
	Hung, Died     []uint64 // seeds of programs that did not end, and of programs that ended with an error
}

// Run generates programs and compares.
func Run(ctx context.Context, opt Options) (*Result, error) {
	r := &Result{}
	for at := 0; at < opt.Count; at += opt.Batch {
		var plans []*plan
		for k := range min(opt.Batch, opt.Count-at) {
			plans = append(plans, generate(opt.First+uint64(at+k)))
		}
		if err := r.batch(ctx, opt, plans); err != nil {
			return r, err
		}
	}
	return r, nil
}

// batch compares the programs of one module.
func (r *Result) batch(ctx context.Context, opt Options, plans []*plan) error {
	b, err := newBatch(fmt.Sprintf("%s/seed%d", opt.Dir, plans[0].Seed), plans)
	if err != nil {
		return err
	}
	found, err := b.reports(opt.Tool)
	if err != nil {
		return err
	}
	seen, err := b.observe(ctx, opt.Runs)
	if err != nil {
		return err
	}
	if len(seen.other) > 0 {
		return fmt.Errorf("a race that is about no place of a program:\n%s", seen.other[0])
	}
	for _, k := range seen.hung {
		r.Hung = append(r.Hung, plans[k].Seed)
	}
	for _, k := range seen.died {
		r.Died = append(r.Died, plans[k].Seed)
	}
	for k, p := range plans {
		if err := r.program(k, p, found, seen); err != nil {
			return err
		}
	}
	return nil
}

// program judges the places of one program.
func (r *Result) program(k int, p *plan, found map[report.Confidence][]spotted, seen *dynamic) error {
	r.Programs++
	t := judge(p)
	alarms := 0
	for v := unknown; v < len(p.Places); v++ {
		c := Case{Seed: p.Seed, Safe: p.Safe, Place: v, plan: p}
		can := slices.ContainsFunc(t.races, func(x pair) bool { return x.a.Place == v })
		saw := slices.ContainsFunc(seen.races, func(s spotted) bool { return s.program == k && s.place == v })
		told := reported(found, k, v, can || v == unknown && len(t.races) > 0)
		c.Text = headline(found, k, v)
		c.Low = slices.ContainsFunc(found[report.Low], func(s spotted) bool { return s.program == k && s.place == v })
		switch {
		case saw && !can:
			return fmt.Errorf("seed %d, place %d: the race detector sees a race that cannot be", p.Seed, v)
		case told && !can:
			c.Verdict = Alarm
			alarms++
		case !can:
			continue
		case saw && told:
			c.Verdict = Reported
		case saw:
			c.Verdict, c.Class = classify(p, t, v, c.Low)
		default:
			c.Verdict, c.Known = Unseen, told
		}
		r.Cases = append(r.Cases, c)
	}
	if p.Safe {
		r.Safe++
		if alarms > 0 {
			r.Alarms++
		}
	}
	return nil
}

// headline is what a place's first report says.
func headline(found map[report.Confidence][]spotted, program, place int) string {
	for _, conf := range []report.Confidence{report.High, report.Medium, report.Low} {
		for _, s := range found[conf] {
			if s.program == program && s.place == place && !s.mixed {
				return string(conf) + ": " + s.text
			}
		}
	}
	return ""
}

// Count counts verdicts.
func (r *Result) Count(v Verdict) int {
	n := 0
	for _, c := range r.Cases {
		if c.Verdict == v {
			n++
		}
	}
	return n
}

// Classes counts the approximated races by class, in the order of names.
func (r *Result) Classes() []Class {
	var list []Class
	for _, c := range r.Cases {
		if c.Verdict != Approximated {
			continue
		}
		k := slices.IndexFunc(list, func(x Class) bool { return x.Name == c.Class })
		if k < 0 {
			k = len(list)
			list = append(list, Class{Name: c.Class})
		}
		list[k].Count++
	}
	slices.SortFunc(list, func(a, b Class) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// A Class is an approximation with the number of races that it explains.
type Class struct {
	Name  string // as in class
	Count int    // at least 1
}

// program is the source of a case, without what all programs have.
func (c *Case) program() string {
	text := render(c.plan, "p0")
	text, _, _ = strings.Cut(text, "type p0inner")
	return text[strings.Index(text, "func Test"):]
}

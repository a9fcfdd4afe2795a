// This file makes automata small: branches that lead to the same thing either way are none (W3).

package program

import (
	"fmt"
	"slices"

	"github.com/syncvet/syncvet/internal/blocking"
)

// minimize merges points that behave alike, whatever their sites, and removes branches with one choice. Point 1 stays the entry.
func minimize(points []blocking.Point) []blocking.Point {
	for {
		class := refine(points)
		first := map[int]blocking.PointID{}
		for p := 1; p < len(points); p++ {
			if _, ok := first[class[p]]; !ok {
				first[class[p]] = blocking.PointID(p)
			}
		}
		to := func(p blocking.PointID) blocking.PointID {
			if p == 0 {
				return 0
			}
			return first[class[p]]
		}
		for p := 1; p < len(points); p++ {
			redirect(&points[p], to)
		}
		skip := func(p blocking.PointID) blocking.PointID { return through(points, p) }
		changed := false
		for p := 1; p < len(points); p++ {
			changed = redirect(&points[p], skip) || changed
		}
		if !changed {
			return reachable(points)
		}
	}
}

// through follows branches that have one choice only.
func through(points []blocking.Point, p blocking.PointID) blocking.PointID {
	for range len(points) {
		if p == 0 || points[p].Op != blocking.Branch || len(points[p].Choices) != 1 || points[p].Choices[0] == p {
			return p
		}
		p = points[p].Choices[0]
	}
	return p
}

// redirect changes where a point leads and tells whether anything is new.
func redirect(p *blocking.Point, to func(blocking.PointID) blocking.PointID) bool {
	changed := false
	move := func(t *blocking.PointID) {
		if n := to(*t); n != *t {
			*t, changed = n, true
		}
	}
	move(&p.Next)
	move(&p.Alt)
	for k := range p.Choices {
		move(&p.Choices[k])
	}
	for k := range p.Cases {
		move(&p.Cases[k].Next)
		move(&p.Cases[k].Alt)
	}
	slices.Sort(p.Choices)
	p.Choices = slices.Compact(p.Choices)
	return changed
}

// refine numbers classes of points with equal behaviour: operations, and classes of what follows (partition refinement).
func refine(points []blocking.Point) []int {
	class := make([]int, len(points))
	for n := 0; ; {
		numbers := map[string]int{"": 0}
		next := make([]int, len(points))
		for p := 1; p < len(points); p++ {
			sig := signatureOf(&points[p], class)
			id, ok := numbers[sig]
			if !ok {
				id = len(numbers)
				numbers[sig] = id
			}
			next[p] = id
		}
		class = next
		if len(numbers) == n {
			return class
		}
		n = len(numbers)
	}
}

// signatureOf is what two points of one class have in common.
func signatureOf(p *blocking.Point, class []int) string {
	var choices []int
	for _, c := range p.Choices {
		choices = append(choices, class[c])
	}
	slices.Sort(choices)
	choices = slices.Compact(choices)
	sig := fmt.Sprint(p.Op, p.Obj, p.N, p.Proc, p.Cell, p.Value, class[p.Next], class[p.Alt], choices, p.HasDefault)
	for _, c := range p.Cases {
		sig += fmt.Sprint("|", c.Dir, c.Obj, class[c.Next], class[c.Alt])
	}
	return sig
}

// reachable keeps the points that the entry leads to.
func reachable(points []blocking.Point) []blocking.Point {
	number := make([]blocking.PointID, len(points))
	kept := make([]blocking.Point, 1)
	var visit func(p blocking.PointID)
	var work []blocking.PointID
	visit = func(p blocking.PointID) {
		if p != 0 && number[p] == 0 {
			number[p] = blocking.PointID(len(kept))
			kept = append(kept, points[p])
			work = append(work, p)
		}
	}
	visit(1)
	for len(work) > 0 {
		p := &points[work[0]]
		work = work[1:]
		visit(p.Next)
		visit(p.Alt)
		for _, c := range p.Choices {
			visit(c)
		}
		for _, c := range p.Cases {
			visit(c.Next)
			visit(c.Alt)
		}
	}
	for p := 1; p < len(kept); p++ {
		redirect(&kept[p], func(t blocking.PointID) blocking.PointID { return number[t] })
	}
	return kept
}

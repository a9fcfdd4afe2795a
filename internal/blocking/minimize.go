// This file makes automata small: branches that lead to the same thing either way are none (internal/waits W3).

package blocking

import (
	"encoding/binary"
	"slices"
)

// Minimize merges points that behave alike, whatever their sites, and removes branches with one choice. Point 1 stays
// the entry.
func Minimize(points []Point) []Point {
	for p := 1; p < len(points); p++ {
		redirect(&points[p], func(q PointID) PointID { return through(points, q) })
	}
	points = reachable(points)
	for {
		class := refine(points)
		first := map[int]PointID{}
		for p := 1; p < len(points); p++ {
			if _, ok := first[class[p]]; !ok {
				first[class[p]] = PointID(p)
			}
		}
		to := func(p PointID) PointID {
			if p == 0 {
				return 0
			}
			return first[class[p]]
		}
		for p := 1; p < len(points); p++ {
			redirect(&points[p], to)
		}
		skip := func(p PointID) PointID { return through(points, p) }
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
func through(points []Point, p PointID) PointID {
	for range len(points) {
		if p == 0 || points[p].Op != Branch || len(points[p].Choices) != 1 || points[p].Choices[0] == p {
			return p
		}
		p = points[p].Choices[0]
	}
	return p
}

// redirect changes where a point leads and reports whether anything is new.
func redirect(p *Point, to func(PointID) PointID) bool {
	changed := false
	move := func(t *PointID) {
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

// refine numbers classes of points with equal behaviour: operations, and classes of what follows (partition
// refinement).
func refine(points []Point) []int {
	class := make([]int, len(points))
	var buf []byte
	for n := 0; ; {
		numbers := map[string]int{"": 0}
		next := make([]int, len(points))
		for p := 1; p < len(points); p++ {
			buf = signatureOf(buf[:0], &points[p], class)
			id, ok := numbers[string(buf)]
			if !ok {
				id = len(numbers)
				numbers[string(buf)] = id
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

// Spell writes an automaton down, but for its sites: those that are alike are spelled alike.
func Spell(points []Point) string {
	self, buf := make([]int, len(points)), []byte(nil)
	for k := range self {
		self[k] = k
	}
	for k := range points {
		buf = signatureOf(append(buf, '.'), &points[k], self)
	}
	return string(buf)
}

// signatureOf is what two points of one class have in common.
func signatureOf(buf []byte, p *Point, class []int) []byte {
	put := func(n int) { buf = binary.AppendVarint(buf, int64(n)) }
	for _, n := range [...]int{
		int(p.Op), int(p.Obj), int(p.Via), p.N, int(p.Proc), int(p.Cell), int(p.Value), class[p.Next], class[p.Alt],
		len(p.Cases),
	} {
		put(n)
	}
	if p.HasDefault || p.Again {
		put(1)
	}
	for _, c := range p.Cases {
		put(int(c.Dir))
		put(int(c.Obj))
		put(int(c.Via))
		put(class[c.Next])
		put(class[c.Alt])
	}
	var choices []int
	for _, c := range p.Choices {
		choices = append(choices, class[c])
	}
	slices.Sort(choices)
	for _, c := range slices.Compact(choices) {
		put(c)
	}
	return buf
}

// reachable keeps the points that the entry leads to.
func reachable(points []Point) []Point {
	number := make([]PointID, len(points))
	kept := make([]Point, 1)
	var visit func(p PointID)
	var work []PointID
	visit = func(p PointID) {
		if p != 0 && number[p] == 0 {
			number[p] = PointID(len(kept))
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
		redirect(&kept[p], func(t PointID) PointID { return number[t] })
	}
	return kept
}

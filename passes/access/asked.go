// This file leaves out the arguments of calls whose numbers nobody asks for (A25).

package access

import (
	"slices"

	"github.com/syncvet/syncvet/facts"
)

// A slot is a parameter slot of an own unit.
type slot struct {
	unit int   // the unit
	at   int64 // the slot
}

// asking is which parameters' numbers functions compare, store, return or pass on to functions that do.
type asking struct {
	r        *pack                           // the package
	asked    map[slot]bool                   // what is asked for so far
	work     []slot                          // of that, what callers have not been looked at for
	imported map[facts.Symbol]map[int64]bool // what functions of other packages ask for; filled when asked for
}

// dropUnasked leaves out the numbers that calls are given without asking for them.
func (r *pack) dropUnasked(all []*collector) {
	q := &asking{r: r, asked: map[slot]bool{}, imported: map[facts.Symbol]map[int64]bool{}}
	passed := map[slot][]slot{} // by a callee's slot: those of callers that are passed there
	for i, c := range all {
		if c == nil {
			continue
		}
		for _, t := range termsOf(&c.out) {
			q.ask(i, t)
		}
		for _, g := range c.out.Given {
			if to, own := c.numbers.gets(g); own && g.Value.Kind == facts.TermParam {
				passed[to] = append(passed[to], slot{i, g.Value.N})
			} else if !own && q.wants(c.numbers, g) {
				q.ask(i, g.Value)
			}
		}
	}
	for len(q.work) > 0 {
		s := q.work[len(q.work)-1]
		q.work = q.work[:len(q.work)-1]
		for _, from := range passed[s] {
			q.add(from)
		}
	}
	for _, c := range all {
		if c != nil {
			c.out.Given = slices.DeleteFunc(c.out.Given, func(g facts.Given) bool { return !q.wants(c.numbers, g) })
		}
	}
}

// gets is the parameter slot that is given a number, if the function called is an own one.
func (c *numbers) gets(g facts.Given) (to slot, own bool) {
	if c.callees[g.Call] == nil {
		return slot{}, false
	}
	i, own := c.r.Source.UnitOf(c.callees[g.Call])
	return slot{i, int64(g.Slot)}, own
}

// wants reports whether the function that is given a number asks for it; who is called through an interface may.
func (q *asking) wants(c *numbers, g facts.Given) bool {
	if c.callees[g.Call] == nil {
		return true
	}
	if to, own := c.gets(g); own {
		return q.asked[to]
	}
	sym := q.r.Source.FuncSymbol(c.callees[g.Call])
	wanted, ok := q.imported[sym]
	if !ok {
		wanted = q.r.importedAsks(sym)
		q.imported[sym] = wanted
	}
	return wanted[int64(g.Slot)]
}

// ask adds the parameter that a term is.
func (q *asking) ask(unit int, t facts.Term) {
	if t.Kind == facts.TermParam {
		q.add(slot{unit, t.N})
	}
}

func (q *asking) add(s slot) {
	if !q.asked[s] {
		q.asked[s] = true
		q.work = append(q.work, s)
	}
}

// termsOf are the numbers that a unit compares, stores, returns and makes buffers of.
func termsOf(a *facts.Accesses) []facts.Term {
	var list []facts.Term
	for _, t := range a.Tests {
		list = append(list, t.X, t.Y)
	}
	for _, r := range a.Returned {
		list = append(list, r.Value)
	}
	for _, x := range a.Initials {
		list = append(list, x.Value)
	}
	for _, x := range a.Sized {
		list = append(list, x.Value)
	}
	for _, x := range a.Counted {
		list = append(list, x.Value)
	}
	return list
}

// importedAsks are the parameter slots that a function of another package asks for.
func (r *pack) importedAsks(sym facts.Symbol) map[int64]bool {
	c, _, ok := r.Source.Imported(sym)
	if !ok {
		return nil
	}
	a, _, err := r.Source.Imports[c.Import].Accesses(c.Unit)
	if a == nil || err != nil {
		return nil
	}
	list := termsOf(a)
	for _, g := range a.Given {
		list = append(list, g.Value)
	}
	asks := map[int64]bool{}
	for _, t := range list {
		if t.Kind == facts.TermParam {
			asks[t.N] = true
		}
	}
	return asks
}

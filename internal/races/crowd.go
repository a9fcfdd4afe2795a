// This file is the one doubt that rests on what else is found in the package (R47).

package races

import (
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// crowdRule is the row of the table for R47, which no pair is asked about by itself; testRule says of a pair that test
// code leads there.
var crowdRule, testRule = &table[row("R47")], &table[row("R41")]

// A Crowd notes whether most of what is suspected in a package is in doubt (R47). What only tests lead to says
// nothing about how the rest is synchronised.
type Crowd struct {
	Rest bool // of what no test code leads to
	All  bool // of everything
	One  bool // of what is not in doubt only because it may be several objects
}

// CrowdOf asks that of all races of a package's links, with those of medium confidence at least, and of the variables
// that are suspected. Rules that are switched off are named as in explain.View.
func CrowdOf(list []evidence.Evidence, s Suspicion, without string) Crowd {
	if slices.Contains(strings.Split(without, ","), crowdRule.ID) {
		return Crowd{}
	}
	rest := slices.DeleteFunc(slices.Clone(list), func(r evidence.Evidence) bool {
		return slices.Contains(r.Doubts, testRule.doubt())
	})
	return Crowd{Rest: crowded(rest, s.Outside), All: crowded(list, s.Doubted), One: crowded(list, s.Amiss)}
}

// crowded reports whether more variables are in doubt than there are races that are more certain.
func crowded(list []evidence.Evidence, doubted map[facts.Symbol]bool) bool {
	shown, settled := 0, 0
	named := map[facts.Symbol]bool{}
	for k := range list {
		r := &list[k]
		if r.Grade > evidence.Medium || r.Meant {
			continue
		}
		shown++
		for _, e := range r.Ends {
			if doubted[e.Last().Name] && !named[e.Last().Name] {
				named[e.Last().Name] = true
				settled++
			}
		}
	}
	unsettled := len(doubted) - settled
	return unsettled > maxUnsettled && unsettled > shown
}

// doubts adds the doubt of the package, if it concerns a pair that has these doubts. Of what is there once it is not in
// doubt which object it is: there that doubt about others says nothing.
func (c Crowd) doubts(list []*Rule, once bool) []*Rule {
	if slices.Contains(list, crowdRule) || !c.Rest && !(c.All && slices.Contains(list, testRule)) || once && !c.One {
		return list
	}
	return append(slices.Clip(list), crowdRule)
}

// Weigh makes a race as certain as it is in a package with these doubts.
func (c Crowd) Weigh(r *evidence.Evidence) {
	if slices.ContainsFunc(r.Ends, func(e evidence.End) bool { return e.Last().Access.Kind.Atomic() }) ||
		unguarded(r.Ends) {
		return
	}
	r.Doubts = doubtsOf(c.doubts(rulesOf(r.Doubts), r.Static != facts.Symbol{} && r.Alloc.Line == 0))
	r.Grade = max(r.Grade, GradeOf(r.Doubts))
}

// Crowd adds the doubt of a package to a verdict on two ends that leaves doubts.
func (v *Verdict) Crowd(c Crowd, list []evidence.End) {
	if v.Rule == nil && !v.Mixed && !unguarded(list) {
		v.Doubts = c.doubts(v.Doubts, v.Once)
	}
}

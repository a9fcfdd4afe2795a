// This file gives findings an identity that survives edits (P3), and merges those that are one (P4).

package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// fingerprintLen is the length of an identity in hexadecimal digits: 48 bits, for no collision among a million findings
// of one report to be likely, short enough to type.
const fingerprintLen = 12

// Fingerprint is the identity of a finding: a hash of rule, variable and, in an order of their own, the two accesses.
func Fingerprint(f *Finding) string {
	ends := []string{endKey(&f.Accesses[0]), endKey(&f.Accesses[1])}
	slices.Sort(ends)
	if len(f.Threads) > 0 {
		ends = threadKeys(f.Threads)
	}
	parts := append([]string{f.Rule, f.Variable.Kind, trimVariant(f.Variable.Pkg), f.Variable.Name}, ends...)
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:])[:fingerprintLen]
}

// endKey names an access without saying at which line it stands.
func endKey(a *Access) string {
	o := &a.Origin
	return strings.Join(
		[]string{trimVariant(a.Pos.Pkg), a.Func, a.Kind, o.Kind, trimVariant(o.Pos.Pkg), o.Name, o.API},
		"\t",
	)
}

// threadKeys names goroutines, in an order of their own, by where they start and the functions that they take their
// steps in.
func threadKeys(threads []Thread) []string {
	var keys []string
	for i := range threads {
		o := &threads[i].Origin
		if threads[i].anyone() {
			o = &Origin{}
		}
		key := []string{o.Kind, trimVariant(o.Pos.Pkg), o.Name, o.API}
		for _, f := range threads[i].Path {
			key = append(key, trimVariant(f.Pkg), f.Func)
		}
		for _, s := range threads[i].Steps {
			key = append(key, trimVariant(s.Pos.Pkg), s.Func, s.Text)
		}
		keys = append(keys, strings.Join(key, "\t"))
	}
	slices.Sort(keys)
	return keys
}

// Dedup keeps one finding of each fingerprint, the strongest, then the first in the order of positions. The others are
// counted in it unless they are the same finding seen from another package. The result is in the order of positions.
func Dedup(in []*Finding) []*Finding {
	sorted := slices.Clone(in)
	slices.SortStableFunc(sorted, func(a, b *Finding) int {
		return cmp.Or(strings.Compare(a.ID, b.ID), a.Confidence.rank()-b.Confidence.rank(), compare(a, b))
	})
	var out []*Finding
	for i := 0; i < len(sorted); {
		j := i + 1
		for j < len(sorted) && sorted[j].ID == sorted[i].ID {
			j++
		}
		out = append(out, merge(sorted[i:j]))
		i = j
	}
	slices.SortStableFunc(out, compare)
	return out
}

// merge is the first of several findings with one fingerprint; it counts the others that concern other lines.
func merge(same []*Finding) *Finding {
	type pair [2]Pos
	key := func(f *Finding) pair {
		p := pair{place(f.Accesses[0].Pos), place(f.Accesses[1].Pos)}
		for _, t := range f.Threads {
			p = pair{p[1], place(t.Steps[len(t.Steps)-1].Pos)}
		}
		if comparePos(p[0], p[1]) > 0 {
			p[0], p[1] = p[1], p[0]
		}
		return p
	}
	seen := map[pair]bool{}
	f := *same[0]
	for _, g := range same {
		if k := key(g); !seen[k] {
			seen[k] = true
			f.Others = max(f.Others, g.Others)
		}
	}
	f.Others += len(seen) - 1
	return &f
}

// place is a position by what all packages agree on.
func place(p Pos) Pos { return Pos{Pkg: trimVariant(p.Pkg), File: p.File, Line: p.Line, Col: p.Col} }

// compare orders findings as they are printed.
func compare(a, b *Finding) int {
	return cmp.Or(
		comparePos(a.Pos, b.Pos),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
		strings.Compare(a.ID, b.ID),
	)
}

// comparePos orders positions by package, file, line, column.
func comparePos(a, b Pos) int {
	return cmp.Or(
		strings.Compare(trimVariant(a.Pkg), trimVariant(b.Pkg)),
		strings.Compare(a.File, b.File),
		a.Line-b.Line,
		a.Col-b.Col,
	)
}

// rank orders confidences, the strongest first.
func (c Confidence) rank() int {
	switch c {
	case High:
		return 0
	case Medium:
		return 1
	}
	return 2
}

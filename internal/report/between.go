// This file is what is known of two places that somebody asks about (syncvet why): the form, how answers of several
// packages are joined, and the text.

package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// BetweenCategory is the category of the diagnostic that carries a Between.
const BetweenCategory = "syncvet-why"

// MayRace is the verdict on a pair that nothing rules out.
const MayRace = "may race"

// Unlikely is the verdict on a pair that nothing rules out either, but whose doubts leave only low confidence: it is
// not shown by default.
const Unlikely = "unlikely"

// Assumed is the verdict on a pair that nothing in the code orders: callers are assumed to make one call before the
// other.
const Assumed = "assumed order"

// NoRace is the verdict on a pair that could not race, whoever makes its accesses: two reads, for instance.
const NoRace = "no race"

// A Between is what one package knows of two places.
type Between struct {
	// SchemaVersion of the program that wrote it; lines with another one are skipped
	Schema  int       `json:"schema"`
	Pkg     string    `json:"pkg"`              // import path of the package that answers
	Places  [2]string `json:"places"`           // as they were asked about
	Known   [2]bool   `json:"known"`            // it has such a line or function
	Linked  bool      `json:"linked"`           // something there starts goroutines
	Reached [2]bool   `json:"reached"`          // goroutines in view come to accesses at each place
	Pairs   []Judged  `json:"pairs,omitempty"`  // what may race first
	Failed  *Note     `json:"failed,omitempty"` // why there is no answer
}

// A Judged pair is two accesses and what is known of them.
type Judged struct {
	Variable string    `json:"variable"` // Variable.Name of what both access, as in a headline
	Accesses [2]Access `json:"accesses"` // in the order of Places
	// MayRace, Unlikely, or what rules a race out: "ordered", "excluded", "one owner", "one goroutine", "different
	// objects", "never together", "fresh", "impossible", "no race"
	Verdict    string     `json:"verdict"`
	Rule       string     `json:"rule,omitempty"`
	Reason     string     `json:"reason"`
	By         []string   `json:"by,omitempty"`         // what orders or guards them
	Doubts     []string   `json:"doubts,omitempty"`     // what makes a pair that may race less certain
	Confidence Confidence `json:"confidence,omitempty"` // of such a pair

	Names map[string]string `json:"names,omitempty"` // as in Finding
}

// BetweenLine is the message of the diagnostic that carries b.
func BetweenLine(b *Between) string { return marshal(b) }

// ParseBetween reads a BetweenLine. If it was written by another version, ok is false.
func ParseBetween(line string) (b *Between, ok bool) {
	b = new(Between)
	if err := json.Unmarshal([]byte(line), b); err != nil || b.Schema != SchemaVersion {
		return nil, false
	}
	return b, true
}

// ParsePairs reads pairs of places with bars between all of them. What stands alone at the end is a pair with itself.
func ParsePairs(text string) (pairs [][2]string) {
	for p := range slices.Chunk(strings.Split(text, "|"), 2) {
		pairs = append(pairs, [2]string{p[0], p[len(p)-1]})
	}
	return pairs
}

// A Place is a place in source as a user names it: a line of a file, or a function.
type Place struct {
	File string // with slashes, as much of its path as is given; empty for a function
	Line int    // zero for a function
	Name string // of the function: F, T.M, p.F, p.T.M, or with the whole import path
}

// ParsePlace reads FILE:LINE, FILE:LINE:COLUMN or a function's name.
func ParsePlace(text string) Place {
	parts := strings.Split(text, ":")
	if len(parts) > 1 && strings.HasSuffix(parts[0], ".go") {
		if line, err := strconv.Atoi(parts[1]); err == nil && line > 0 {
			return Place{File: path.Clean(filepath.ToSlash(parts[0])), Line: line}
		}
	}
	return Place{Name: unmarked(text)}
}

// In reports whether a position lies in the file of a place.
func (p *Place) In(at Pos) bool {
	below := func(name string) bool { return name == p.File || strings.HasSuffix(name, "/"+p.File) }
	return at.Dir != "" && below(filepath.ToSlash(at.Abs())) || below(path.Join(trimVariant(at.Pkg), at.File))
}

// Func reports whether a place means a function of a package with an import path and a name, or the one that a literal
// lies in.
func (p *Place) Func(pkg, name, fn string) bool {
	fn, _, _ = strings.Cut(unmarked(fn), ".func")
	pkg = trimVariant(pkg)
	return p.Name == fn || p.Name == name+"."+fn || p.Name == pkg+"."+fn
}

// unmarked is a function's name without what marks pointer receivers.
func unmarked(fn string) string { return strings.NewReplacer("(*", "", "(", "", ")", "").Replace(fn) }

// WriteBetween writes what all packages together know of two places: pairs of accesses, and the findings that concern
// both, as deadlocks and inferred guards; what is most certain first. Answers about other places are passed over. It
// reports whether they may race or block each other.
func WriteBetween(
	w io.Writer,
	v *View,
	asked [2]string,
	answers []*Between,
	findings []*Finding,
) (wrong bool, err error) {
	out := bufio.NewWriter(w)
	a, b := asked[0], asked[1]
	pairs, sum := joinBetween(slices.DeleteFunc(slices.Clone(answers), func(b *Between) bool { return b.Places != asked }))
	wrong = slices.ContainsFunc(pairs, func(p Judged) bool { return p.Verdict == MayRace })
	x, y := ParsePlace(a), ParsePlace(b)
	about := slices.DeleteFunc(slices.Clone(findings), func(f *Finding) bool { return !f.concerns(&x) || !f.concerns(&y) })
	if len(pairs)+len(about) == 0 {
		fmt.Fprintln(out, sum.nothing(a, b))
	}
	first := about[:0:0] // more certain than what is left of the pairs
	if len(pairs) > 0 && pairs[0].Verdict == Unlikely {
		first, about = split(about, func(f *Finding) bool { return f.Confidence != Low })
	}
	for _, f := range first {
		text(out, v, f)
	}
	writePairs(out, v, pairs)
	for _, f := range about {
		text(out, v, f)
	}
	wrong = wrong || len(first)+len(about) > 0
	return wrong, out.Flush()
}

// split parts findings into those of which something holds and the others.
func split(list []*Finding, holds func(*Finding) bool) (yes, no []*Finding) {
	for _, f := range list {
		if holds(f) {
			yes = append(yes, f)
		} else {
			no = append(no, f)
		}
	}
	return yes, no
}

// Missing returns the first of two places that no package has, or "".
func Missing(asked [2]string, answers []*Between) string {
	_, sum := joinBetween(slices.DeleteFunc(slices.Clone(answers), func(b *Between) bool { return b.Places != asked }))
	for k, place := range asked {
		if !sum.Known[k] {
			return place
		}
	}
	return ""
}

// alikeShown is how many pairs with one answer are written that differ in their goroutines only, unless all are
// asked for.
const alikeShown = 2

// writePairs writes pairs, and how many are left out because others have the same answer at the same places.
func writePairs(out *bufio.Writer, v *View, pairs []Judged) {
	count, keys := map[string]int{}, make([]string, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		key := fmt.Sprint(p.head(), place(p.Accesses[0].Pos), place(p.Accesses[1].Pos))
		keys[i] = key
		if count[key]++; v.Pairs || count[key] <= alikeShown {
			judgedText(out, v, p)
		}
	}
	if v.Pairs {
		return
	}
	for i := range pairs {
		p, key := &pairs[i], keys[i]
		if n := count[key] - alikeShown; n > 0 {
			at := v.name(p.Accesses[0].Pos) + " and " + v.name(p.Accesses[1].Pos)
			more := fmt.Sprintf("and %d more with other callers (-pairs shows them), at %s: ", n, at)
			writeHead(out, more+p.head())
			fmt.Fprintln(out)
		}
		count[key] = 0
	}
}

// concerns reports whether a goroutine of a finding passes a place.
func (f *Finding) concerns(p *Place) bool {
	for _, t := range trails(f) {
		for _, s := range t.stops {
			named := p.Line == 0 && p.Func(s.at.Pkg, f.home().name(s.at.Pkg), s.fn)
			if named || p.Line != 0 && s.at.Line == p.Line && p.In(s.at) {
				return true
			}
		}
	}
	return false
}

// lacking reports whether the table was not asked: the ways to the accesses, and the locks, were not looked at.
func (p *Judged) lacking() bool { return p.Confidence == "" && p.Rule == "" }

// joinBetween joins the answers of packages: each two accesses with one verdict once, whatever the goroutines if the
// table was not asked.
func joinBetween(answers []*Between) (pairs []Judged, sum Between) {
	seen := map[string]bool{}
	for _, b := range answers {
		sum.Linked = sum.Linked || b.Linked
		for k := range sum.Reached {
			sum.Reached[k] = sum.Reached[k] || b.Reached[k]
			sum.Known[k] = sum.Known[k] || b.Known[k] || b.Reached[k]
		}
		for _, p := range b.Pairs {
			key := fmt.Sprint(p.Variable, p.Rule, p.Verdict, place(p.Accesses[0].Pos), place(p.Accesses[1].Pos))
			if !p.lacking() {
				key += fmt.Sprint(endKey(&p.Accesses[0]), endKey(&p.Accesses[1]))
			}
			if !seen[key] {
				seen[key] = true
				pairs = append(pairs, p)
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b Judged) int { return a.rank() - b.rank() })
	told := map[string]bool{} // variables and places of which something that says more is told
	pairs = slices.DeleteFunc(pairs, func(p Judged) bool {
		key := fmt.Sprint(p.Variable, place(p.Accesses[0].Pos), place(p.Accesses[1].Pos))
		more := told[key]
		told[key] = more || p.Verdict != NoRace
		return more && p.lacking()
	})
	if k := slices.IndexFunc(pairs, func(p Judged) bool { return p.Verdict == NoRace }); k > 0 {
		pairs = pairs[:k] // these come last, and what comes before says more
	}
	return pairs, sum
}

// rank orders verdicts: what may race first, then what is unlikely to, what the table rules out, what was no pair, and
// all that needs tests behind all that does not; last what could not race, whoever did it.
func (p *Judged) rank() int {
	const tests = 10
	rank := 6
	switch {
	case p.Verdict == MayRace:
		return p.Confidence.rank()
	case p.Verdict == NoRace:
		return 2 * tests
	case p.Verdict == Unlikely:
		rank = 3
	case p.Verdict == "excluded":
		rank = 4
	case p.Rule != "":
		rank = 5
	}
	if f := (Finding{Pos: p.Accesses[0].Pos, Accesses: p.Accesses}); f.InTests() {
		rank += tests
	}
	return rank
}

// nothing says why there is no pair at all.
func (b *Between) nothing(x, y string) string {
	for k, place := range [2]string{x, y} {
		if !b.Known[k] {
			return "there is no " + place + " in these packages"
		}
	}
	switch {
	case !b.Linked:
		return "nothing in these packages starts a goroutine"
	case !b.Reached[0] && !b.Reached[1]:
		return "no shared access: no goroutine in view accesses memory that others could see at " + x + " or at " + y
	case !b.Reached[0]:
		return "no shared access: no goroutine in view accesses memory that others could see at " + x
	case !b.Reached[1]:
		return "no shared access: no goroutine in view accesses memory that others could see at " + y
	}
	return "different memory: no variable that others could see is accessed both at " + x + " and at " + y
}

// head is the answer about a pair in one line.
func (p *Judged) head() string {
	head := p.Verdict + ": " + p.Variable + ": " + p.Reason
	if p.Rule != "" {
		head += " (" + p.Rule + ")"
	}
	return head
}

// writeHead writes an answer, on further lines what has no room on the first.
func writeHead(w io.Writer, head string) {
	for i, part := range wrap(head, textWidth-4) {
		writeLine(w, strings.Repeat("    ", min(i, 1))+part)
	}
}

// judgedText writes one pair.
func judgedText(w *bufio.Writer, v *View, p *Judged) {
	writeHead(w, p.head())
	if p.lacking() {
		for k := range p.Accesses {
			a := &p.Accesses[k]
			row(
				w,
				a.Kind,
				fmt.Sprintf("%s  %s, %s", v.name(a.Pos), a.Func, goroutineText(&a.Origin, a.Path, reader{names: p.Names}, v.name)),
			)
		}
		fmt.Fprintln(w)
		return
	}
	f := &Finding{Pos: p.Accesses[0].Pos, Accesses: p.Accesses, Variable: Variable{Name: p.Variable}, Names: p.Names}
	textAccess(w, v, f, &p.Accesses[0])
	if f.self() {
		row(w, p.Accesses[1].Kind, sameAccess)
	} else {
		textAccess(w, v, f, &p.Accesses[1])
	}
	for i, by := range p.By {
		row(w, [2]string{"by", ""}[min(i, 1)], by)
	}
	for _, d := range p.Doubts {
		row(w, "doubt", d)
	}
	if p.Confidence != "" {
		row(w, "confidence", string(p.Confidence))
	}
	fmt.Fprintln(w)
}

// This file is the format "text": a headline and an indented block, in the order in which people ask: why, then both
// accesses with their calls and goroutines, one frame a line with its source, then what helps. No line is longer than
// textWidth. The block's lines do not look like file:line: to the matchers that turn compiler output into annotations:
// a finding is one annotation.

package report

import (
	"bufio"
	"bytes"
	_ "embed" // the page's parts
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// writeText writes the findings, the most certain ones first, those that need tests behind the others, and then how
// many there are.
func writeText(w io.Writer, v *View, findings []*Finding, totals *Totals) error {
	if v.Color {
		var text bytes.Buffer
		black := *v
		black.Color = false
		if err := writeText(&text, &black, findings, totals); err != nil {
			return err
		}
		return paint(w, text.Bytes())
	}
	b := bufio.NewWriter(w)
	if v.Group == ByField || v.Group == ByObject {
		writeGroups(b, v, findings)
		return b.Flush()
	}
	tests := 0
	for _, f := range inReadingOrder(findings) {
		if f.InTests() {
			if tests++; tests == 1 && len(findings) > 1 {
				fmt.Fprintf(b, "in tests:\n\n")
			}
		}
		text(b, v, f)
	}
	if totals != nil && totals.Packages > 0 && (v.Person || len(findings)+totals.Known+len(totals.Incomplete) > 0) {
		writeLine(b, closing(findings, totals))
	}
	return b.Flush()
}

// inReadingOrder puts findings that need no test first, and the most certain ones first among these and those.
func inReadingOrder(findings []*Finding) []*Finding {
	sorted := slices.Clone(findings)
	slices.SortStableFunc(sorted, func(a, b *Finding) int {
		if x, y := a.InTests(), b.InTests(); x != y {
			if y {
				return -1
			}
			return 1
		}
		return a.Confidence.rank() - b.Confidence.rank()
	})
	return sorted
}

// closing counts findings and packages.
func closing(findings []*Finding, totals *Totals) string {
	n := map[Confidence]int{}
	for _, f := range findings {
		n[f.Confidence]++
	}
	var grades []string
	for _, c := range []Confidence{High, Medium, Low} {
		if n[c] > 0 {
			grades = append(grades, fmt.Sprintf("%d %s", n[c], c))
		}
	}
	line := count(len(findings), "finding")
	if len(grades) > 0 {
		line += ": " + strings.Join(grades, ", ")
	}
	more := 0
	for _, f := range findings {
		more += len(f.Also)
	}
	if more > 0 {
		line += fmt.Sprintf("; %d more with the same cause as one of them", more)
	}
	if totals.Known > 0 {
		line += fmt.Sprintf("; %d known", totals.Known)
	}
	line += "; " + count(totals.Packages, "package")
	if k := len(totals.Incomplete); k > 0 {
		line += fmt.Sprintf(", %d incomplete", k)
	}
	if k := len(totals.Skipped); k > 0 {
		line += fmt.Sprintf(", %d not analysed", k)
	}
	return line
}

// HeadlineFor is the first line of the default text of a finding.
func HeadlineFor(v *View, f *Finding) string { return fit(headlineText(v, f)) }

// headlineText is the first line: place, claim and rule. Where it is too long, other places are said more briefly:
// without folders, and as a line if the file is the same. If that does not help, the middle of the claim goes.
func headlineText(v *View, f *Finding) string {
	at := fmt.Sprintf("%s:%d: ", v.name(f.Pos), max(f.Pos.Col, 1))
	rule := " (" + f.Rule + ")"
	claim := strings.TrimSuffix(f.Message, rule)
	if claim == f.Message {
		return at + f.Message
	}
	room := max(textWidth-utf8.RuneCountInString(at)-len(rule), claimMin)
	brief := lines(claim, f.Pos)
	alone, _, _ := strings.Cut(brief, "; ") // without the other access of a guard
	if f.Via != "" && len(f.Threads) == 0 { // without what leads there
		alone = v.spell(f, "data race on "+f.Variable.Name+": "+lines(f.both(), f.Pos))
	}
	if _, claimed, ok := strings.Cut(brief, " leads to "); ok && len(f.Threads) > 0 {
		alone = claimed
	}
	shortest := alone
	if f.Guard != nil {
		shortest = "data race on " + f.Variable.Name + ": " + f.unguarded()
	}
	if local, _, ok := strings.Cut(f.Variable.Name, " of "); ok && f.Variable.Kind == "captured" { // without its function
		shortest = "data race on " + local + ": " + strings.TrimPrefix(lines(relation(f), f.Pos), " ")
	}
	short := briefPlaces(alone)
	for _, text := range []string{v.spell(f, claim), claim, briefPlaces(claim), brief, alone, short, shortest} {
		if strings.Contains(text, gap) && shortest != brief {
			continue // the middle has been cut out to make it one line for other hosts
		}
		if utf8.RuneCountInString(text) <= room {
			return at + text + rule
		}
	}
	return at + shorten(brief, room) + rule
}

// text writes one finding.
func text(w *bufio.Writer, v *View, f *Finding) {
	writeLine(w, headlineText(v, f))
	if f.aboutComment() {
		fmt.Fprintf(w, "  %s\n\n", trailer(f))
		return
	}
	if len(f.Threads) > 0 {
		textThreads(w, v, f)
		return
	}
	textWhy(w, v, f)
	textAccess(w, v, f, &f.Accesses[0])
	if f.self() {
		row(w, f.Accesses[1].Kind, sameAccess)
	} else {
		textAccess(w, v, f, &f.Accesses[1])
	}
	textAlso(w, v, f)
	if v.Pairs {
		for k := range f.Pairs {
			textPair(w, v, f, k)
		}
	}
	textTail(w, v, f)
}

// textWhy writes what a reader needs before the evidence: why nothing orders the two, what is assumed, what was
// looked at.
func textWhy(w *bufio.Writer, v *View, f *Finding) {
	if f.Ordering.Reason != "" {
		row(w, missing(f), v.spell(f, f.Ordering.Reason))
	}
	if text := assumes(f); text != "" {
		row(w, "assumes", text)
	}
	if g := f.Guard; g != nil && g.Name != "" && !g.rare() && g.Held > 1 && !strings.Contains(f.Message, g.text()) {
		row(w, "guard", v.spell(f, g.explained(f)))
	}
	for _, text := range unlesses(f) {
		row(w, "unless", v.spell(f, text))
	}
	head := "considered"
	for _, n := range f.Ordering.Nearest {
		row(w, head, v.spell(f, n))
		head = ""
	}
}

// unlesses are the things that would make a finding none, each once.
func unlesses(f *Finding) []string {
	var list []string
	for _, d := range f.Doubts {
		if d.Unless != "" && len(list) < unlessMax && !slices.Contains(list, d.Unless) {
			list = append(list, d.Unless)
		}
	}
	return list
}

// textTail writes what comes last: notes, what helps, how certain it is and why not more, how to silence it.
func textTail(w *bufio.Writer, v *View, f *Finding) {
	for _, n := range f.Notes {
		row(w, "note", v.spell(f, n))
	}
	for _, x := range f.Fix {
		row(w, "fix", v.spell(f, x))
	}
	row(w, "confidence", v.spell(f, graded(f)))
	place := "at either line"
	if len(f.Threads) > 0 {
		place = "at a line marked <<<<<"
	}
	row(
		w,
		"more",
		fmt.Sprintf(
			"syncvet explain %s · syncvet explain %s · silence: //syncvet:ignore %s REASON %s",
			f.ID,
			f.Rule,
			f.Rule,
			place,
		),
	)
	fmt.Fprintln(w)
}

// doubtsShown is how many doubts the text names.
const doubtsShown = 2

// graded is how certain a finding is, and why not more.
func graded(f *Finding) string {
	var why []string
	if f.Run != "" {
		why = append(why, "a run of "+f.Run+" in the interpreter shows it")
	}
	if f.Because != "" {
		why = append(why, f.Because)
	}
	for _, d := range f.Doubts {
		text := d.Text
		if d.Unless != "" {
			text = `what stands behind "unless" may be so`
		}
		if !slices.Contains(why, text) {
			why = append(why, text)
		}
	}
	if more := len(why) - doubtsShown; more > 1 {
		why = append(why[:doubtsShown], fmt.Sprintf("and %d more (syncvet explain %s)", more, f.ID))
	}
	if len(why) == 0 && f.Confidence == High {
		why = []string{certain(f)}
	}
	if len(why) == 0 {
		return string(f.Confidence)
	}
	return string(f.Confidence) + ": " + strings.Join(why, "; ")
}

// certain says what a finding of high confidence rests on.
func certain(f *Finding) string {
	switch {
	case len(f.Threads) == 0 && slices.ContainsFunc(f.origins(), (*Origin).presumed) && assumes(f) == "":
		return "one call of the function is all it takes, which starts the other goroutine itself"
	case assumes(f) != "":
		return "nothing is assumed but those callers"
	case len(f.Threads) == 0:
		return "both goroutines, both call paths and the variable are in view"
	case f.Threads[0].anyone():
		return "it happens whoever the caller is"
	case len(f.Threads) == 1:
		return "the goroutine, and all that could wake it, are in view"
	}
	return "the goroutines, and all that they wait for, are in view"
}

// textAccess writes one access: what it is, its calls innermost first, and its goroutine.
func textAccess(w *bufio.Writer, v *View, f *Finding, a *Access) {
	home := f.home()
	row(w, a.Kind, strings.TrimPrefix(what(f, a), a.Kind+" of ")+", "+locksText(a.Locks, v.name)+f.likeLocks(a))
	textFrames(w, v, f, steps(a.Path, a.Pos), a.Pos, true)
	textConditions(w, v, "  only if", wayTo(a.Pos, a.Path, &a.Origin, home))
	row(w, "  runs in", originText(a, home, v.name))
	if len(a.Origin.Chain) > 0 && a.Origin.Pos.known() {
		textFrames(w, v, f, steps(a.Origin.Chain, a.Origin.Pos), a.Origin.Pos, false)
	}
}

// textFrames writes frames innermost first, one a line with its source; mark points at the innermost one.
func textFrames(w *bufio.Writer, v *View, f *Finding, path []step, at Pos, mark bool) {
	if len(path) == 0 {
		path = []step{{at: at}}
	}
	path = fold(path, f.home())
	slices.Reverse(path)
	for i, s := range path {
		if s.folded > 0 {
			writeLine(w, "      "+s.foldText())
			continue
		}
		line := fmt.Sprintf("      %s  %s", v.name(s.at), qualify(s.fn, s.pkg, f.home()))
		src, end := v.told(s.at)
		if mark && i == 0 {
			end += " <<<<<"
		} else if mark && f.Via != "" && place(s.at) == place(f.Pos) {
			end += " <- here: the place of the headline"
		}
		writeLine(w, withSource(strings.TrimRight(line, " "), "  ", src, end))
	}
}

// deferred stands behind the source of a deferred call: it runs later than that line.
const deferred = " (deferred: runs when the function returns)"

// sourceless stands where the source of a frame should stand.
const sourceless = " (its source is not at hand)"

// told is the source at a place, and what has to be said of it.
func (v *View) told(at Pos) (src, note string) {
	switch src = v.source(at); {
	case strings.HasPrefix(src, "defer "):
		note = deferred
	case src == "" && v.Source != nil && at.known():
		note = sourceless
	}
	return src, note
}

// text shows the two call paths of a pair.
func (p *Pair) text(home reader, name func(Pos) string) string {
	side := func(k int) string {
		return route(p.Paths[k], home, name) + ": " + p.Kinds[k] + " at " + name(p.At[k])
	}
	return side(0) + " | " + side(1)
}

// textPair writes the two call paths of a pair that the finding stands for.
func textPair(w *bufio.Writer, v *View, f *Finding, k int) {
	p := &f.Pairs[k]
	for side := range p.Paths {
		head := ""
		if side == 0 {
			head = fmt.Sprintf("pair %d", k+1)
		}
		row(w, head, p.Kinds[side]+" at "+v.name(p.At[side])+": "+route(p.Paths[side], f.home(), v.name))
	}
}

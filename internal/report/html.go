// This file is the format "html": one page that needs nothing else. It lists the findings with filters; of each it
// shows a schedule in which it happens, both stacks over the source, who starts whom, and what is held.

package report

import (
	_ "embed" // the page's parts
	"html/template"
	"io"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

var (
	//go:embed page/page.tmpl
	pageText string
	//go:embed page/style.css
	pageStyle string
	//go:embed page/script.js
	pageScript string
)

// A page is what the template fills in.
type page struct {
	Style    template.CSS  // the style sheet, set into the page so that it needs no other file
	Script   template.JS   // the script of the filters, likewise
	Title    string        // of the window; the number of findings follows it
	Totals   *Totals       // of the run; its packages analysed, incomplete and skipped stand in the head
	Version  string        // of the program, "" when unknown
	Counts   []pageCount   // findings by confidence
	Rules    []pageCount   // findings by rule
	Findings []pageFinding // in the order of byStrength: the surest first
	Locks    template.HTML // graph of all findings
}

// A pageCount is a word and how many findings it stands for.
type pageCount struct {
	// the word that the filter compares with (a confidence, a rule's id), and what is shown for it; Title is "" for
	// confidences
	Name, Title string
	N           int // how many findings have it
}

// A pageFinding is one finding.
type pageFinding struct {
	*Finding
	// where it is reported, its message without the rule, and the page that explains the rule
	Place, Headline, URL string
	Tests                bool          // it needs test code
	Schedule             template.HTML // a drawing of one order of events in which it goes wrong; empty if none is known
	Trails               []pageTrail   // one for each goroutine
	Tree                 []pageNode    // who starts whom, in the order in which it is drawn
	Facts                []Row         // why, notes, fixes
	Locks                template.HTML // the lock graph of this finding alone; empty for races
}

// A pageTrail is the way of one goroutine, with the source.
type pageTrail struct {
	// "goroutine 1", what goroutine it is, and the locks held at its access ("" in findings about goroutines)
	Name, Kind, Locks string
	Several           bool       // several instances may run at once
	Stops             []pageStop // from its start to the access, or to what blocks
}

// A pageStop is a place on the way.
type pageStop struct {
	Func, Place, Text string     // the function that it stands in, file and line, and what happens there
	Last              bool       // the access or the step itself, rather than a call on the way to it
	Lines             []pageLine // the source around it; nil if the source is not at hand
}

// A pageLine is a line of source.
type pageLine struct {
	N    int    // its number, 1-based
	Text string // without the indentation that all lines of the excerpt share, tabs as four spaces
	Hit  bool   // the line of the place
}

// A pageNode is a line of the tree of goroutines.
type pageNode struct {
	Depth       int      // 0 for roots of the program, one more for each call or start below
	Text, Place string   // the function or goroutine, and where it is called or started; Place is "" for roots
	Mark        []string // the goroutines of trails that it is
}

// writeHTML writes the page.
func writeHTML(w io.Writer, v *View, findings []*Finding, totals *Totals) error {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return err
	}
	p := page{
		Style: template.CSS(pageStyle), Script: template.JS(pageScript), Title: "syncvet", Totals: totals, Version: v.Version,
		Locks: drawLocks(lockGraph(v, findings)),
	}
	for _, c := range []Confidence{High, Medium, Low} {
		p.Counts = append(p.Counts, pageCount{Name: string(c)})
	}
	for _, f := range byStrength(findings) {
		p.Findings = append(p.Findings, v.page(f))
		i := slices.IndexFunc(p.Counts, func(c pageCount) bool { return c.Name == string(f.Confidence) })
		p.Counts[i].N++
		i = slices.IndexFunc(p.Rules, func(c pageCount) bool { return c.Name == f.Rule })
		if i < 0 {
			i = len(p.Rules)
			p.Rules = append(p.Rules, pageCount{Name: f.Rule, Title: title(f)})
		}
		p.Rules[i].N++
	}
	slices.SortFunc(p.Rules, func(a, b pageCount) int { return strings.Compare(a.Name, b.Name) })
	return t.Execute(w, p)
}

// page prepares one finding.
func (v *View) page(f *Finding) pageFinding {
	out := pageFinding{
		Finding:  f,
		Place:    v.name(f.Pos),
		Headline: v.spell(f, strings.TrimSuffix(f.Message, " ("+f.Rule+")")),
		URL:      ruledoc.URL(f.Rule),
		Tests:    f.InTests(),
		Schedule: drawSchedule(v, interleave(f)), Tree: v.tree(f), Facts: v.facts(f),
	}
	if len(f.Threads) > 0 {
		out.Locks = drawLocks(lockGraph(v, []*Finding{f}))
	}
	for i, t := range trails(f) {
		pt := pageTrail{Name: t.name, Kind: firstOf(t.kind, "any caller"), Several: t.origin.Parallel}
		if len(f.Threads) == 0 {
			pt.Locks = locksText(f.Accesses[i].Locks, v.name)
		}
		for k, s := range t.stops {
			last := k == len(t.stops)-1 || s.step > 0
			around := 0
			if last {
				around = contextLines
			}
			pt.Stops = append(
				pt.Stops,
				pageStop{
					Func:  qualify(s.fn, s.pkg, f.abroad()),
					Place: v.name(s.at),
					Text:  s.text,
					Last:  last,
					Lines: v.excerpt(s.at, around),
				},
			)
		}
		out.Trails = append(out.Trails, pt)
	}
	return out
}

// excerpt is the source around a place, without the indentation that all lines share. It is empty if the source is not
// known.
func (v *View) excerpt(p Pos, around int) []pageLine {
	if v.raw(p) == "" {
		return nil
	}
	var out []pageLine
	indent := -1
	for n := max(p.Line-around, 1); n <= p.Line+around; n++ {
		q := p
		q.Line = n
		text := strings.ReplaceAll(v.raw(q), "\t", "    ")
		out = append(out, pageLine{N: n, Text: text, Hit: n == p.Line})
		if body := strings.TrimLeft(text, " "); body != "" && (indent < 0 || len(text)-len(body) < indent) {
			indent = len(text) - len(body)
		}
	}
	blank := func(l pageLine) bool { return strings.TrimSpace(l.Text) == "" }
	for len(out) > 1 && blank(out[len(out)-1]) {
		out = out[:len(out)-1]
	}
	for len(out) > 1 && blank(out[0]) {
		out = out[1:]
	}
	for i := range out {
		out[i].Text = out[i].Text[min(max(indent, 0), len(out[i].Text)):]
	}
	return out
}

// facts is the evidence that is no place.
func (v *View) facts(f *Finding) []Row {
	var rows []Row
	add := func(head, text string) {
		if text != "" {
			rows = append(rows, Row{head, v.spell(f, text)})
		}
	}
	add(missing(f), f.Ordering.Reason)
	add("assumes", assumes(f))
	for _, n := range f.Ordering.Nearest {
		add("looked at", n)
	}
	if !f.aboutComment() {
		add("confidence", graded(f))
	}
	for _, r := range f.Rows {
		add(r.Head, r.Text)
	}
	if f.Others > 0 {
		add("also", others(f.Others))
	}
	for k := range f.Pairs {
		add("pair", f.Pairs[k].text(f.home(), v.name))
	}
	for _, n := range f.Notes {
		add("note", n)
	}
	for _, x := range f.Fix {
		add("fix", x)
	}
	return rows
}

// tree is who starts whom: below each root of the program the calls that lead to goroutines, and those.
func (v *View) tree(f *Finding) []pageNode {
	type node struct {
		pageNode
		children []*node // in the order in which trails come to them
	}
	root := &node{}
	child := func(n *node, text, place string) *node {
		for _, c := range n.children {
			if c.Text == text && c.Place == place {
				return c
			}
		}
		c := &node{pageNode: pageNode{Text: text, Place: place}}
		n.children = append(n.children, c)
		return c
	}
	for _, t := range trails(f) {
		n := root
		for k := range t.origin.Chain {
			c := &t.origin.Chain[k]
			place := ""
			if k > 0 {
				place = v.name(c.Call)
			}
			n = child(n, qualify(c.Func, c.Pkg, f.home()), place)
		}
		switch {
		case t.origin.Pos.known():
			n = child(n, t.kind, v.name(t.origin.Pos))
		case len(t.path) > 0: // a root, which others may be started from
			n = child(n, qualify(t.path[0].Func, t.path[0].Pkg, f.home()), "")
		default:
			n = child(n, firstOf(t.kind, "any caller"), "")
		}
		n.Mark = append(n.Mark, t.name)
	}
	var out []pageNode
	var walk func(n *node, depth int)
	walk = func(n *node, depth int) {
		for _, c := range n.children {
			c.Depth = depth
			out = append(out, c.pageNode)
			walk(c, depth+1)
		}
	}
	walk(root, 0)
	return out
}

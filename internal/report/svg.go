// This file draws: schedules as lanes from top to bottom, lock graphs as a ring of boxes. Arrow heads are defined once,
// in the page.

package report

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
)

// Sizes in pixels.
const (
	laneWidth  = 390
	rowHeight  = 52
	headHeight = 56
	boxWidth   = 290
	textRoom   = 42 // letters that fit into a box
)

// An svg is a drawing in the making.
type svg struct{ strings.Builder }

// put adds an element.
func (d *svg) put(format string, args ...any) { fmt.Fprintf(&d.Builder, format+"\n", args...) }

// label adds a text, cut to its room; the whole of it is its tooltip.
func (d *svg) label(x, y float64, class, text string, room int) {
	short := text
	if r := []rune(text); len(r) > room {
		short = string(r[:room-1]) + "…"
	}
	d.put(`<text x="%.0f" y="%.0f" class="%s">%s<title>%s</title></text>`,
		x, y, class, html.EscapeString(short), html.EscapeString(text))
}

// open begins a drawing of a size.
func (d *svg) open(w, h float64, title string) {
	d.put(`<svg viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" aria-label="%s">`,
		w, h, w, h, html.EscapeString(title))
}

// drawSchedule draws lanes with their events. Accesses that clash stand in one row.
func drawSchedule(v *View, s *schedule) template.HTML {
	if s == nil {
		return ""
	}
	d := &svg{}
	rows := len(s.events)
	if s.clash {
		rows--
	}
	width, height := float64(laneWidth*len(s.lanes)), float64(headHeight+rowHeight*rows+24)
	x := func(lane int) float64 { return laneWidth * (float64(s.column(lane)) + 0.5) }
	y := func(k int) float64 {
		if s.clash && k == len(s.events)-1 {
			k-- // the two accesses
		}
		return headHeight + rowHeight*(float64(k)+0.5)
	}
	d.open(width, height, "one order of events in which it happens")
	for i, l := range s.lanes {
		d.label(x(i), 20, "lane", l.name, textRoom)
		d.label(x(i), 38, "sub", l.kind, textRoom)
		top := float64(headHeight) - 8
		if l.start >= 0 {
			top = y(l.start)
		}
		d.put(`<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" class="life"/>`, x(i), top, x(i), height-10)
	}
	for k, e := range s.events {
		if e.to >= 0 && e.to != e.lane {
			from, to := x(e.lane)+boxWidth/2, x(e.to)
			if to < from {
				from = x(e.lane) - boxWidth/2
			}
			d.put(`<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" class="arrow %s" marker-end="url(#arrow)"/>`,
				from, y(k), to, y(k), e.class)
			if e.class == "wait" {
				d.label((from+to)/2, y(k)-8, "clash", "held by "+s.lanes[e.to].name, textRoom)
			}
		}
		d.put(`<rect x="%.0f" y="%.0f" width="%d" height="40" rx="5" class="box %s"/>`,
			x(e.lane)-boxWidth/2, y(k)-20, boxWidth, e.class)
		d.label(x(e.lane), y(k)-3, "what", e.text, textRoom)
		d.label(x(e.lane), y(k)+13, "place", v.name(e.at), textRoom)
	}
	if s.clash {
		a, b := s.events[len(s.events)-2], s.events[len(s.events)-1]
		d.put(`<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" class="arrow clash" `+
			`marker-start="url(#arrow)" marker-end="url(#arrow)"/>`,
			x(a.lane)+boxWidth/2+4, y(len(s.events)-1), x(b.lane)-boxWidth/2-4, y(len(s.events)-1))
		d.label((x(a.lane)+x(b.lane))/2, y(len(s.events)-1)-8, "clash", "not ordered", textRoom)
	}
	d.put("</svg>")
	return template.HTML(d.String())
}

// column is where a lane is drawn: those that only start others come first.
func (s *schedule) column(lane int) int {
	starters := len(s.lanes) - s.own
	if lane < s.own {
		return lane + starters
	}
	return lane - s.own
}

// drawLocks draws a lock graph: boxes on a circle, waits in red.
func drawLocks(g *orderGraph) template.HTML {
	n := len(g.nodes)
	if n == 0 {
		return ""
	}
	d := &svg{}
	radius := math.Max(110, float64(n)*46)
	width, height := 3.6*radius+boxWidth, 2*radius+100
	at := func(i int) (float64, float64) {
		a := 2*math.Pi*float64(i)/float64(n) - math.Pi
		return width/2 + radius*1.8*math.Cos(a), height/2 + radius*math.Sin(a)
	}
	d.open(width, height, "what goroutines hold and wait for")
	for k, e := range g.edges {
		x1, y1 := at(e.held)
		x2, y2 := at(e.wanted)
		class := "lock"
		if e.waits {
			class = "wait"
		}
		// A curve to the left of the straight line, so that the two halves of a cycle stay apart.
		bend := 80 + 30*float64(k%3)
		dist := math.Max(math.Hypot(x2-x1, y2-y1), 1)
		outX, outY := (y2-y1)/dist, -(x2-x1)/dist
		mx, my := (x1+x2)/2+bend*outX, (y1+y2)/2+bend*outY
		ex, ey := stopShort(mx, my, x2, y2)
		d.put(`<path d="M%.0f %.0f Q%.0f %.0f %.0f %.0f" class="arrow %s" marker-end="url(#arrow)"/>`,
			x1, y1, mx, my, ex, ey, class)
		d.label((x1+2*mx+x2)/4+14*outX, (y1+2*my+y2)/4+14*outY+4, "place", e.label, textRoom)
	}
	for i, name := range g.nodes {
		x, y := at(i)
		d.put(`<rect x="%.0f" y="%.0f" width="240" height="32" rx="5" class="box node"/>`, x-120, y-16)
		d.label(x, y+5, "what", name, 34)
	}
	d.put("</svg>")
	return template.HTML(d.String())
}

// stopShort is where a line from (x1, y1) meets the edge of the box of a node at (x2, y2).
func stopShort(x1, y1, x2, y2 float64) (float64, float64) {
	dx, dy := x1-x2, y1-y2
	t := math.Min(124/math.Max(math.Abs(dx), 1), 20/math.Max(math.Abs(dy), 1))
	t = math.Min(t, 1)
	return x2 + dx*t, y2 + dy*t
}

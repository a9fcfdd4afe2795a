// This file shows progress: how many of the packages asked for are done, how many dependencies were read, and, if it
// takes long, the headlines of what has been found so far.

package cli

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/syncvet/syncvet/internal/report"
)

// A progress is one display. The zero value shows nothing.
type progress struct {
	w     io.Writer                    // nil shows nothing
	line  bool                         // rewrite one line of a terminal instead of printing many
	last  string                       // the text shown
	total atomic.Int64                 // packages asked for, 0 until known
	done  int                          // of these
	deps  int                          // dependencies begun, as far as the go command's cache does not have them
	ticks *ticks                       // counts dependencies; nil if that is not possible
	wait  time.Duration                // how long what is found is kept back from the beginning on
	start time.Time                    // when the run began
	said  map[string]bool              // identities of findings announced
	queue []*report.Finding            // to be announced
	text  func(*report.Finding) string // how a finding is announced, one line
}

// patience is how long a run may last before a terminal shows the headlines of what is found: else the report itself
// comes soon enough.
const patience = time.Second

// beat is how often the display looks for what has changed.
const beat = 250 * time.Millisecond

// newProgress starts the display that the command line asks for.
func (s *session) newProgress() *progress {
	p := &progress{start: s.start, said: map[string]bool{}}
	terminal := isTerminal(s.stderr)
	if s.opt.progress == "off" || s.opt.progress == "auto" && !terminal {
		return p
	}
	p.w, p.line, p.ticks = s.stderr, s.opt.progress == "auto", newTicks()
	if p.line {
		p.wait = patience
	}
	view := s.view()
	p.text = func(f *report.Finding) string { return report.HeadlineFor(view, f) }
	go func() { p.total.Store(int64(len(s.asked()))) }()
	return p
}

// follow takes what go vet prints until it ends, and shows how far it has come. object takes an object, and gives the
// number of packages done and what is new.
func (p *progress) follow(lines <-chan item, text *blocks, object func([]byte) (int, []*report.Finding)) {
	clock := time.NewTicker(beat)
	defer clock.Stop()
	for {
		select {
		case <-clock.C:
			p.show()
		case it, open := <-lines:
			switch {
			case !open:
				return
			case it.object == nil:
				text.add(it.text)
			default:
				n, list := object(it.object)
				p.found(list)
				p.packages(n)
			}
		}
	}
}

// packages shows that n packages are done.
func (p *progress) packages(n int) {
	p.done = n
	p.show()
}

// found takes findings to be announced.
func (p *progress) found(list []*report.Finding) {
	if p.w == nil {
		return
	}
	for _, f := range list {
		if !p.said[f.ID] {
			p.said[f.ID] = true
			p.queue = append(p.queue, f)
		}
	}
}

// show brings the display up to date.
func (p *progress) show() {
	if p.w == nil {
		return
	}
	p.deps = p.ticks.count()
	if time.Since(p.start) >= p.wait {
		p.announce()
	}
	text := fmt.Sprintf("syncvet: %d packages", p.done)
	if total := p.total.Load(); total >= int64(p.done) && total > 0 {
		text = fmt.Sprintf("syncvet: %d of %d packages", p.done, total)
	}
	if p.deps > 0 {
		text += fmt.Sprintf(", %d dependencies", p.deps)
	}
	if text == p.last || p.done == 0 && p.deps == 0 {
		return
	}
	if p.last = text; p.line {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
	} else {
		fmt.Fprintln(p.w, text)
	}
}

// announce prints the headlines of what was found since.
func (p *progress) announce() {
	if len(p.queue) > 0 {
		p.clear()
	}
	for _, f := range p.queue {
		fmt.Fprintln(p.w, p.text(f))
	}
	p.queue = nil
}

// clear removes the line of a terminal.
func (p *progress) clear() {
	if p.line && p.last != "" {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.last = ""
	}
}

// finish removes the display. What was not announced yet stands in the report.
func (p *progress) finish() {
	if p.w != nil {
		p.clear()
		p.ticks.remove()
	}
}

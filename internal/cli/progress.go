// This file shows progress: how many of the packages asked for are done.

package cli

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"

	"golang.org/x/term"
)

// A progress is one display. The zero value shows nothing.
type progress struct {
	w     io.Writer    // nil shows nothing
	line  bool         // rewrite one line of a terminal instead of printing many
	last  int          // packages done, as shown
	total atomic.Int64 // packages asked for, 0 until known
}

// newProgress starts the display that the command line asks for.
func (s *session) newProgress() *progress {
	p := &progress{}
	terminal := isTerminal(s.stderr)
	if s.opt.progress == "off" || s.opt.progress == "auto" && !terminal {
		return p
	}
	p.w, p.line = s.stderr, s.opt.progress == "auto"
	go func() { p.total.Store(int64(len(s.asked()))) }()
	return p
}

// isTerminal tells whether a person reads w.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// done shows that n packages are done.
func (p *progress) done(n int) {
	if p.w == nil || n == p.last {
		return
	}
	p.last = n
	text := fmt.Sprintf("syncvet: %d packages", n)
	if total := p.total.Load(); total >= int64(n) {
		text = fmt.Sprintf("syncvet: %d of %d packages", n, total)
	}
	if p.line {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
	} else {
		fmt.Fprintln(p.w, text)
	}
}

// finish removes the display.
func (p *progress) finish() {
	if p.w != nil && p.line && p.last > 0 {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

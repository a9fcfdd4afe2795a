// This file reports directives that mean nothing or leave out nothing (internal/directive V3, V4).

package linked

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"github.com/syncvet/syncvet/internal/directive"
	"github.com/syncvet/syncvet/internal/evidence"
	"github.com/syncvet/syncvet/internal/link"
	"github.com/syncvet/syncvet/internal/report"
)

// Malformed reports the comments of the package that are meant for us and not understood.
func (r *Reporter) Malformed() {
	for _, m := range r.src.Malformed {
		r.comment(m.Pos, "SV0002", "directive without effect: "+m.Text)
	}
}

// Config reports the entries of the user's file that are not understood.
func (r *Reporter) Config() {
	u := r.src.User
	if u == nil {
		return
	}
	tf := r.Places.standIn(u.File)
	for _, p := range u.Problems {
		// The file belongs to no package: all that it holds for say the same.
		at := report.Pos{File: filepath.Base(u.File), Dir: filepath.Dir(u.File), Line: p.Line, Col: 1}
		r.commentAt(tf.LineStart(min(p.Line, alienLines)), at, "SV0003", "left out: "+p.Text)
	}
	if err := r.Opt.Problem; err != nil {
		at := report.Pos{File: filepath.Base(u.File), Dir: filepath.Dir(u.File), Line: 1, Col: 1}
		r.commentAt(tf.LineStart(1), at, "SV0003", "settings are left out: "+strings.TrimPrefix(err.Error(), u.File+": "))
	}
}

// Stale reports the directives that name rules of a checker and left out nothing, if it could be seen that there is
// nothing.
func (r *Reporter) Stale(checker string, incomplete bool) {
	if incomplete || r.Opt.Weakest() == evidence.High {
		return
	}
	main := r.src.Types().Name() == "main"
	for _, s := range directive.StaleOf(r.src.Pkg.Source, main, checker, r.Used) {
		pos := r.Places.Pos(link.Position{File: s.File, Line: s.Line, Col: s.Col})
		r.comment(pos, "SV0001", "directive leaves out nothing: no finding of "+strings.Join(s.Rules, ", ")+" here")
	}
}

// comment reports a comment.
func (r *Reporter) comment(pos token.Pos, rule, text string) {
	p := r.Pass.Fset.Position(pos)
	r.commentAt(
		pos,
		report.Pos{
			Pkg:  r.Places.Own,
			File: filepath.Base(p.Filename),
			Dir:  filepath.Dir(p.Filename),
			Line: p.Line,
			Col:  p.Column,
		},
		rule,
		text,
	)
}

// commentAt reports what stands at a place.
func (r *Reporter) commentAt(pos token.Pos, at report.Pos, rule, text string) {
	f := &report.Finding{
		Schema: report.SchemaVersion, Rule: rule, Level: "warning", Confidence: report.High, Pos: at,
		Message: report.Line(text, rule),
		Variable: report.Variable{
			Name: fmt.Sprintf("comment at %s:%d", at.File, at.Line),
			Pkg:  at.Pkg,
			Kind: report.CommentKind,
		},
		Threads: []report.Thread{{Steps: []report.Step{{Pos: at, Text: text}}}},
	}
	f.ID = report.Fingerprint(f)
	r.Emit(pos, f)
}

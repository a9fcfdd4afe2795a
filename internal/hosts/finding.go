// This file is a finding as hosts agree on it, and what two hosts disagree on.

package hosts

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Finding is what one host shows (O1).
type Finding struct {
	File     string // relative to the target's folder, with slashes
	Line     int    // 1-based
	Headline string // the message without place; ends with the rule
	ID       string // identity, "" if the host does not carry it
}

func (f Finding) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Headline) }

// same reports whether two hosts show one finding.
func (f Finding) same(g Finding) bool {
	return f.File == g.File && f.Line == g.Line && f.Headline == g.Headline && (f.ID == "" || g.ID == "" || f.ID == g.ID)
}

// Rule is the rule that the headline ends with.
func (f Finding) Rule() string {
	i := strings.LastIndexByte(f.Headline, '(')
	return strings.TrimSuffix(f.Headline[i+1:], ")")
}

// headline matches the end of a headline.
var headline = regexp.MustCompile(`\((RC|DL|GL|CM|AV|SV)[0-9]{4}\)$`)

// A Findings collects what a host shows about a target.
type Findings struct {
	dir  string    // of the target, absolute
	list []Finding // each once
}

// add adds a finding, once (O2).
func (s *Findings) add(file string, line int, message, id string) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(s.dir, file)
	}
	if rel, err := filepath.Rel(s.dir, file); err == nil {
		file = rel
	}
	f := Finding{filepath.ToSlash(file), line, message, id}
	if !slices.Contains(s.list, f) {
		s.list = append(s.list, f)
	}
}

// sorted is the findings in the order of places.
func (s *Findings) sorted() []Finding {
	slices.SortFunc(s.list, func(a, b Finding) int {
		return cmp.Or(
			strings.Compare(a.File, b.File),
			a.Line-b.Line,
			strings.Compare(a.Headline, b.Headline),
			strings.Compare(a.ID, b.ID),
		)
	})
	return s.list
}

// addLine adds the finding of a line "file:line:col: message" or "file:line:col-col: message"; false if it is none.
func (s *Findings) addLine(line string) bool {
	m := located.FindStringSubmatch(line)
	if m == nil || !headline.MatchString(m[3]) {
		return false
	}
	n, err := strconv.Atoi(m[2])
	if err != nil {
		return false
	}
	s.add(m[1], n, m[3], "")
	return true
}

// located matches a message with its place.
var located = regexp.MustCompile(`^(.*?):([0-9]+):[0-9]+(?:-[0-9:]+)?: (.*)$`)

// Missing lists the findings of one host that another one does not show.
func Missing(of, in []Finding) []Finding {
	var missing []Finding
	for _, f := range of {
		if !slices.ContainsFunc(in, f.same) {
			missing = append(missing, f)
		}
	}
	return missing
}

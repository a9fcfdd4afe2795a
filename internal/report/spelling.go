// This file gives the places in a finding's prose the spelling that its frames have.

package report

import (
	"path"
	"regexp"
	"strconv"
)

// placeWord matches a file and a line in prose.
var placeWord = regexp.MustCompile(`[\w./@+-]+\.go:\d+`)

// spell writes the places that a text of a finding names as frames write them: relative to the reader. Texts are made for hosts that know no reader, which
// see them relative to the package, or by the file's name alone. A name that could be two places stays as it is.
func (v *View) spell(f *Finding, text string) string {
	names := map[string]string{}
	note := func(short string, p Pos) {
		if old, ok := names[short]; ok && old != v.name(p) {
			names[short] = short
			return
		}
		names[short] = v.name(p)
	}
	for _, p := range append(f.Places(), f.Ends()...) {
		if !p.known() {
			continue
		}
		long, base := near(p, f.Pos), path.Base(p.File)+":"+strconv.Itoa(p.Line)
		if note(long, p); base != long {
			note(base, p)
		}
	}
	return placeWord.ReplaceAllStringFunc(text, func(word string) string {
		if name, ok := names[word]; ok {
			return name
		}
		return word
	})
}

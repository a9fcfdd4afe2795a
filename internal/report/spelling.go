// This file gives the places in a finding's prose the spelling that its frames have.

package report

import (
	"path"
	"regexp"
	"strconv"
	"strings"
)

// placeWord matches a file and a line in prose.
var placeWord = regexp.MustCompile(`[\w./@+-]+\.go:\d+`)

// briefPlaces names the places of a text without their folders.
func briefPlaces(text string) string {
	return placeWord.ReplaceAllStringFunc(text, path.Base)
}

// lines is briefPlaces with places in the file of home as a line alone: "line 219". Places in a file of that name
// elsewhere, which have a folder before them, stay.
func lines(text string, home Pos) string {
	return placeWord.ReplaceAllStringFunc(text, func(word string) string {
		name, line, _ := strings.Cut(path.Base(word), ":")
		if name == home.File && name != word[:len(word)-len(line)-1] {
			return word
		}
		if name == home.File {
			return "line " + line
		}
		return path.Base(word)
	})
}

// spell writes the places that a text of a finding names as frames write them: relative to the reader. Texts are made
// for hosts that know no reader, which see them relative to the package, or by the file's name alone. A name that could
// be two places stays as it is.
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
	files := v.files(f)
	return placeWord.ReplaceAllStringFunc(text, func(word string) string {
		if name, ok := names[word]; ok {
			return name
		}
		base, line, _ := strings.Cut(word, ":")
		if file := files[base]; file != "" {
			return file + ":" + line
		}
		return word
	})
}

// files are the files of a finding as frames write them, by their names alone; empty for a name that two of them have.
func (v *View) files(f *Finding) map[string]string {
	files := map[string]string{}
	for _, p := range append(f.Places(), f.Ends()...) {
		if !p.known() {
			continue
		}
		name, _, _ := strings.Cut(v.name(p), ":")
		base := path.Base(p.File)
		if old, ok := files[base]; ok && old != name {
			name = ""
		}
		files[base] = name
	}
	return files
}

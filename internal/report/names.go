// This file gives packages the names that their package clauses say. Checkers spell names by import paths
// (PackageName), so that identities do not depend on what a host knows of a package; what people read is spelt anew
// once the identity is made (P7).

package report

import (
	"cmp"
	_ "embed" // the page's parts
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A reader is who names of functions are spelt for.
type reader struct {
	pkg   string            // import path of the package whose names need no qualifier; empty: none
	names map[string]string // names of packages by import path, where PackageName is wrong
}

// home is a reader of the package that the finding is reported in.
func (f *Finding) home() reader { return reader{f.Pos.Pkg, f.Names} }

// abroad is a reader of no package.
func (f *Finding) abroad() reader { return reader{"", f.Names} }

// name is the name of a package.
func (r reader) name(pkg string) string { return cmp.Or(r.names[trimVariant(pkg)], PackageName(pkg)) }

// UseNames spells a finding by the names that clause gives for import paths. A name that would stand for two packages
// stays.
func (f *Finding) UseNames(clause func(pkg string) string) {
	names, spelt := map[string]string{}, map[string]string{}
	for _, pkg := range f.packages() {
		guess, name := PackageName(pkg), strings.TrimSuffix(clause(pkg), "_test")
		if old, ok := spelt[guess]; ok && old != name {
			name = guess
		}
		if spelt[guess] = name; name != guess {
			names[trimVariant(pkg)] = name
		}
	}
	if len(names) == 0 {
		return
	}
	f.Names = names
	for _, guess := range slices.Sorted(maps.Keys(spelt)) {
		if name := spelt[guess]; name != guess {
			f.prose(func(text string) string { return respell(text, guess, name) })
		}
	}
}

// packages are the import paths that a finding names, each once, sorted.
func (f *Finding) packages() []string {
	seen := map[string]bool{f.Pos.Pkg: true, f.Variable.Pkg: true}
	for _, t := range trails(f) {
		for _, fr := range slices.Concat(t.path, t.origin.Chain) {
			seen[fr.Pkg] = true
		}
		for _, s := range t.stops {
			seen[s.pkg], seen[s.at.Pkg] = true, true
		}
	}
	delete(seen, "")
	return slices.Sorted(maps.Keys(seen))
}

// prose changes the texts of a finding that have names of packages in them.
func (f *Finding) prose(change func(string) string) {
	all := []*string{&f.Message, &f.Via, &f.Variable.Name, &f.Variable.Object, &f.Ordering.Reason, &f.Because}
	each := func(list []string) {
		for i := range list {
			all = append(all, &list[i])
		}
	}
	each(f.Ordering.Nearest)
	each(f.Fix)
	each(f.Notes)
	if f.Guard != nil {
		all = append(all, &f.Guard.Name)
	}
	for i := range f.Accesses {
		for k := range f.Accesses[i].Locks {
			all = append(all, &f.Accesses[i].Locks[k].Name)
		}
	}
	steps := func(list []Step) {
		for k := range list {
			all = append(all, &list[k].Text, &list[k].Object)
		}
	}
	for i := range f.Threads {
		steps(f.Threads[i].Steps)
	}
	steps(f.Trace)
	for i := range f.Rows {
		all = append(all, &f.Rows[i].Text)
	}
	for _, text := range all {
		*text = change(*text)
	}
}

// respell puts name in the place of guess where that is a qualifier: a whole word before a dot, and no file's name.
func respell(text, guess, name string) string {
	var b strings.Builder
	for rest := text; ; {
		i := strings.Index(rest, guess+".")
		if i < 0 {
			return b.String() + rest
		}
		b.WriteString(rest[:i])
		before, _ := utf8.DecodeLastRuneInString(b.String())
		rest = rest[i+len(guess):]
		inWord := before == '/' || before == '.' || before == '-' || before == '_' || unicode.IsLetter(before) ||
			unicode.IsDigit(before)
		if inWord || strings.HasPrefix(rest, ".go:") {
			b.WriteString(guess)
		} else {
			b.WriteString(name)
		}
	}
}

// qualify puts the package's name before a function's unless the reader is in that package.
func qualify(fn, pkg string, home reader) string {
	if pkg == "" || trimVariant(pkg) == trimVariant(home.pkg) {
		return fn
	}
	return home.name(pkg) + "." + fn
}

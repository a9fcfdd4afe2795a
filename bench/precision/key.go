// This file says when two reports, perhaps of different versions of the tool, are the same.

package main

import (
	"path"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A key names a report by what a reader sees of it, without lines, goroutines and kinds of access, which may change
// with the tool. Reports with one key are nearly always about one fault.
type key struct {
	module   string // module path
	rule     string // RC1001 ...
	variable string // the last name in what the headline calls it: field, variable or channel
	ends     string // "file:function" of the accesses, or of where goroutines block, in order, separated by " | "
}

// keyOf is the key of a report on a module.
func keyOf(module string, f *report.Finding) key {
	return key{module, f.Rule, lastName(f.Variable.Name), strings.Join(ends(module, f), " | ")}
}

// lastName is the name that stays whatever words and qualifiers stand around it: "n" of `local "n" of f`, "size" of
// "element of cache.Cache.size".
func lastName(variable string) string {
	if _, rest, ok := strings.Cut(variable, `"`); ok {
		quoted, _, _ := strings.Cut(rest, `"`)
		return quoted
	}
	words := strings.Fields(variable)
	if len(words) == 0 || !strings.Contains(variable, ".") && len(words) > 3 {
		return variable // "what r points to"
	}
	last := words[len(words)-1]
	return last[strings.LastIndex(last, ".")+1:]
}

// ends are the functions, with their files, in which the accesses or the last steps of a report lie, sorted, each once.
func ends(module string, f *report.Finding) []string {
	var list []string
	if len(f.Threads) == 0 {
		for i := range f.Accesses {
			a := &f.Accesses[i]
			list = append(list, end(module, a.Pos, a.Func))
		}
	}
	for i := range f.Threads {
		if steps := f.Threads[i].Steps; len(steps) > 0 {
			last := &steps[len(steps)-1]
			list = append(list, end(module, last.Pos, last.Func))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// end words one end, the file relative to the module.
func end(module string, p report.Pos, function string) string {
	pkg, _, _ := strings.Cut(p.Pkg, " ")
	pkg = strings.TrimSuffix(pkg, "_test")
	if pkg == module {
		return p.File + ":" + function
	}
	return path.Join(strings.TrimPrefix(pkg, module+"/"), p.File) + ":" + function
}

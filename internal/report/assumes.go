// This file says what has to be true of callers for a finding to be true: it stands before the evidence.

package report

import (
	"slices"
	"strings"
)

// presumed reports whether an origin is a caller that is taken to be there.
func (o *Origin) presumed() bool {
	return o.Kind == "exported" || o.Kind == "client" || o.Kind == AnyCaller && !o.Pos.known()
}

// assumes says which calls are taken to be made at the same time; empty if no caller is assumed.
func assumes(f *Finding) string {
	origins := f.origins()
	var calls []string // the functions that are taken to be called, each once
	others := ""       // a goroutine that is in view
	for _, o := range origins {
		if !o.presumed() {
			others = o.Name
			continue
		}
		if !slices.Contains(calls, o.Name) {
			calls = append(calls, o.Name)
		}
	}
	on := onOne(calls)
	if f.elsewhere() {
		on = ""
	}
	if object := f.owner(); on == "" && object != "" {
		on = ", with one " + object + " behind both"
	}
	if f.alike() {
		on = "" // with one lock for both, there has to be more than one
	}
	switch {
	case len(calls) == 0, len(origins) < 2, f.oneCall(calls):
		return ""
	case len(calls) == 1 && others != "":
		return calls[0] + " is called while " + others + " runs" + on
	case len(calls) == 1:
		return "several goroutines call " + calls[0] + " at the same time" + on
	case others != "":
		return listed(calls) + " are called, each by a goroutine of its own, while " + others + " runs" + on
	}
	return listed(calls) + " are called at the same time, each by a goroutine of its own" + on
}

// oneCall reports whether a call of the one function makes both accesses of a finding: it starts the other goroutine.
func (f *Finding) oneCall(calls []string) bool {
	if len(f.Threads) > 0 || f.Because != "" || len(calls) != 1 {
		return false
	}
	return slices.ContainsFunc(f.origins(), func(o *Origin) bool {
		return len(o.Chain) > 0 && o.Chain[0].Func == calls[0]
	})
}

// origins are the goroutines of a finding that have to meet.
func (f *Finding) origins() []*Origin {
	if len(f.Threads) == 0 {
		return []*Origin{&f.Accesses[0].Origin, &f.Accesses[1].Origin}
	}
	var list []*Origin
	for i := range f.Threads {
		if o := &f.Threads[i].Origin; o.known() {
			list = append(list, o)
		}
	}
	return list
}

// elsewhere reports whether a lock is held of another object than the one accessed: methods of the type may have been
// called on either.
func (f *Finding) elsewhere() bool {
	return slices.ContainsFunc(f.Accesses[:], func(a Access) bool {
		return slices.ContainsFunc(a.Locks, func(l Lock) bool { return l.Other })
	})
}

// owner is the type whose field two accesses race on; empty for other variables.
func (f *Finding) owner() string {
	if len(f.Threads) > 0 {
		return ""
	}
	name := f.Variable.Name[strings.LastIndexByte(f.Variable.Name, ' ')+1:]
	if k := strings.LastIndexByte(name, '.'); strings.Count(name, ".") > 1 {
		return name[:k]
	}
	return ""
}

// onOne names the type that all of some methods are of: they have to be called on one of that type.
func onOne(calls []string) string {
	typ := ""
	for _, name := range calls {
		recv, _, ok := strings.Cut(strings.TrimPrefix(name, "(*"), ").")
		if !ok || typ != "" && typ != recv {
			return ""
		}
		typ = recv
	}
	if typ == "" {
		return ""
	}
	return ", on one " + typ
}

// listed joins names: "a, b and c".
func listed(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}

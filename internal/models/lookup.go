// This file finds rows by name.

package models

import (
	"maps"
	"slices"
	"strings"
)

// index holds the rows by the function's name (M1).
var index = indexed(tables())

// tables are all tables, in the order of their files.
func tables() [][]Row {
	return [][]Row{syncRows, atomicRows(), runtimeRows, testingRows, callbackRows, serviceRows, ioRows, thirdPartyRows()}
}

func indexed(tables [][]Row) map[string]*Row {
	m := map[string]*Row{}
	for _, t := range tables {
		for i := range t {
			m[t[i].Func] = &t[i]
		}
	}
	return m
}

// Names lists the functions that have a row of their own, sorted.
func Names() []string { return slices.Sorted(maps.Keys(index)) }

// internallySynchronised is the row of methods that do nothing anybody could notice (M4).
var internallySynchronised = &Row{}

// Lookup finds what is known about a function by its full name, nil if nothing is. The caller must not change it.
func Lookup(fullName string) *Row {
	if r := index[fullName]; r != nil {
		return r
	}
	if !strings.HasPrefix(fullName, "(") {
		return nil
	}
	recv, _, ok := strings.Cut(fullName[1:], ")")
	if ok && synchronised[strings.TrimPrefix(recv, "*")] {
		return internallySynchronised
	}
	return nil
}

// Unnoticed reports whether a row is of a method that does nothing anybody could notice (M4).
func Unnoticed(r *Row) bool { return r == internallySynchronised }

// Writing reports whether functions of a modelled package may write to whatever their arguments lead to.
func Writing(pkgPath string) bool { return writing[pkgPath] }

// SharedInterfaces are the interfaces of a package of which the documentation says that implementations are called by
// several goroutines at once: by name, or "Interface.Method" where that is said of a method only.
func SharedInterfaces(pkgPath string) []string { return shared[pkgPath] }

// Plain reports whether a package is modelled as a whole (M3). pkgPath is an import path without test variant.
func Plain(pkgPath string) bool {
	if plain[pkgPath] {
		return true
	}
	for _, tree := range plainTrees {
		if strings.HasPrefix(pkgPath, tree) {
			return true
		}
	}
	return false
}

// SyncType reports whether a named type is a synchronisation object (M5).
func SyncType(pkg, name string) bool { return syncTypes[typeName{pkg, name}] }

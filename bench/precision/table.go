// This file reads the tables: lines of columns separated by tabs, the first of which names the columns.

package main

import (
	"fmt"
	"hash/fnv"
	"os"
	"slices"
	"strings"
)

// A module is a line of modules.tsv.
type module struct {
	path    string // module path
	version string // as the proxy names it
	kind    string // what it is: server, cache, ...
}

// A target is what the tool is run on: some packages of a version of a module.
type target struct {
	path    string // module path
	version string // as the proxy names it
	pattern string // packages, for go vet
}

// target is the whole module.
func (m *module) target() target { return target{m.path, m.version, "./..."} }

// readTable reads a table whose first line must be the columns.
func readTable(name string, columns ...string) ([][]string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var rows [][]string
	for i, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 {
			if !slices.Equal(cells, columns) {
				return nil, fmt.Errorf("%s: the columns are %q, not %q", name, cells, columns)
			}
			continue
		}
		if len(cells) != len(columns) {
			return nil, fmt.Errorf("%s:%d: %d columns, not %d", name, i+1, len(cells), len(columns))
		}
		rows = append(rows, cells)
	}
	return rows, nil
}

// readModules reads the corpus.
func readModules(name string) ([]module, error) {
	rows, err := readTable(name, "module", "version", "kind")
	if err != nil {
		return nil, err
	}
	var modules []module
	for _, row := range rows {
		modules = append(modules, module{row[0], row[1], row[2]})
	}
	return modules, nil
}

// half is the half of the corpus that a module belongs to, 1 or 2: the parity of the FNV-1a hash of its path. A module
// that is added or updated later stays in its half.
func half(path string) int {
	h := fnv.New32a()
	h.Write([]byte(path)) // never fails
	return 1 + int(h.Sum32()&1)
}

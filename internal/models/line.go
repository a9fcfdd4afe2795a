// This file turns the lines that YAML counts into lines as editors and the go command count them.

package models

import (
	"bytes"
	"slices"

	"go.yaml.in/yaml/v4"
)

// lineBreaks are what the YAML library takes for the end of a line, longest first.
var lineBreaks = [...]string{"\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029"}

// relines sets the lines of a node, and of all below it, to how many lines end in "\n" before. Nothing is to be done
// where no other character ends a line.
func relines(data []byte, n *yaml.Node) {
	starts := lines(data)
	if len(starts) == bytes.Count(data, []byte("\n"))+1 {
		return
	}
	seen := map[*yaml.Node]bool{}
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		n.Line = starts[min(max(n.Line, 1), len(starts))-1]
		walk(n.Alias)
		for _, below := range n.Content {
			walk(below)
		}
	}
	walk(n)
}

// lines gives for each line of YAML the line, counted from 1, on which it starts.
func lines(data []byte) []int {
	starts, line := []int{1}, 1
	for k := 0; k < len(data); {
		i := slices.IndexFunc(lineBreaks[:], func(end string) bool { return bytes.HasPrefix(data[k:], []byte(end)) })
		if i < 0 {
			k++
			continue
		}
		k += len(lineBreaks[i])
		if data[k-1] == '\n' {
			line++
		}
		starts = append(starts, line)
	}
	return starts
}

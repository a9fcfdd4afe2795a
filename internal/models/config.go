// This file takes the user's file apart, key by key.

package models

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// ConfigName is the base name of the user's file; otherConfigName is read where it is missing.
const (
	ConfigName      = ".syncvet.yaml"
	otherConfigName = ".syncvet.yml"
)

// Find gives the user's file that holds for a directory: its own, or that of the nearest directory above; "" if there
// is none.
func Find(dir string) string {
	for {
		for _, base := range []string{ConfigName, otherConfigName} {
			if name := filepath.Join(dir, base); regular(name) {
				return name
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// regular reports whether there is a file with some content to read.
func regular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// A Problem is an entry of the user's file that is not understood, and left out.
type Problem struct {
	Line int    // 1-based
	Text string // what is wrong with it, a clause
}

// A Config is the user's file: a field for each of its keys.
type Config struct {
	Name     string       // absolute name of the file
	Models   []*yaml.Node // elements of the list "models", aliases followed
	Problems []Problem    // keys that there are not, and values of the wrong kind
}

// ParseConfig reads a user's file. What is not understood are Problems; all else holds, if the file is YAML at all.
func ParseConfig(name string, data []byte) *Config {
	c := &Config{Name: name}
	if !utf8.Valid(data) {
		c.problem(1, "the file is not UTF-8, and nothing of it holds")
		return c
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		c.Problems = append(c.Problems, syntaxProblem(data, err))
		return c
	}
	relines(data, &doc)
	if len(doc.Content) > 0 {
		c.read(doc.Content[0])
	}
	if other := filepath.Join(filepath.Dir(name), otherConfigName); other != name && regular(other) {
		c.problem(1, "%s beside this file is not read", otherConfigName)
	}
	return c
}

// syntaxProblem says where a file is not YAML: at its last line, if it breaks off.
func syntaxProblem(data []byte, err error) Problem {
	line, text := 1, err.Error()
	if at := (*yaml.LoadError)(nil); errors.As(err, &at) && at.Mark.Line > 0 {
		line, text = min(at.Mark.Line, bytes.Count(data, []byte("\n"))+1), at.Message
	}
	return Problem{line, "the file is not YAML, and nothing of it holds: " + text}
}

// read takes the keys.
func (c *Config) read(top *yaml.Node) {
	top = follow(top)
	switch {
	case top.Kind == yaml.ScalarNode && top.Tag == "!!null":
		return
	case top.Kind != yaml.MappingNode:
		c.problem(top.Line, "the file is no mapping of keys to values; what is there is models:")
		return
	}
	for k := 0; k+1 < len(top.Content); k += 2 {
		key, value := top.Content[k], follow(top.Content[k+1])
		switch {
		case key.Value == "models":
			c.Models = append(c.Models, c.list(key, value)...)
		case !slices.Contains(settings, key.Value):
			c.problem(key.Line, "there is no key %q; what is there is models:", key.Value)
		}
	}
}

// list gives the elements of a list.
func (c *Config) list(key, value *yaml.Node) []*yaml.Node {
	switch {
	case value.Kind == yaml.ScalarNode && value.Tag == "!!null":
		return nil
	case value.Kind != yaml.SequenceNode:
		c.problem(value.Line, "%s: is no list", key.Value)
		return nil
	}
	list := slices.Clone(value.Content)
	for i := range list {
		list[i] = follow(list[i])
	}
	return list
}

// problem adds one.
func (c *Config) problem(line int, format string, args ...any) {
	c.Problems = append(c.Problems, Problem{line, fmt.Sprintf(format, args...)})
}

// settings are the keys that the front reads (internal/cli).
var settings = []string{"confidence", "fail", "tags", "tests", "deps", "atomicity", "generated", "exclude", "levels"}

// follow gives what an alias stands for.
func follow(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// This file reads settings as the config file of a host has them: the keys of .syncvet.yaml, decoded from YAML or JSON.

package analyzers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Settings are Options in a host's config file; in golangci-lint's they stand below
// linters.settings.custom.syncvet.settings.
type Settings struct {
	Confidence string           `json:"confidence"` // high, medium or low
	Rules      []string         `json:"rules"`      // RC1001, DL*, racecheck; none: all
	Atomicity  bool             `json:"atomicity"`  // also AV5001 to AV5003
	Deps       bool             `json:"deps"`       // also what lies wholly inside dependencies
	Models     []map[string]any `json:"models"`     // what functions of libraries do
}

// Options gives the settings the form that analyzers are made from. An error says which model cannot be written down.
func (s *Settings) Options() (Options, error) {
	models, err := modelsText(s.Models)
	return Options{Confidence: s.Confidence, Rules: s.Rules, Atomicity: s.Atomicity, Deps: s.Deps, Models: models}, err
}

// modelsText writes models as .syncvet.yaml has them.
func modelsText(list []map[string]any) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString("models:\n")
	for i, model := range list {
		lead := "  - "
		for _, key := range slices.Sorted(maps.Keys(model)) {
			value, err := flow(model[key])
			if err != nil {
				return "", fmt.Errorf("models: element %d: %s: %w", i+1, key, err)
			}
			fmt.Fprintf(&b, "%s%s: %s\n", lead, key, value)
			lead = "    "
		}
	}
	return b.String(), nil
}

// flow writes a value on one line. Numbers come as float64 from JSON.
func flow(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return quote(v), nil
	case bool, float64, int:
		return fmt.Sprint(v), nil
	case []any:
		var parts []string
		for _, x := range v {
			text, err := flow(x)
			if err != nil {
				return "", err
			}
			parts = append(parts, text)
		}
		return "[" + strings.Join(parts, ", ") + "]", nil
	case map[string]any:
		var parts []string
		for _, key := range slices.Sorted(maps.Keys(v)) {
			text, err := flow(v[key])
			if err != nil {
				return "", err
			}
			parts = append(parts, key+": "+text)
		}
		return "{" + strings.Join(parts, ", ") + "}", nil
	}
	return "", fmt.Errorf("a %T cannot stand here", v)
}

// quote puts text between quotes if a # or a quote would end it.
func quote(s string) string {
	if strings.ContainsAny(s, `#"`) {
		return "'" + s + "'"
	}
	return s
}

// This file tests that golangci-lint's settings become the analyzers' options.

package golangci

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
)

// TestSettings checks the form that models have behind golangci-lint's decoder.
func TestSettings(t *testing.T) {
	s, err := register.DecodeSettings[settings](map[string]any{
		"confidence": "low",
		"rules":      []any{"RC*"},
		"models": []any{map[string]any{
			"func": "(*example.com/loop.Loop).Post", "callback": map[string]any{"arg": 1}, "run": "loop:main", "reads": []any{0, 1}, "each": true,
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	opt, err := s.options()
	if err != nil {
		t.Fatal(err)
	}
	const want = `models:
  - callback: {arg: 1}
    each: true
    func: (*example.com/loop.Loop).Post
    reads: [0, 1]
    run: loop:main
`
	if opt.Models != want || opt.Confidence != "low" || opt.Linter != "syncvet" {
		t.Errorf("options %+v, want models\n%s", opt, want)
	}
}

// TestPlugin checks that golangci-lint gets one analyzer that needs types, or an error that names the setting.
func TestPlugin(t *testing.T) {
	for conf, word := range map[string]string{"certain": "confidence", "": ""} {
		newPlugin, err := register.GetPlugin("syncvet")
		if err != nil {
			t.Fatal(err)
		}
		p, err := newPlugin(map[string]any{"confidence": conf})
		if err != nil {
			t.Fatal(err)
		}
		list, err := p.BuildAnalyzers()
		if word != "" {
			if err == nil || !strings.Contains(err.Error(), word) {
				t.Errorf("confidence %q: error %v", conf, err)
			}
			continue
		}
		if err != nil || len(list) != 1 || list[0].Name != "syncvet" || p.GetLoadMode() != register.LoadModeTypesInfo {
			t.Errorf("analyzers %v, error %v", list, err)
		}
	}
	if _, err := New(map[string]any{"confidense": "low"}); err == nil {
		t.Error("an unknown setting is no error")
	}
}

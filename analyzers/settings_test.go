// This file tests that settings become options.

package analyzers

import (
	"encoding/json"
	"testing"
)

// TestSettings checks the form that models have behind a host's decoder.
func TestSettings(t *testing.T) {
	var s Settings
	const text = `{"confidence": "low", "rules": ["RC*"], "models": [
		{"func": "(*example.com/loop.Loop).Post", "callback": {"arg": 1}, "run": "loop:main",
		 "reads": [0, 1], "each": true}]}`
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	opt, err := s.Options()
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
	if opt.Models != want || opt.Confidence != "low" || len(opt.Rules) != 1 {
		t.Errorf("options %+v, want models\n%s", opt, want)
	}
	if err := opt.check(); err != nil {
		t.Error(err)
	}
	if _, err := (&Settings{Models: []map[string]any{{"func": nil}}}).Options(); err == nil {
		t.Error("a model without a name is no error")
	}
}

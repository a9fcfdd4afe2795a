// This file finds the label of a report: what a reader of the code found it to be.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// A verdict is what a report is.
type verdict string

const (
	isTrue    verdict = "true"      // some run, or callers that the documentation allows, have it as reported
	elsewhere verdict = "elsewhere" // the accesses named cannot meet, others on the same variable do
	harmless  verdict = "harmless"  // it happens, and nothing that anybody observes depends on it
	isFalse   verdict = "false"     // no run has it
	unknown   verdict = ""          // no label
)

// verdicts are all of them, in the order of columns.
func verdicts() []verdict { return []verdict{isTrue, elsewhere, harmless, isFalse, unknown} }

// A label is a line of labels.tsv.
type label struct {
	id         string  // identity of the report when it was read
	variable   string  // as in the headline when it was read
	key        key     // the report, however its identity is computed
	confidence string  // when it was read
	verdict    verdict // never unknown
	cause      string  // why it is false, one of causes(); else empty
	why        string  // one line
}

// causes are the names that false reports are counted under.
func causes() []string {
	return []string{
		"fresh",               // nobody else knows the object yet
		"hand-over",           // message hand-over and joins
		"values",              // conditions exclude each other, or one activation's value
		"phases",              // set-up and life-cycle phases
		"objects",             // different objects taken for one
		"dependency",          // the inside of a dependency protects itself
		"one caller",          // documented for one caller at a time
		"callback",            // nobody runs the function
		"no-return",           // conditional no-return
		"callers lock",        // every caller in view holds the lock
		"initialisation",      // order of package initialisation
		"lock handed over",    // to the goroutine that unlocks
		"detached under lock", // taken out of the shared place under the lock
		"own lock",            // a lock made of channels or atomics, or of another library
		"other",
	}
}

// A labelling finds labels by identity and by key.
type labelling struct {
	byID  map[[2]string]*label   // module, identity
	byKey map[key][]*label       // several where findings have the same rule, variable and functions
	byVar map[[2]string][]*label // module, variable
}

// readLabels reads the labels.
func readLabels(name string) (*labelling, error) {
	rows, err := readTable(name, "module", "id", "rule", "variable", "ends", "confidence", "verdict", "cause", "why")
	if err != nil {
		return nil, err
	}
	ls := &labelling{map[[2]string]*label{}, map[key][]*label{}, map[[2]string][]*label{}}
	for _, r := range rows {
		l := &label{r[1], r[3], key{r[0], r[2], lastName(r[3]), r[4]}, r[5], verdict(r[6]), r[7], r[8]}
		if err := l.check(); err != nil {
			return nil, fmt.Errorf("%s: %s %s: %w", name, l.key.module, l.id, err)
		}
		ls.byID[[2]string{l.key.module, l.id}] = l
		ls.byKey[l.key] = append(ls.byKey[l.key], l)
		v := [2]string{l.key.module, l.variable}
		ls.byVar[v] = append(ls.byVar[v], l)
	}
	return ls, nil
}

// check returns an error unless the words of the label are known ones and a cause is given where one belongs.
func (l *label) check() error {
	switch {
	case l.verdict == unknown || !slices.Contains(verdicts(), l.verdict):
		return fmt.Errorf("no verdict %q", l.verdict)
	case l.verdict == isFalse && !slices.Contains(causes(), l.cause):
		return fmt.Errorf("no cause %q", l.cause)
	case l.verdict != isFalse && l.cause != "":
		return fmt.Errorf("a cause, though it is %s", l.verdict)
	case l.why == "":
		return fmt.Errorf("nothing says why")
	}
	return nil
}

// find returns the label of a report, nil if it has none: the one with its identity, or else what all labels with its
// key say. Labels of one key that disagree say nothing of a report with another identity.
func (ls *labelling) find(module string, f *report.Finding) *label {
	if l := ls.byID[[2]string{module, f.ID}]; l != nil {
		return l
	}
	return agreed(ls.byKey[keyOf(module, f)])
}

// agreed returns the first label if all have the same verdict, else nil.
func agreed(list []*label) *label {
	for _, l := range list {
		if l.verdict != list[0].verdict {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// hint words what labels say of other reports on the variable, for who labels this one.
func (ls *labelling) hint(module string, f *report.Finding) string {
	var words []string
	for _, l := range ls.byVar[[2]string{module, f.Variable.Name}] {
		words = append(words, strings.TrimSpace(string(l.verdict)+" "+l.cause)+": "+l.why)
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), "; ")
}

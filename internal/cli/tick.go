// This file counts the dependencies that go vet has read: it says nothing about them, so the tool leaves a mark for
// each in a file that the front names. The marks change nothing about what is found or cached (S1).

package cli

import "os"

// tickVar is the environment variable that names the file.
const tickVar = "SYNCVET_TICKS"

// Tick leaves a mark, if the front asks for it.
func Tick() {
	name := os.Getenv(tickVar)
	if name == "" {
		return
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return // the front has gone, or counts nothing
	}
	f.Write([]byte("."))
	f.Close()
}

// ticks is the front's end: a file with a byte a mark. The nil ticks counts nothing.
type ticks struct {
	name string // of the file, absolute
}

// newTicks makes the file; nil if it cannot.
func newTicks() *ticks {
	f, err := os.CreateTemp("", "syncvet-ticks")
	if err != nil {
		return nil
	}
	f.Close()
	return &ticks{f.Name()}
}

// env is the variable for the tool.
func (t *ticks) env() []string {
	if t == nil {
		return nil
	}
	return []string{tickVar + "=" + t.name}
}

// count is how many marks there are.
func (t *ticks) count() int {
	if t == nil {
		return 0
	}
	info, err := os.Stat(t.name)
	if err != nil {
		return 0
	}
	return int(info.Size())
}

// remove removes the file.
func (t *ticks) remove() {
	if t != nil {
		os.Remove(t.name)
	}
}

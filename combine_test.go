// This file judges combinations: one kind of synchronisation, written in each way in which goroutines are started, with
// its object in each place, run once, in rounds, or again and again; and a twin of each in which it comes too early.

package syncvet_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var combine = flag.Int("combine", 1, "judge one of so many combinations")

// A mechanism is how a goroutine tells that it has written.
type mechanism struct {
	name  string // in the program's name
	typ   string // of the object
	made  string // what makes it, if its zero value does not do
	value bool   // it is passed on by pointer
	add   string // before each start; S is the object
	tell  string // behind what a goroutine has done
	wait  string // behind all starts
}

var mechanisms = []mechanism{
	{"wg", "sync.WaitGroup", "", true, "S.Add(1)", "S.Done()", "S.Wait()"},
	{"chan", "chan bool", "make(chan bool)", false, "", "S <- true", "for range data {\n<-S\n}"},
	{"buffered", "chan bool", "make(chan bool, 8)", false, "", "S <- true", "for range data {\n<-S\n}"},
}

// starts are the ways of starting a goroutine. In each, BODY is what the goroutine does, PTR is the type of the object
// as it is given, REF what is given, and what stands before "---" is declared outside.
var starts = []struct{ name, text string }{
	{"literal", "---go func() {\nBODY\n}()"},
	{"arguments", "---go func(i int, s PTR) {\nBODY(s)\n}(i, REF)"},
	{"declared", "func work(data []int, i int, s PTR) {\nBODY(s)\n}\n---go work(data, i, REF)"},
	{"generic", "func work[T any](data []T, i int, s PTR, f func(int) T) {\nBODY(f)(s)\n}\n---" +
		"go work(data, i, REF, func(n int) int { return n * 2 })"},
	{"method", "func (e *env) work(data []int, i int, s PTR) {\nBODY(s)\n}\n---go e.work(data, i, REF)"},
	{"variable", "---f := func(i int) {\nBODY\n}\ngo f(i)"},
	{"interface", "type task interface{ run() }\n\ntype one struct {\ndata []int\ni int\ns PTR\n}\n\n" +
		"func (o *one) run() {\ndata, i, s := o.data, o.i, o.s\nBODY(s)\n}\n---var t task = &one{data, i, REF}\ngo t.run()"},
}

// courses are where it happens: OBJECT makes a local object, ROUND is what is done.
var courses = []struct{ name, text string }{
	{"once", "func main() {\nENV\ndata := e.data\nOBJECT\nROUND\nprintln(data[0])\n}"},
	{"inside", "func main() {\nENV\ndata := e.data\nfor range 3 {\nOBJECT\nROUND\n}\nprintln(data[0])\n}"},
	{"outside", "func main() {\nENV\ndata := e.data\nOBJECT\nfor range 3 {\nROUND\n}\nprintln(data[0])\n}"},
	{"again", "func (e *env) round() int {\ndata := e.data\nOBJECT\nROUND\nreturn data[0]\n}\n\n" +
		"func main() {\nENV\nfor range 3 {\nprintln(e.round())\n}\nprintln(e.data[1])\n}"},
}

// combination is one program; early tells the goroutines' end before they write.
func combination(m *mechanism, place string, start, course string, early bool) string {
	object, outside, fields, env, local := "s", "", "data []int\n", "e := &env{data: make([]int, 8)}", ""
	ptr, ref := m.typ, ""
	if m.value {
		ptr, ref = "*"+m.typ, "&"
	}
	switch place {
	case "local":
		local = "s := " + m.made
		if m.made == "" {
			local = "var s " + m.typ
		}
	case "global":
		object, outside = "shared", "var shared "+m.typ
		if m.made != "" {
			outside += " = " + m.made
		}
	case "field":
		object, fields = "e.s", fields+"s "+m.typ+"\n"
		if m.made != "" {
			env = "e := &env{make([]int, 8), " + m.made + "}"
		}
	}
	body := func(object, value string) string {
		lines := []string{"data[i] = " + value, strings.ReplaceAll(m.tell, "S", object)}
		if early {
			slices.Reverse(lines)
		}
		return strings.Join(lines, "\n")
	}
	declared, started, _ := strings.Cut(start, "---")
	put := strings.NewReplacer(
		"BODY(f)(s)", body("s", "f(i)"), "BODY(s)", body("s", "i * 2"), "BODY", body(object, "i * 2"), "PTR", ptr,
		"REF", ref+object)
	on := func(text string) string { return strings.ReplaceAll(text, "S", object) }
	round := "for i := range data {\n" + on(m.add) + "\n" + put.Replace(started) + "\n}\n" + on(m.wait)
	text := strings.NewReplacer("ENV", env, "OBJECT", local, "ROUND", round).Replace(course)
	imports := ""
	if m.value {
		imports = "import \"sync\"\n"
	}
	return fmt.Sprintf("package main\n\n%s\ntype env struct {\n%s}\n\n%s\n\n%s\n%s\n", imports, fields, outside,
		put.Replace(declared), text)
}

// TestCombinations wants no race at default confidence in the correct ones, and one in each twin.
func TestCombinations(t *testing.T) {
	n := 0
	for k := range mechanisms {
		for _, place := range []string{"local", "field", "global"} {
			for _, s := range starts {
				for _, c := range courses {
					if n++; n%max(*combine, 1) != 0 {
						continue
					}
					for _, early := range []bool{false, true} {
						name := fmt.Sprintf("%s_%s_%s_%s", mechanisms[k].name, place, s.name, c.name)
						text := combination(&mechanisms[k], place, s.text, c.text, early)
						t.Run(fmt.Sprint(name, "_", map[bool]string{true: "race", false: "ok"}[early]), func(t *testing.T) {
							t.Parallel()
							judgeCombination(t, name, text, early)
						})
					}
				}
			}
		}
	}
}

// combinationsMissed are the correct ones that are reported: an object made in each round, or in each activation, is
// given within another one, which is not followed (internal/hb H4 goes by names).
var combinationsMissed = map[string]bool{
	"wg_local_interface_inside":       true,
	"chan_local_interface_inside":     true,
	"chan_local_interface_again":      true,
	"buffered_local_interface_inside": true,
	"buffered_local_interface_again":  true,
}

// judgeCombination judges one program.
func judgeCombination(t *testing.T, name, text string, racy bool) {
	std, err := stdlib()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	extract(t, filepath.Join(root, name), &txtar.Archive{Files: []txtar.File{
		{Name: "go.mod", Data: []byte("module example.com/" + name + "\n\ngo 1.26\n")},
		{Name: "main.go", Data: []byte(text)},
	}})
	p := &quickProgram{shop: std.Branch(), root: root, done: map[string]bool{}, analyzers: checkersWith("")}
	if err := p.judge(filepath.Join(root, name)); err != nil {
		t.Fatal(err, "\n", text)
	}
	races := len(slices.DeleteFunc(p.places, func(x place) bool { return !strings.HasPrefix(x.rule, "RC") }))
	if races > 0 != (racy || combinationsMissed[name]) {
		t.Errorf("%d races\n%s", races, text)
	}
}

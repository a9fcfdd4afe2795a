// This file judges combinations of another kind: an object of each sort, put into each place where others find it, in a
// loop, in a function that is called again, or once; and a twin of each in which it is filled only afterwards.

package syncvet_test

import (
	"fmt"
	"strings"
	"testing"
)

// shownObjects are the sorts of objects: their type, what makes one, what fills o, and what reads v.
var shownObjects = []struct{ name, typ, made, fill, read string }{
	{"field", "*item", "&item{}", "o.n = i", "v.n"},
	{"mapin", "*item", "&item{m: map[int]int{}}", "o.m[i] = i", "v.m[0]"},
	{"slicein", "*item", "&item{list: make([]int, 4)}", "o.list[i%4] = i", "v.list[0]"},
	{"nested", "*item", "&item{sub: &part{}}", "o.sub.n = i", "v.sub.n"},
	{"map", "map[int]int", "map[int]int{}", "o[i] = i", "v[0]"},
	{"slice", "[]int", "make([]int, 4)", "o[i%4] = i", "v[0]"},
}

// shownPlaces are where they are put: fields of the store, what puts o there, what finds v there and does USE, what the
// store is made with, and what else is declared. TYPE is the object's type, ELEM that which an atomic pointer to it
// leads to.
var shownPlaces = []struct{ name, fields, put, find, made, more string }{
	{"locked", "mu sync.Mutex\ncur TYPE", "s.mu.Lock()\ns.cur = o\ns.mu.Unlock()",
		"s.mu.Lock()\nv := s.cur\ns.mu.Unlock()\nif v != nil {\nUSE\n}", "", ""},
	{"methods", "mu sync.RWMutex\ncur TYPE", "s.set(o)", "v := s.get()\nif v != nil {\nUSE\n}", "",
		"func (s *store) set(o TYPE) {\ns.mu.Lock()\ndefer s.mu.Unlock()\ns.cur = o\n}\n\n" +
			"func (s *store) get() TYPE {\ns.mu.RLock()\ndefer s.mu.RUnlock()\nreturn s.cur\n}\n"},
	{"pointer", "cur atomic.Pointer[ELEM]", "s.cur.Store(GIVEN)",
		"if p := s.cur.Load(); p != nil {\nv := FOUND\nUSE\n}", "", ""},
	{"value", "cur atomic.Value", "s.cur.Store(o)", "if v, ok := s.cur.Load().(TYPE); ok {\nUSE\n}", "", ""},
	{"channel", "cur chan TYPE", "s.cur <- o", "v := <-s.cur\nUSE", "cur: make(chan TYPE)", ""},
	{"table", "mu sync.Mutex\ncur map[int]TYPE", "s.mu.Lock()\ns.cur[i%3] = o\ns.mu.Unlock()",
		"s.mu.Lock()\nv, ok := s.cur[1]\ns.mu.Unlock()\nif ok {\nUSE\n}", "cur: map[int]TYPE{}", ""},
	{"syncmap", "cur sync.Map", "s.cur.Store(i%3, o)", "if x, ok := s.cur.Load(1); ok {\nv := x.(TYPE)\nUSE\n}", "", ""},
	{"list", "mu sync.Mutex\ncur []TYPE", "s.mu.Lock()\ns.cur = append(s.cur, o)\ns.mu.Unlock()",
		"s.mu.Lock()\nall := slices.Clone(s.cur)\ns.mu.Unlock()\nfor _, v := range all {\nUSE\n}", "", ""},
}

// shownCourses are the functions that DO it.
var shownCourses = []struct{ name, text string }{
	{"loop", "func (s *store) fill() {\nfor i := range 5 {\nDO\n}\n}"},
	{"again", "func (s *store) add(i int) {\nDO\n}\n\nfunc (s *store) fill() {\nfor i := range 5 {\ns.add(i)\n}\n}"},
	{"once", "func (s *store) fill() {\ni := 1\nDO\n}"},
}

// shownMissed are the twins that are of low confidence: what is in an object is found by way of a copied list.
var shownMissed = map[string]bool{
	"mapin_list_loop": true, "mapin_list_again": true,
	"slicein_list_loop": true, "slicein_list_again": true,
	"nested_list_loop": true, "nested_list_again": true,
}

// TestShown wants no race at default confidence where an object is filled before it is shown, and one in each twin.
func TestShown(t *testing.T) {
	n := 0
	for o := range shownObjects {
		for p := range shownPlaces {
			for _, c := range shownCourses {
				if n++; n%max(*combine, 1) != 0 {
					continue
				}
				name := fmt.Sprintf("%s_%s_%s", shownObjects[o].name, shownPlaces[p].name, c.name)
				for suffix, late := range map[string]bool{"ok": false, "race": true} {
					text := shownProgram(o, p, c.text, c.name == "once", late)
					t.Run(name+"_"+suffix, func(t *testing.T) {
						t.Parallel()
						judgeCombination(t, name, text, late && !shownMissed[name])
					})
				}
			}
		}
	}
}

// shownProgram is one program; late fills the object when it has been shown.
func shownProgram(object, place int, course string, once, late bool) string {
	o, p := &shownObjects[object], &shownPlaces[place]
	elem, given, found := o.typ, "&o", "*p"
	if strings.HasPrefix(o.typ, "*") {
		elem, given, found = o.typ[1:], "o", "p"
	}
	rounds := 5
	if once {
		rounds = 1
	}
	do := "o := " + o.made + "\n" + o.fill + "\n" + p.put
	if late {
		do = "o := " + o.made + "\n" + p.put + "\n" + o.fill
	}
	text := strings.NewReplacer("DO", do).Replace(course) + "\n\n" + p.more +
		"\nfunc (s *store) show() {\n" + p.find + "\n}\n\n" +
		fmt.Sprintf("func main() {\ns := &store{%s}\ndone := make(chan bool)\ngo func() {\ndefer close(done)\n"+
			"for range %d {\ns.show()\n}\n}()\ns.fill()\n<-done\n}\n", p.made, rounds)
	text = strings.NewReplacer("USE", "println("+o.read+")").Replace("type store struct {\n" + p.fields + "\n}\n\n" + text)
	text = strings.NewReplacer("GIVEN", given, "FOUND", found).Replace(text)
	text = strings.NewReplacer("TYPE", o.typ, "ELEM", elem).Replace(text)
	var imports strings.Builder
	for _, i := range []struct{ path, use string }{
		{"slices", "slices."}, {"sync", "sync."}, {"sync/atomic", "atomic."},
	} {
		if strings.Contains(text, i.use) {
			fmt.Fprintf(&imports, "import %q\n", i.path)
		}
	}
	return "package main\n\n" + imports.String() +
		"\ntype part struct{ n int }\n\ntype item struct {\nn int\nm map[int]int\nlist []int\nsub *part\n}\n\n" + text
}

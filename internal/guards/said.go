// This file reads in signatures and documentation in which order methods are called (G26, G27).

package guards

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/passes/source"
)

// first matches documentation of a method that is called before others are.
var first = regexp.MustCompile(
	`(?i)\b(?:must|should|needs? to|has to|can only|may only) (?:only )?` +
		`be (?:called|set|used|made|invoked|configured) before\b`,
)

// setsUp reports whether one of two accesses is made below an exported method that sets its object up: it returns its
// receiver on every way, as steps of a construction do, or its documentation says that it is called before others.
func (c *claim) setsUp() bool { return c.a.settingUp(c.x) || c.a.settingUp(c.y) }

func (a *runs) settingUp(x *instance) bool {
	entry := a.entryOf(x)
	if entry == nil {
		return false
	}
	sets, known := a.setups[entry]
	if !known {
		d, ok := entry.Syntax().(*ast.FuncDecl)
		sets = returnsReceiver(entry) || ok && d.Doc != nil && first.MatchString(flat(d.Doc.Text()))
		a.setups[entry] = sets
	}
	return sets
}

// entryOf is the method by which callers come to an access; nil if it is reached otherwise.
func (a *runs) entryOf(x *instance) *ssa.Function {
	if a.roots[x.key.root].kind != Caller {
		return nil
	}
	if entry := a.path(x.f, x.ctx)[0].Func; receiver(entry) != nil {
		return entry
	}
	return nil
}

// returnsReceiver reports whether a method returns its receiver, and nothing else, on every way.
func returnsReceiver(fn *ssa.Function) bool {
	found := false
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if len(ret.Results) != 1 || ret.Results[0] != ssa.Value(fn.Params[0]) {
				return false
			}
			found = true
		}
	}
	return found
}

var (
	oneCaller = regexp.MustCompile(`(?i)\b(?:no more than|at most|only) one (?:goroutine|thread|caller)\b`)
	exported  = regexp.MustCompile(`\b[A-Z]\w+\b`)
)

// oneCallers are the groups of names that documentation lists as called by one goroutine at a time: what stands between
// one such phrase and the next one, or the end of the sentence.
func oneCallers(doc string) [][]string {
	doc = flat(doc)
	var groups [][]string
	at := oneCaller.FindAllStringIndex(doc, -1)
	for k, m := range at {
		end := len(doc)
		if k+1 < len(at) {
			end = at[k+1][0]
		}
		clause := doc[m[1]:end]
		if dot := strings.Index(clause, ". "); dot >= 0 {
			clause = clause[:dot]
		}
		if names := exported.FindAllString(clause, -1); len(names) > 0 {
			groups = append(groups, names)
		}
	}
	return groups
}

// unused matches what documentation says of an argument that the call takes over; the subject stands before it.
var unused = regexp.MustCompile(
	`(?i)\b(?:(\w+) )?(\w+) (?:can't|cannot|can not|must not|mustn't|should not|shouldn't|may not|must never)` +
		` be (?:re)?(?:used|touched|accessed) (?:again|after|any ?more|any longer|once)\b`,
)

// takenOver are the parameters whose objects belong to the call alone, since the function's documentation says that
// nobody uses them afterwards: it names one, or speaks of the argument (G30).
func takenOver(fn *ssa.Function) uint64 {
	d, ok := fn.Syntax().(*ast.FuncDecl)
	if !ok || d.Doc == nil {
		return 0
	}
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	var taken uint64
	for _, m := range unused.FindAllStringSubmatch(flat(d.Doc.Text()), -1) {
		for k := first; k < min(len(fn.Params), 64); k++ {
			isArgument := strings.EqualFold(m[2], "argument") || strings.EqualFold(m[2], "parameter")
			if slices.Contains(m[1:], fn.Params[k].Name()) || isArgument && len(fn.Params) == first+1 {
				taken |= 1 << k
			}
		}
	}
	return taken
}

// oneUser reports whether the documentation of the package, or of the type, says that both accesses are made below
// methods of one type that one goroutine calls at a time.
func (c *claim) oneUser() bool {
	a := c.a
	x, y := a.entryOf(c.x), a.entryOf(c.y)
	if x == nil || y == nil || receiver(x) != receiver(y) {
		return false
	}
	names := func(group []string) bool { return slices.Contains(group, x.Name()) && slices.Contains(group, y.Name()) }
	return slices.ContainsFunc(a.callersOf(receiver(x)), names)
}

// unsafePackage reports whether the package is documented not to be used so, and the types of both methods are not.
func (c *claim) unsafePackage() bool {
	x, y := c.a.entryOf(c.x), c.a.entryOf(c.y)
	return x != nil && y != nil && source.SerialPackage(c.a.src.Doc()) &&
		!source.Promised(c.a.docs[receiver(x)]) && !source.Promised(c.a.docs[receiver(y)])
}

// callersOf are the groups of methods of a type that one goroutine calls at a time, as documentation says.
func (a *runs) callersOf(t *types.TypeName) [][]string {
	groups, ok := a.serials[t]
	if !ok {
		groups = append(oneCallers(a.src.Doc()), oneCallers(a.docs[t])...)
		a.serials[t] = groups
	}
	return groups
}

// flat is a text in one line.
func flat(doc string) string { return strings.Join(strings.Fields(doc), " ") }

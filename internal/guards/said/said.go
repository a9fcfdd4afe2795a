// Package said reads in names and documentation how functions are to be called (G4, G22, G26, G27, G30).
package said

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
)

var (
	holds = regexp.MustCompile(
		`(?is)\b(callers?|must|should|assumes?|requires?|with|while|when|expects?)\b.{0,60}` +
			`\b(hold|held|locked|lock(s|ing)?|mutex)\b`,
	)
	unsafe = regexp.MustCompile(`(?is)\b(not|isn't|never|non)\b.{0,30}(thread|concurren|goroutine|parallel)`)
)

// CallerLocks reports whether a function says that its caller holds the lock, or must not call it concurrently; that
// calls are to be ordered in other ways is source.InOrder.
func CallerLocks(fn *ssa.Function) bool {
	name := strings.ToLower(fn.Name())
	for _, suffix := range []string{"locked", "unlocked", "unsafe", "nolock", "withoutlock", "withlock", "unprotected"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	d, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && d.Doc != nil && (holds.MatchString(d.Doc.Text()) || unsafe.MatchString(d.Doc.Text()))
}

var (
	oneCaller = regexp.MustCompile(`(?i)\b(?:no more than|at most|only) one (?:goroutine|thread|caller)\b`)
	exported  = regexp.MustCompile(`\b[A-Z]\w+\b`)
)

// OneCallers are the groups of names that documentation lists as called by one goroutine at a time: what stands between
// one such phrase and the next one, or the end of the sentence.
func OneCallers(doc string) [][]string {
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

// TakenOver are the parameters whose objects belong to the call alone, since the function's documentation says that
// nobody uses them afterwards: it names one, or speaks of the argument (G30).
func TakenOver(fn *ssa.Function) uint64 {
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
		for k := first; k < min(len(fn.Params), facts.MaskBits); k++ {
			isArgument := strings.EqualFold(m[2], "argument") || strings.EqualFold(m[2], "parameter")
			if slices.Contains(m[1:], fn.Params[k].Name()) || isArgument && len(fn.Params) == first+1 {
				taken |= 1 << k
			}
		}
	}
	return taken
}

// flat is a text in one line.
func flat(doc string) string { return strings.Join(strings.Fields(doc), " ") }

// SetsUp reports whether a method makes what it is called on ready for use, by its name or what documentation says of
// it, if any, or is called before others (G26).
func SetsUp(name, doc string) bool {
	return first.MatchString(flat(doc)) || initialises.MatchString(name) ||
		!goesOn.MatchString(name) && initialising.MatchString(doc)
}

// first matches documentation of a method that is called before others are, at the latest by initialisation.
var first = regexp.MustCompile(
	`(?i)\b(?:must|should|needs? to|has to|can only|may only) (?:only )?` +
		`be (?:called|set|used|made|invoked|configured) (?:before|from (?:an )?init|from (?:a )?(?:top|package)-level)\b`,
)

// initialises matches the names of methods that make what they are called on ready for use.
var initialises = regexp.MustCompile(`^Init(?:iali[sz]e)?(?:[A-Z0-9_]|$)`)

// goesOn matches the names of methods that, whatever else they do first, run what goes on beside others.
var goesOn = regexp.MustCompile(`^(?:Run|Start|Serve|Listen|Loop|Main|Exec)`)

// initialising matches documentation that says of a method, but for one that does so again, that it initialises.
var initialising = regexp.MustCompile(`^(?:[A-QS-Z]|R[^e]|Re[^s])\w* initiali[sz]es\b`)

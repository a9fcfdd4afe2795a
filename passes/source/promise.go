// This file reads in a type's documentation and in its fields that several goroutines are meant to use one value of it
// (S12).

package source

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/models"
)

var (
	promises = regexp.MustCompile(`(?is)\bsafe\s+(?:for|to|under)\s+(?:\w+\s+){0,4}` +
		`(?:concurren|simultaneous|parallel|multiple\s+goroutines|several\s+goroutines)|` +
		`\bsafe\s+to\s+(?:call|use|invoke|share)\s+(?:[\w']+\s+){1,4}(?:from|by|in|among|between)\s+` +
		`(?:multiple|several|many|different)\s+goroutines|` +
		`\b(?:goroutine|thread|concurrency)[- ]safe|` +
		`\bsafe\s+for\s+use\s+(?:by|from)\s+(?:multiple|several|many)\s+(?:goroutines|threads)|` +
		`\b(?:may|can)\s+(?:safely\s+)?be\s+(?:safely\s+)?(?:used|called|shared|invoked)\s+` +
		`(?:concurrently|simultaneously|in\s+parallel|` +
		`(?:by|from|between|among)\s+(?:any\s+number\s+of|multiple|several|many)\s+goroutines)|` +
		`\b(?:multiple|several|many|any\s+number\s+of)\s+goroutines\s+(?:may|can)\s+(?:invoke|call|use)\b`)
	limits = regexp.MustCompile(
		`(?is)\b(not|no|non|nor|never|isn't|aren't|un|except|unless|only|until|before|after|once|if|must|but|should|` +
			`otherwise|as\s+long\s+as|provided|assum\w+|however|caller)\b`,
	)
)

// ofUse matches what says how something is used, or when: such a sentence may limit what the one before it promises.
var ofUse = regexp.MustCompile(
	`(?is)\b(concurren\w*|goroutines?|parallel|simultaneous\w*|threads?|\w*lock\w*|calls?|called|calling|callers?|` +
		`methods?|functions?|us(?:e|es|ed|ing)|shar(?:e|ed|ing)|safe\w*|access\w*|modif\w*|mutat\w*|chang\w*|set|` +
		`clos(?:e|ed|ing)|cop(?:y|ied)|synchroni[sz]\w*|guard\w*|once|first|before|after)\b`,
)

// Promised reports whether the documentation of a type says, without conditions in the same paragraph, in the same
// sentence or behind it, that it may be used concurrently.
func Promised(doc string) bool {
	for par := range strings.SplitSeq(doc, "\n\n") {
		if at := promises.FindStringIndex(par); at != nil {
			sentence := strings.LastIndex(par[:at[0]], ". ") + 1
			own, behind, _ := strings.Cut(strings.ReplaceAll(par[sentence:], "at once", ""), ". ")
			return !limits.MatchString(own) && !slices.ContainsFunc(strings.Split(behind, ". "), func(s string) bool {
				return limits.MatchString(s) && ofUse.MatchString(s)
			})
		}
	}
	return false
}

// ofResult matches what says of a function's documentation that it speaks of what the function returns.
var ofResult = regexp.MustCompile(
	`(?i)\b(?:operations|methods|result(?:ing)?|return(?:s|ed)|creates?|makes?|constructs?)\b`,
)

// namedShared matches names of types that have a lock for the sake of several goroutines: ThreadSafeSet, ConcurrentMap.
var namedShared = regexp.MustCompile(`^(?:[Tt]hreadSafe|[Gg]oroutineSafe|[Cc]oncurrent|[Ss]ynchroni[sz]ed)[A-Z]`)

// promisedOfResult are the paragraphs of the documentation of a constructor of which the sentence that promises
// concurrent use speaks of what is returned before it does so.
func promisedOfResult(doc string) []string {
	var list []string
	for par := range strings.SplitSeq(doc, "\n\n") {
		par = strings.Join(strings.Fields(par), " ")
		at := promises.FindStringIndex(par)
		if at != nil && ofResult.MatchString(par[strings.LastIndex(par[:at[0]], ". ")+1:at[0]]) {
			list = append(list, par)
		}
	}
	return list
}

// holdsSync reports whether a struct type holds something that orders goroutines: a lock, an atomic, a WaitGroup, a
// Once.
func holdsSync(t *types.TypeName) bool {
	st, ok := t.Type().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		t := Deref(f.Type())
		if l, ok := Core(t).(interface{ Elem() types.Type }); ok { // counters side by side
			t = Deref(l.Elem())
		}
		n, ok := types.Unalias(t).(*types.Named)
		if ok && n.Obj().Pkg() != nil && models.SyncType(n.Obj().Pkg().Path(), n.Obj().Name()) {
			return true
		}
	}
	return false
}

// forbidden matches documentation of a type which says that its values have one user at a time.
var forbidden = regexp.MustCompile(`(?is)\b(not|isn't|never|un)[- ]{0,2}\b.{0,40}(concurren|goroutine|thread|parallel)`)

// notShared matches what a type's documentation says of values of the type as a whole, without conditions.
var notShared = regexp.MustCompile(
	`(?i)(?:^|\. )(?:It|They|(?:Methods of )?(?:(?:An?|The) )?(\w+)) (?:is|are) not ` +
		`(?:(?:goroutine|thread)[- ]safe|safe for (?:concurrent|simultaneous) use|` +
		`safe for use by (?:multiple|several) goroutines)(?: by (?:multiple|several) goroutines)?(?:\.|$)`,
)

// Serial reports whether the documentation of a type says, without conditions, that calls of its methods must not
// overlap.
func Serial(t *types.TypeName, doc string) bool {
	m := notShared.FindStringSubmatch(strings.Join(strings.Fields(doc), " "))
	return m != nil && (m[1] == "" || m[1] == t.Name() || m[1] == t.Name()+"s")
}

var (
	// beforeUse matches what documentation of a type says of when something is done.
	beforeUse = regexp.MustCompile(`(?i)\bbefore (?:(?:calling |any call of |the first call of )?\[?(?:\w+\.)?` +
		`(?-i:Start|Run|Serve|Listen)|(?:first )?use(?:[.,;]|$)|` +
		`(?:it is|it was|they are) (?:first )?(?:started|used|run|served|shared))`)
	// atOtherTimes matches what allows it at other times, too.
	atOtherTimes = regexp.MustCompile(`(?i)\b(?:later|after|while|any ?time|also|during|concurren\w*|not)\b`)
	exportedName = regexp.MustCompile(`\b[A-Z]\w+\b`)
)

// SetUpBy are the exported names of which the documentation of a type says that they set values up: all that a sentence
// names before it says "before Start", "before use" and the like, and nothing of other times.
func SetUpBy(doc string) (names []string) {
	if Promised(doc) {
		return nil
	}
	for s := range strings.SplitSeq(strings.Join(strings.Fields(doc), " "), ". ") {
		if at := beforeUse.FindStringIndex(s); at != nil && !atOtherTimes.MatchString(s) {
			names = append(names, exportedName.FindAllString(s[:at[0]], -1)...)
		}
	}
	return names
}

// notTogether matches what documentation of a package says of all, or most, that the package has.
var notTogether = regexp.MustCompile(
	`(?i)(?:(?:functions|methods|types|objects|values) (?:in|of) this package are|(?:^|\. )This package is) not ` +
		`(?:(?:goroutine|thread|concurrency)[- ]safe|safe for concurrent use)`,
)

// SerialPackage reports whether the documentation of a package says that calls of its functions must not overlap,
// whatever it says of some.
func SerialPackage(doc string) bool {
	return notTogether.MatchString(strings.Join(strings.Fields(doc), " "))
}

// oneAtATime matches what a field's comment says of its use.
var oneAtATime = regexp.MustCompile(
	`(?i)\b(?:not|never) (?:to )?(?:be )?(?:called|used|accessed) (?:concurrently|in parallel|simultaneously)\b`,
)

// SerialFields are the fields of the package's top-level types of which a comment says that they, or the methods that
// use them, are not used concurrently.
func (r *Result) SerialFields() map[facts.Symbol]bool {
	serial := map[facts.Symbol]bool{}
	r.typeSpecs(func(_ *ast.GenDecl, s *ast.TypeSpec) {
		st, ok := s.Type.(*ast.StructType)
		if !ok {
			return
		}
		for _, x := range st.Fields.List {
			if said := strings.Fields(x.Doc.Text() + x.Comment.Text()); !oneAtATime.MatchString(strings.Join(said, " ")) {
				continue
			}
			for _, name := range x.Names {
				serial[facts.Symbol{Kind: facts.SymField, Pkg: r.path, Name: s.Name.Name + "." + name.Name}] = true
			}
		}
	})
	return serial
}

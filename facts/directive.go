// This file is the directives: comments by which the programmer tells the checkers something (internal/directive).

package facts

// A DirectiveKind says what a directive means.
type DirectiveKind uint8

// The kinds of directives.
const (
	Ignore      DirectiveKind = iota + 1 // findings of Rules about Target are not reported
	Accepted                             // like Ignore, said of a variable or function for good: benign, owned
	Serial                               // no two of Syms, nor one of them twice, run at the same time
	NotParallel                          // no two different ones of Syms run at the same time
	// the field or variable Target is accessed under the lock Syms[0] only; a function: its caller holds a lock
	GuardedBy
	GuardHint // as GuardedBy, found in a comment that is not addressed to us
)

// A Directive is one statement of the programmer's. A comment at a type gives one for each of its fields.
type Directive struct {
	Kind     DirectiveKind // which statement, and so what Rules and Syms hold
	Target   Symbol        // the field, variable or function; a SymFile for what lies in the lines From to To there
	From, To uint32        // lines of Target if it is a file; To 0: all
	Rules    []string      // of Ignore and Accepted: rule ids, which may end in *, and names of checkers
	Syms     []Symbol      // of the others: functions, or the lock
	Reason   string        // in the programmer's words, may be empty
	File     Symbol        // SymFile of the comment
	Line     uint32        // of the comment
	Col      uint32        // of the comment
}

func codeDirective(c *coder, d *Directive) {
	number(c, &d.Kind)
	c.symbol(&d.Target)
	number(c, &d.From)
	number(c, &d.To)
	list(c, &d.Rules, func(c *coder, x *string) { c.str(x) })
	list(c, &d.Syms, func(c *coder, x *Symbol) { c.symbol(x) })
	c.str(&d.Reason)
	c.symbol(&d.File)
	number(c, &d.Line)
	number(c, &d.Col)
}

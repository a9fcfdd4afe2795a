// This file reads the text of one comment.

package directive

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Verb is what a directive says.
type Verb string

// The verbs. Ignore and FileIgnore have other spellings, too.
const (
	Ignore      Verb = "ignore"
	FileIgnore  Verb = "file-ignore"
	Benign      Verb = "benign"
	Owned       Verb = "owned"
	Serial      Verb = "serial"
	NotParallel Verb = "notparallel"
	GuardedBy   Verb = "guardedby"
	Hint        Verb = "hint" // a lock is named in another tool's annotation or in prose
)

// A Comment is one directive as written.
type Comment struct {
	Verb   Verb     // which one
	Args   []string // Ignore, FileIgnore: rules; GuardedBy, Hint: the lock; NotParallel: functions
	Reason string   // in the programmer's words; "" if none is given
	Prose  bool     // of Hint: part of a sentence, so that it may mean something else
	Nolint bool     // of Ignore: in golangci-lint's form, which golangci-lint itself heeds, too
}

// checkers are the names that stand for all rules of one or all checkers, by which rules those are.
var checkers = map[string][]string{"syncvet": {""}, "racecheck": {"RC"}, "deadlockcheck": {"DL", "GL", "CM"}}

var (
	ruleID  = regexp.MustCompile(`^(RC|DL|GL|CM|AV|SV)([0-9]{4}|[0-9]{0,3}\*)$`)
	locks   = regexp.MustCompile(`^\+checklocks(?:read)?:(\S+)$`)
	guarded = regexp.MustCompile(`(?i)\b(?:guarded|protected) by (?:the )?([A-Za-z_][\w.]*\w)`)
)

// Parse reads the text of a comment. It is nil if the comment tells us nothing; an error says what is wrong with one
// that is meant for us.
func Parse(text string) (*Comment, error) {
	text = strings.TrimRight(text, " \t\r\n")
	if rest, ok := strings.CutPrefix(text, "//syncvet:"); ok {
		return parseOwn(rest)
	}
	if rest, ok := strings.CutPrefix(text, "//nolint:"); ok {
		return parseNolint(rest)
	}
	if rest, ok := strings.CutPrefix(text, "//lint:"); ok {
		return parseLint(rest)
	}
	return parseHint(strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(text, "/*"), "*/"))), nil
}

// parseOwn reads what follows our own prefix.
func parseOwn(text string) (*Comment, error) {
	verb, rest, _ := strings.Cut(text, " ")
	c := &Comment{Verb: Verb(verb), Reason: strings.TrimSpace(rest)}
	words := strings.Fields(rest)
	switch c.Verb {
	case Ignore, FileIgnore:
		return ignore(c)
	case Owned, Serial:
	case Benign:
		if c.Reason == "" {
			return nil, errors.New("syncvet:benign needs a reason")
		}
	case GuardedBy:
		if len(words) == 0 {
			return nil, errors.New("syncvet:guardedby needs the name of a lock")
		}
		c.Args, c.Reason = words[:1], strings.Join(words[1:], " ")
	case NotParallel:
		if len(words) < 2 {
			return nil, errors.New("syncvet:notparallel needs the names of two functions")
		}
		c.Args, c.Reason = words[:2], strings.Join(words[2:], " ")
	default:
		return nil, fmt.Errorf("there is no directive syncvet:%s", verb)
	}
	return c, nil
}

// ignore takes the rules off the reason.
func ignore(c *Comment) (*Comment, error) {
	rules, reason, _ := strings.Cut(c.Reason, " ")
	if rules == "" {
		return nil, fmt.Errorf("syncvet:%s needs a rule and a reason", c.Verb)
	}
	for r := range strings.SplitSeq(rules, ",") {
		if !Named(r) {
			return nil, fmt.Errorf("%q is neither a rule nor a checker of syncvet", r)
		}
		if err := unknown(r); err != nil {
			return nil, err
		}
		c.Args = append(c.Args, r)
	}
	if c.Reason = strings.TrimSpace(reason); c.Reason == "" {
		return nil, fmt.Errorf("syncvet:%s needs a reason", c.Verb)
	}
	return c, nil
}

// Named reports whether a word is a rule, a family of rules or a checker of ours.
func Named(word string) bool { return ruleID.MatchString(word) || checkers[word] != nil }

// Rules are the ids of all rules that findings may have.
var Rules = []string{
	"RC1001",
	"RC1002",
	"RC1003",
	"RC1004",
	"RC1005",
	"DL2001",
	"DL2002",
	"DL2003",
	"DL2004",
	"DL2005",
	"DL2006",
	"DL2007",
	"GL3001",
	"CM4001",
	"CM4002",
	"AV5001",
	"AV5002",
	"AV5003",
	"SV0001",
	"SV0002",
	"SV0003",
}

// unknown says that a word has the form of a rule but no rule is meant by it.
func unknown(word string) error {
	if checkers[word] != nil || slices.ContainsFunc(Rules, func(r string) bool { return Covers([]string{word}, r) }) {
		return nil
	}
	return fmt.Errorf("there is no rule %s", word)
}

// firstUnknown is the error of the first such word.
func firstUnknown(words []string) error {
	for _, w := range words {
		if err := unknown(w); err != nil {
			return err
		}
	}
	return nil
}

// parseNolint reads golangci-lint's form; nil if it names none of ours.
func parseNolint(text string) (*Comment, error) {
	names, reason, _ := strings.Cut(text, "//")
	c := &Comment{Verb: Ignore, Reason: strings.TrimSpace(reason), Nolint: true}
	for n := range strings.SplitSeq(names, ",") {
		if n = strings.TrimSpace(n); Named(n) {
			c.Args = append(c.Args, n)
		}
	}
	if len(c.Args) == 0 {
		return nil, nil
	}
	return c, firstUnknown(c.Args)
}

// parseLint reads staticcheck's form; nil if it names none of ours.
func parseLint(text string) (*Comment, error) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != string(Ignore) && words[0] != string(FileIgnore) {
		return nil, nil
	}
	rules := slices.DeleteFunc(strings.Split(words[1], ","), func(r string) bool { return !Named(r) })
	if len(rules) == 0 {
		return nil, nil
	}
	if len(words) == 2 {
		return nil, fmt.Errorf("lint:%s needs a reason", words[0])
	}
	if err := firstUnknown(rules); err != nil {
		return nil, err
	}
	return &Comment{Verb: Verb(words[0]), Args: rules, Reason: strings.Join(words[2:], " ")}, nil
}

// parseHint finds the lock that an annotation for another tool, or prose, names.
func parseHint(text string) *Comment {
	if m := locks.FindStringSubmatch(text); m != nil {
		return &Comment{Verb: Hint, Args: m[1:]}
	}
	if !strings.Contains(text, "ed by ") {
		return nil // most comments; the expression is slow
	}
	if m := guarded.FindStringSubmatch(text); m != nil {
		return &Comment{Verb: Hint, Args: m[1:], Prose: true}
	}
	return nil
}

// Covers reports whether a list of rules and checkers includes a rule.
func Covers(list []string, rule string) bool {
	return slices.ContainsFunc(list, func(r string) bool {
		if families := checkers[r]; families != nil {
			return slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(rule, f) })
		}
		stem, any := strings.CutSuffix(r, "*")
		return r == rule || any && strings.HasPrefix(rule, stem)
	})
}

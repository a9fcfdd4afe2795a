// This file is syncvet why: what orders, guards or separates two places, or the pair itself with all doubts about it.

package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/syncvet/syncvet/internal/report"
)

// lineOrFunc matches the places that may be asked about.
var lineOrFunc = regexp.MustCompile(`^\S+\.go:[1-9][0-9]*(:[0-9]+)?$|^[\pL_(][\pL\pN_./()*-]*$`)

// why answers what is known of two places, or of each pair on standard input. It exits with 1 if the places of a pair
// may race, or a finding concerns both.
func why(args []string, stdout, stderr io.Writer) int {
	s, code := newSession(args, stderr)
	if s == nil {
		return code
	}
	pairs, err := s.opt.takePairs(os.Stdin)
	if err != nil {
		return s.fault(fmt.Errorf("why: %w", err))
	}
	s.opt.confidence = "low"
	if err := s.analyse(); err != nil {
		return s.fault(err)
	}
	if place := report.Missing(pairs[0], s.between); place != "" && len(pairs) == 1 && s.exitCode() <= exitFindings {
		return s.fault(fmt.Errorf("why: there is no %s in these packages", place))
	}
	wrong := false
	for _, p := range pairs {
		if len(pairs) > 1 {
			fmt.Fprintf(stdout, "%s and %s\n\n", p[0], p[1])
		}
		bad, err := report.WriteBetween(stdout, s.view(), p, s.between, s.findings)
		if err != nil {
			return s.fault(err)
		}
		wrong = wrong || bad
	}
	s.remarks()
	if code := s.exitCode(); code != exitClean && code != exitFindings {
		return code
	}
	if wrong {
		return exitFindings
	}
	return exitClean
}

// takePairs separates the pairs of places that are asked about, or "-" for those of a file, from the packages.
func (o *options) takePairs(from io.Reader) (pairs [][2]string, err error) {
	words := o.patterns
	switch {
	case words[0] == "-":
		if pairs, err = readPairs(from); err != nil {
			return nil, err
		}
		words = words[1:]
	case len(words) < 2:
		return nil, errors.New(
			`want two places, each FILE.go:LINE or a function such as pkg.Type.Method, or "-", and then packages (./...)`,
		)
	default:
		pairs, words = [][2]string{{words[0], words[1]}}, words[2:]
	}
	var all []string
	for _, p := range pairs {
		for _, place := range p {
			if !lineOrFunc.MatchString(place) {
				return nil, fmt.Errorf("%q is neither FILE.go:LINE nor a function", place)
			}
		}
		all = append(all, p[:]...)
	}
	if o.why = strings.Join(all, "|"); len(o.why) > maxWhy {
		return nil, fmt.Errorf("%d pairs are too many for one run: they may have %d bytes", len(pairs), maxWhy)
	}
	if o.patterns = words; len(words) == 0 {
		o.patterns = []string{"./..."}
	}
	return pairs, nil
}

// readPairs reads pairs of places, one a line; empty lines, and what follows #, do not count.
func readPairs(from io.Reader) (pairs [][2]string, err error) {
	in := bufio.NewScanner(from)
	for n := 1; in.Scan(); n++ {
		text, _, _ := strings.Cut(in.Text(), "#")
		switch words := strings.Fields(text); len(words) {
		case 0:
		case 2:
			pairs = append(pairs, [2]string(words))
		default:
			return nil, fmt.Errorf("line %d of standard input: want two places", n)
		}
	}
	if in.Err() == nil && len(pairs) == 0 {
		return nil, errors.New("no pair of places on standard input")
	}
	return pairs, in.Err()
}

// This file is how a goroutine comes to a function, and the form that places and ways have in claims.

package guards

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/syncvet/syncvet/facts"
	"github.com/syncvet/syncvet/internal/evidence"
)

// A step is a function on the way to an access and where its caller calls it (not valid for the first).
type step struct {
	fn   *ssa.Function // the function
	call token.Pos     // in the function of the step before
}

// A RootKind says who runs a function.
type RootKind uint8

// The kinds of roots.
const (
	Caller    RootKind = iota // whoever calls an exported function
	Goroutine                 // a goroutine started in this package
	Callback                  // whoever was given a function value
	Single                    // initialisation, or main before it starts anything
)

// rootKinds are the kinds of roots as claims have them.
var rootKinds = [...]evidence.RootKind{
	Caller: evidence.RootExported, Goroutine: evidence.RootNone, Callback: evidence.RootUnseen, Single: evidence.RootInit,
}

// position is a place of the package analysed.
func (c *code) position(pos token.Pos) facts.Position {
	file, line, col := c.src.Position(pos)
	return facts.Position{File: file, Line: uint32(line), Col: uint32(col)}
}

// frames are the steps of a way as claims have them.
func (c *code) frames(steps []step) (path []evidence.Frame) {
	for _, s := range steps {
		path = append(path, evidence.Frame{Func: c.src.FuncSymbol(s.fn), Call: c.position(s.call)})
	}
	return path
}

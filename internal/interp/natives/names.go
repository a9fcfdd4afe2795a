// This file names the types of the machine as the natives do, which mention them in every line.

package natives

import "github.com/syncvet/syncvet/internal/interp/machine"

type (
	world    = machine.World    // the program
	run      = machine.Run      // one execution of it
	thread   = machine.Thread   // a goroutine of it
	native   = machine.Native   // what this package makes
	value    = machine.Value    // any value
	cell     = machine.Cell     // a variable
	slice    = machine.Slice    // a slice
	table    = machine.Table    // a map
	queue    = machine.Queue    // a channel
	iface    = machine.Iface    // a value of interface type
	tuple    = machine.Tuple    // several results
	function = machine.Function // a function value
)

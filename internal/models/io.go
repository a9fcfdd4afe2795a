// This file is the table of formatted output, input and encodings: what they read, write and call.

package models

var ioRows = []Row{
	{Func: "fmt.Print", Reads: []int{0}, Shows: printed(0)},
	{Func: "fmt.Println", Reads: []int{0}, Shows: printed(0)},
	{Func: "fmt.Printf", Reads: []int{1}, Shows: formatted(0)},
	{Func: "fmt.Sprint", Reads: []int{0}, Shows: printed(0)},
	{Func: "fmt.Sprintln", Reads: []int{0}, Shows: printed(0)},
	{Func: "fmt.Sprintf", Reads: []int{1}, Shows: formatted(0)},
	{Func: "fmt.Errorf", Reads: []int{1}, Shows: formatted(0)},
	{Func: "fmt.Fprint", Reads: []int{1}, Callbacks: inline(0, "Write"), Shows: printed(1)},
	{Func: "fmt.Fprintln", Reads: []int{1}, Callbacks: inline(0, "Write"), Shows: printed(1)},
	{Func: "fmt.Fprintf", Reads: []int{2}, Callbacks: inline(0, "Write"), Shows: formatted(1)},
	{Func: "fmt.Sscan", Writes: []int{1}},
	{Func: "fmt.Sscanf", Writes: []int{2}},
	{Func: "fmt.Sscanln", Writes: []int{1}},
	{Func: "fmt.Fscan", Writes: []int{1}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Fscanf", Writes: []int{2}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Fscanln", Writes: []int{1}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Append", Writes: []int{0}, Returns: []int{0}, Shows: printed(1)},
	{Func: "fmt.Appendf", Writes: []int{0}, Returns: []int{0}, Shows: formatted(1)},
	{Func: "fmt.Appendln", Writes: []int{0}, Returns: []int{0}, Shows: printed(1)},

	{Func: "log.Print", Reads: []int{0}, Shows: printed(0)},
	{Func: "log.Println", Reads: []int{0}, Shows: printed(0)},
	{Func: "log.Printf", Reads: []int{1}, Shows: formatted(0)},
	{Func: "(*log.Logger).Print", Reads: []int{1}, Shows: printed(1)},
	{Func: "(*log.Logger).Println", Reads: []int{1}, Shows: printed(1)},
	{Func: "(*log.Logger).Printf", Reads: []int{2}, Shows: formatted(1)},
	{Func: "(*testing.common).Log", Reads: []int{1}, Shows: printed(1)},
	{Func: "(*testing.common).Logf", Reads: []int{2}, Shows: formatted(1)},
	{Func: "(*testing.common).Error", Reads: []int{1}, Shows: printed(1)},
	{Func: "(*testing.common).Errorf", Reads: []int{2}, Shows: formatted(1)},

	{Func: "strconv.AppendInt", Writes: []int{0}, Returns: []int{0}},
	{Func: "strconv.AppendUint", Writes: []int{0}, Returns: []int{0}},
	{Func: "strconv.AppendFloat", Writes: []int{0}, Returns: []int{0}},
	{Func: "strconv.AppendBool", Writes: []int{0}, Returns: []int{0}},
	{Func: "strconv.AppendQuote", Writes: []int{0}, Returns: []int{0}},
	{Func: "(time.Time).AppendFormat", Writes: []int{1}, Returns: []int{1}},

	{Func: "(*os.File).Read", Writes: []int{1}},
	{Func: "(*os.File).ReadAt", Writes: []int{1}},
	{Func: "(*os.File).Write", Reads: []int{1}},
	{Func: "(*os.File).WriteAt", Reads: []int{1}},
	{Func: "os.WriteFile", Reads: []int{1}},
	{Func: "(net.Conn).Read", Writes: []int{1}},
	{Func: "(net.Conn).Write", Reads: []int{1}},
	{Func: "crypto/rand.Read", Writes: []int{0}},

	{Func: "encoding/json.Marshal", Reads: []int{0}, Fresh: true, Shows: &Shows{Arg: 0, Format: -1, Methods: []string{"MarshalJSON", "MarshalText"}}},
	{Func: "encoding/json.MarshalIndent", Reads: []int{0}, Fresh: true, Shows: &Shows{Arg: 0, Format: -1, Methods: []string{"MarshalJSON", "MarshalText"}}},
	{Func: "encoding/json.Unmarshal", Reads: []int{0}, Writes: []int{1}},
	{Func: "(*encoding/json.Decoder).Decode", Writes: []int{0, 1}},
	{Func: "(*encoding/json.Encoder).Encode", Reads: []int{1}, Writes: []int{0}, Shows: &Shows{Arg: 1, Format: -1, Methods: []string{"MarshalJSON", "MarshalText"}}},
	{Func: "encoding/xml.Marshal", Reads: []int{0}, Fresh: true},
	{Func: "encoding/xml.Unmarshal", Reads: []int{0}, Writes: []int{1}},
	{Func: "(*encoding/gob.Decoder).Decode", Writes: []int{1}},
	{Func: "(*encoding/gob.Encoder).Encode", Reads: []int{1}},
	{Func: "encoding/binary.Read", Writes: []int{2}},
	{Func: "encoding/binary.Write", Reads: []int{2}},
	{Func: "reflect.DeepEqual", Reads: []int{0, 1}},
}

// printed are operands that are printed as they are.
func printed(arg int) *Shows {
	return &Shows{Arg: arg, Format: -1, Methods: []string{"Format", "Error", "String"}}
}

// formatted are operands that follow a format.
func formatted(format int) *Shows {
	return &Shows{Arg: format + 1, Format: format, Methods: []string{"Format", "Error", "String"}}
}

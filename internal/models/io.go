// This file is the table of formatted output, input and encodings: what they read, write and call.

package models

var ioRows = []Row{
	{Func: "fmt.Print", Shows: printed(0)},
	{Func: "fmt.Println", Shows: printed(0)},
	{Func: "fmt.Printf", Shows: formatted(0)},
	{Func: "fmt.Sprint", Shows: printed(0)},
	{Func: "fmt.Sprintln", Shows: printed(0)},
	{Func: "fmt.Sprintf", Shows: formatted(0)},
	{Func: "fmt.Errorf", Shows: formatted(0)},
	{Func: "fmt.Fprint", Callbacks: inline(0, "Write"), Shows: printed(1)},
	{Func: "fmt.Fprintln", Callbacks: inline(0, "Write"), Shows: printed(1)},
	{Func: "fmt.Fprintf", Callbacks: inline(0, "Write"), Shows: formatted(1)},
	{Func: "fmt.Sscan", Writes: []int{1}},
	{Func: "fmt.Sscanf", Writes: []int{2}},
	{Func: "fmt.Sscanln", Writes: []int{1}},
	{Func: "fmt.Fscan", Writes: []int{1}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Fscanf", Writes: []int{2}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Fscanln", Writes: []int{1}, Callbacks: inline(0, "Read")},
	{Func: "fmt.Append", Writes: []int{0}, Returns: []int{0}, Shows: printed(1)},
	{Func: "fmt.Appendf", Writes: []int{0}, Returns: []int{0}, Shows: formatted(1)},
	{Func: "fmt.Appendln", Writes: []int{0}, Returns: []int{0}, Shows: printed(1)},

	{Func: "log.Print", Shows: printed(0)},
	{Func: "log.Println", Shows: printed(0)},
	{Func: "log.Printf", Shows: formatted(0)},
	{Func: "(*log.Logger).Print", Shows: printed(1)},
	{Func: "(*log.Logger).Println", Shows: printed(1)},
	{Func: "(*log.Logger).Printf", Shows: formatted(1)},
	{Func: "(*testing.common).Log", Shows: printed(1)},
	{Func: "(*testing.common).Logf", Shows: formatted(1)},
	{Func: "(*testing.common).Error", Shows: printed(1)},
	{Func: "(*testing.common).Errorf", Shows: formatted(1)},

	{Func: "log/slog.Info", Shows: logged(1)},
	{Func: "log/slog.Warn", Shows: logged(1)},
	{Func: "log/slog.Error", Shows: logged(1)},
	{Func: "log/slog.InfoContext", Shows: logged(2)},
	{Func: "log/slog.WarnContext", Shows: logged(2)},
	{Func: "log/slog.ErrorContext", Shows: logged(2)},
	{Func: "(*log/slog.Logger).Info", Shows: logged(2)},
	{Func: "(*log/slog.Logger).Warn", Shows: logged(2)},
	{Func: "(*log/slog.Logger).Error", Shows: logged(2)},
	{Func: "(*log/slog.Logger).InfoContext", Shows: logged(3)},
	{Func: "(*log/slog.Logger).WarnContext", Shows: logged(3)},
	{Func: "(*log/slog.Logger).ErrorContext", Shows: logged(3)},

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

	{Func: "encoding/json.Marshal", Fresh: true, Shows: encoded(0)},
	{Func: "encoding/json.MarshalIndent", Fresh: true, Shows: encoded(0)},
	{Func: "encoding/json.Unmarshal", Reads: []int{0}, Writes: []int{1}},
	{Func: "(*encoding/json.Decoder).Decode", Writes: []int{0, 1}},
	{Func: "(*encoding/json.Encoder).Encode", Writes: []int{0}, Shows: encoded(1)},
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

// encoded are operands that are encoded with all that they consist of.
func encoded(arg int) *Shows {
	return &Shows{Arg: arg, Format: -1, Methods: []string{"MarshalJSON", "MarshalText"}, Deep: true}
}

// logged are operands of structured logging at levels that are on by default.
func logged(arg int) *Shows {
	return &Shows{
		Arg:     arg,
		Format:  -1,
		Methods: []string{"LogValue", "MarshalText", "MarshalJSON", "Format", "Error", "String"},
	}
}

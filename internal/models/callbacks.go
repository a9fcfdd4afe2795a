// This file is the table of functions that call back inline, and of those that only read or write what they are given.

package models

var callbackRows = []Row{
	{Func: "sort.Slice", Writes: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "sort.SliceStable", Writes: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "sort.SliceIsSorted", Reads: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "sort.Sort", Callbacks: inline(0, "Len", "Less", "Swap")},
	{Func: "sort.Stable", Callbacks: inline(0, "Len", "Less", "Swap")},
	{Func: "sort.IsSorted", Callbacks: inline(0, "Len", "Less")},
	{Func: "sort.Reverse", Returns: []int{0}},
	{Func: "sort.Search", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "sort.Find", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "sort.Ints", Writes: []int{0}},
	{Func: "sort.Strings", Writes: []int{0}},
	{Func: "sort.Float64s", Writes: []int{0}},
	{Func: "sort.SearchInts", Reads: []int{0}},
	{Func: "sort.SearchStrings", Reads: []int{0}},
	{Func: "sort.SearchFloat64s", Reads: []int{0}},

	{Func: "maps.Clone", Reads: []int{0}, Fresh: true},
	{Func: "slices.Sort", Writes: []int{0}},
	{Func: "slices.SortFunc", Writes: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial, Elems: 2}}},
	{Func: "slices.SortStableFunc", Writes: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial, Elems: 2}}},
	{Func: "slices.Reverse", Writes: []int{0}},
	{Func: "slices.BinarySearch", Reads: []int{0}},
	{Func: "slices.BinarySearchFunc", Reads: []int{0}, Callbacks: []Callback{{Arg: 2, Self: SelfSerial, Elems: 1}}},
	{Func: "slices.Contains", Reads: []int{0}},
	{Func: "slices.ContainsFunc", Reads: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial, Elems: 1}}},
	{Func: "slices.Index", Reads: []int{0}},
	{Func: "slices.IndexFunc", Reads: []int{0}, Callbacks: []Callback{{Arg: 1, Self: SelfSerial, Elems: 1}}},
	{Func: "slices.Equal", Reads: []int{0, 1}},
	{Func: "slices.DeleteFunc", Writes: []int{0}, Returns: []int{0},
		Callbacks: []Callback{{Arg: 1, Self: SelfSerial, Elems: 1}}},
	{Func: "slices.IsSorted", Reads: []int{0}},

	{Func: "strings.Map", Callbacks: []Callback{{Arg: 0, Self: SelfSerial}}},
	{Func: "strings.FieldsFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.IndexFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.LastIndexFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.ContainsFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.TrimFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.TrimLeftFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "strings.TrimRightFunc", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},

	{Func: "path/filepath.WalkDir", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "path/filepath.Walk", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "io/fs.WalkDir", Callbacks: []Callback{{Arg: 2, Self: SelfSerial}}},
	{Func: "(*regexp.Regexp).ReplaceAllStringFunc", Callbacks: []Callback{{Arg: 2, Self: SelfSerial}}},
	{Func: "(*regexp.Regexp).ReplaceAllFunc", Reads: []int{1}, Callbacks: []Callback{{Arg: 2, Self: SelfSerial}}},

	{Func: "go/ast.Inspect", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/ast.Walk", Callbacks: inline(0, "Visit")},
	{Func: "go/ast.FilterDecl", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/ast.FilterFile", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/ast.FilterPackage", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/parser.ParseDir", Callbacks: []Callback{{Arg: 2, Self: SelfSerial}}},
	{Func: "go/format.Node", Callbacks: inline(0, "Write")},
	{Func: "go/printer.Fprint", Callbacks: inline(0, "Write")},
	{Func: "(*go/printer.Config).Fprint", Callbacks: inline(1, "Write")},
	{Func: "go/types.ObjectString", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/types.TypeString", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},
	{Func: "go/types.SelectionString", Callbacks: []Callback{{Arg: 1, Self: SelfSerial}}},

	{Func: "errors.As", Writes: []int{1}},
	{Func: "errors.Join", Returns: []int{0}},
}

// inline are callbacks of methods of one argument, one after the other.
func inline(arg int, methods ...string) []Callback {
	var list []Callback
	for _, m := range methods {
		list = append(list, Callback{Arg: arg, Method: m, Self: SelfSerial})
	}
	return list
}

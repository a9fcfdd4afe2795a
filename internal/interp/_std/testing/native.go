package testing

// fuzzCall calls the function fn with args in the calling goroutine.
func fuzzCall(fn any, args []any)

package testing

// fuzzCall calls the function fn with args in the calling goroutine.
func fuzzCall(fn any, args []any)

// progress says how far the tests are that TestMain runs: 1 begun, 2 over.
func progress(n int)

// logged keeps what a test logs.
func logged(s string)

// failing notes that a test fails.
func failing()

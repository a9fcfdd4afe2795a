package os

// exit ends the program at once with the exit code.
func exit(code int)

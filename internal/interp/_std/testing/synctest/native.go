package synctest

// run calls f in a new bubble and returns when f and all goroutines started in it have ended.
func run(f func())

// wait returns when all other goroutines of the bubble are blocked.
func wait()

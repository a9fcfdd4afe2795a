package signal

// waiting: a signal may come from now on, so that a program whose goroutines all sleep is not deadlocked.
func waiting()

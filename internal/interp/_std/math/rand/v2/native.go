package rand

// runtime_rand returns the next number of a deterministic generator; it synchronises nothing.
func runtime_rand() uint64

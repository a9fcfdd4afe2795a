// Channel operations: where they stand, and what edges know.
package channels

func basic(c, d chan int) int {
	c <- 1
	x := <-d
	close(c)
	return x
}

// ranged knows on leaving the loop that the channel is closed.
func ranged(c chan int) (s int) {
	for x := range c {
		s += x
	}
	return s
}

// comma knows it where ok is false.
func comma(c chan int) int {
	x, ok := <-c
	if !ok {
		return 0
	}
	return x
}

// selects has an edge per case; the default has none.
func selects(c, d chan int) int {
	select {
	case x := <-c:
		return x
	case d <- 1:
		return 1
	default:
		return 2
	}
}

// closing tells a closed channel in a case.
func closing(c, d chan int) int {
	for {
		select {
		case x, ok := <-c:
			if !ok {
				return x
			}
		case <-d:
		}
	}
}

// empty has cases with empty bodies: each may have happened.
func empty(c, d chan int) {
	select {
	case <-c:
	case d <- 1:
	}
}

// single is a plain receive.
func single(c chan int) {
	select {
	case <-c:
	}
}

// never blocks forever.
func never() { select {} }

func deferred(c chan int) {
	defer close(c)
	c <- 1
}

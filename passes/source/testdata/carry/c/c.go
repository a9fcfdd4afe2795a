// Package c imports b only.
package c

import "carry/b"

func Use(p *int) *int { return b.Make(p).Get() }

// This file finds what a library makes for servers of requests: handlers that nobody has registered yet (S15).

package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsHandler reports whether package net/http calls values of a type for requests, many at a time: an interface or
// function that takes a ResponseWriter and a Request.
func IsHandler(t types.Type) bool {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Interface:
		return u.NumMethods() == 1 && u.Method(0).Name() == "ServeHTTP" && handles(u.Method(0).Signature())
	case *types.Signature:
		return handles(u)
	}
	return false
}

// handles reports whether a signature is that of a handler.
func handles(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && sig.Results().Len() == 0 &&
		isNamed(sig.Params().At(0).Type(), "net/http", "ResponseWriter") &&
		isNamed(sig.Params().At(1).Type(), "net/http", "Request")
}

// isHandler reports whether a method makes its type a handler.
func isHandler(m *ssa.Function) bool {
	return m.Name() == "ServeHTTP" && m.Signature.Recv() != nil && handles(m.Signature)
}

// GivesHandler reports whether a function returns a handler, or functions that lead to one.
func GivesHandler(sig *types.Signature) bool { return givesHandler(sig, handlerDepth) }

// givesHandler reports whether a function returns a handler, or so many functions lead to one.
func givesHandler(sig *types.Signature, depth int) bool {
	for v := range sig.Results().Variables() {
		if IsHandler(v.Type()) {
			return true
		}
		f, ok := Core(v.Type()).(*types.Signature)
		if ok && depth > 1 && givesHandler(f, depth-1) {
			return true
		}
	}
	return false
}

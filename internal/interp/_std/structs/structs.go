// Package structs keeps all of structs.
package structs

type HostLayout struct{ _ hostLayout }

type hostLayout struct{}

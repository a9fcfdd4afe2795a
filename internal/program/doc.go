// Package program is the face of the analysis: a Program is told which packages it consists of, and asked for the
// races, deadlocks and violations of order in them.
//
// # Problem
//
// Facts hold functions; a race is between two goroutines of a program. The rooms behind this one build the program that
// a package sees and look at it: link joins summaries (rules L and O), relink changes a link after an edit (U), order
// says what is shared and what happens before what (S), races and waits say what is wrong (R, K, C, V; D, W), explain
// finds the words. This package asks them, link by link, and puts their answers together.
//
// # Tests
//
// The tests here link whole programs: figures of the papers, bounds, and edits after which a program equals a new one
// (TestGraphEdits, TestModuleEdits, TestSourceEdits).
package program

// This file lists the subcommands.

package cli

import "io"

// A subcommand is what `syncvet NAME ARGS` does.
type subcommand struct {
	name, args, help string
	run              func(args []string, stdout, stderr io.Writer) int
}

// commands are the subcommands in the order of the help text.
func commands() []subcommand {
	return []subcommand{
		{"explain", "RULE | [flags] ID [packages]", "say what a rule means, or show one finding with its stacks", explain},
		{
			"why",
			"[flags] A B | - [packages]",
			"say what orders, guards or separates two places (FILE.go:LINE, or a function), or how they race; with \"-\" each two of a line of standard input",
			why,
		},
		{"merge", "[flags] FILE...", "join reports written with -f json, or with -f sarif, without duplicates", merge},
		{"cache", "stat | clean", "say what syncvet keeps on disk, or remove it", cache},
		{"completion", "bash | zsh | fish", "print a completion script for a shell", completion},
		{"man", "", "print the manual page", manual},
		{
			"version",
			"",
			"print what this executable was built from",
			func(_ []string, stdout, _ io.Writer) int { return version(stdout) },
		},
	}
}

// This file lists the subcommands, in words.

package cli

// A subcommand is what `syncvet NAME ARGS` does.
type subcommand struct {
	name string // as it is typed
	args string // what may follow, in the words of the usage
	help string // what it does, one line without full stop
}

// commands are the subcommands in the order of the help text.
func commands() []subcommand {
	return []subcommand{
		{"explain", "RULE | [flags] ID [packages]", "say what a rule means, or show one finding with its stacks"},
		{
			"why",
			"[flags] A B | - [packages]",
			"say what orders, guards or separates two places (FILE.go:LINE, or a function), or how they race; " +
				"with \"-\" each two of a line of standard input",
		},
		{"merge", "[flags] FILE...", "join reports written with -f json, or with -f sarif, without duplicates"},
		{"cache", "stat | clean", "say what syncvet keeps on disk, or remove it"},
		{"completion", "bash | zsh | fish", "print a completion script for a shell"},
		{"man", "", "print the manual page"},
		{"version", "", "print what this executable was built from"},
	}
}

// This file is `syncvet completion` and `syncvet man`: what shells and man pages say about the command line, from its
// own tables.

package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

// completion prints a script that completes subcommands, flags, and the values of flags that take one of some words.
func completion(args []string, stdout, stderr io.Writer) int {
	o := new(options)
	fs := o.flags(stderr)
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	var flags []string
	fs.VisitAll(func(f *flag.Flag) { flags = append(flags, "-"+f.Name) })
	switch strings.Join(args, " ") {
	case "bash":
		fmt.Fprint(
			stdout,
			"_syncvet() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n  case $prev in\n",
		)
		for _, c := range o.choices() {
			fmt.Fprintf(
				stdout,
				"    -%s) COMPREPLY=($(compgen -W %q -- \"$cur\")); return;;\n",
				c.flag,
				strings.TrimSpace(strings.Join(c.allowed, " ")),
			)
		}
		fmt.Fprintf(
			stdout,
			"  esac\n  case $cur in\n    -*) COMPREPLY=($(compgen -W %q -- \"$cur\"));;\n"+
				"    *) COMPREPLY=($(compgen -W %q -- \"$cur\") $(compgen -d -- \"$cur\"));;\n  esac\n}\n",
			strings.Join(flags, " "),
			strings.Join(names, " "),
		)
		fmt.Fprintln(stdout, "complete -o nospace -F _syncvet syncvet")
	case "zsh":
		fmt.Fprintln(stdout, "#compdef syncvet\nautoload -U +X bashcompinit && bashcompinit")
		return completion([]string{"bash"}, stdout, stderr)
	case "fish":
		for _, c := range commands() {
			fmt.Fprintf(stdout, "complete -c syncvet -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuote(c.help))
		}
		values := map[string]string{}
		for _, c := range o.choices() {
			values[c.flag] = " -xa " + fishQuote(strings.TrimSpace(strings.Join(c.allowed, " ")))
		}
		fs.VisitAll(func(f *flag.Flag) {
			_, text := flag.UnquoteUsage(f)
			fmt.Fprintf(stdout, "complete -c syncvet -o %s%s -d %s\n", f.Name, values[f.Name], fishQuote(text))
		})
	default:
		fmt.Fprintln(stderr, "usage: syncvet completion bash|zsh|fish")
		return exitUsage
	}
	return exitClean
}

// fishQuote is a string in fish.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

// manual prints the manual page, section 1.
func manual(_ []string, stdout, stderr io.Writer) int {
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n.", "\n\\&.")
	fmt.Fprintln(
		stdout,
		".TH SYNCVET 1\n.SH NAME\nsyncvet \\- find data races and deadlocks in Go programs\n"+
			".SH SYNOPSIS\n.B syncvet\n[flags] [packages]",
	)
	for _, c := range commands() {
		fmt.Fprintf(stdout, ".br\n.B syncvet %s\n%s\n", c.name, text.Replace(c.args))
	}
	fmt.Fprintln(
		stdout,
		".SH DESCRIPTION\nAnalyses packages, as go vet names them, without running them. It is a vet tool, too:\n"+
			".B go vet \\-vettool=$(which syncvet) ./...",
	)
	fmt.Fprintln(stdout, ".SH COMMANDS")
	for _, c := range commands() {
		fmt.Fprintf(stdout, ".TP\n.B %s\n%s\n", c.name, text.Replace(c.help))
	}
	fmt.Fprintln(stdout, ".SH OPTIONS")
	new(options).flags(stderr).VisitAll(func(f *flag.Flag) {
		value, help := flag.UnquoteUsage(f)
		fmt.Fprintf(stdout, ".TP\n.BI \\-%s \" %s\"\n%s\n", text.Replace(f.Name), text.Replace(value), text.Replace(help))
		if f.DefValue != "" && f.DefValue != "false" {
			fmt.Fprintf(stdout, "(default %s)\n", text.Replace(f.DefValue))
		}
	})
	fmt.Fprintf(
		stdout,
		".SH EXIT STATUS\n%s\n.SH FILES\n.I .syncvet.yaml\n"+
			"what functions of libraries do, and settings; see\n.B syncvet explain SV0003\n",
		text.Replace(exitText),
	)
	return exitClean
}

// This file is the profiles of the analysis, for who works on it: all packages are analysed in one process then,
// without the go command's cache.

package cli

import (
	"flag"
	"os"
	"path/filepath"
)

// profiles are the files that profiles are written to; "" for none.
type profiles struct {
	cpu   string // of where processor time goes
	mem   string // of what is allocated
	trace string // of what the runtime does
}

// flags declares a flag for each.
func (p *profiles) flags(fs *flag.FlagSet) {
	const how = "; all packages are analysed in one process then, without a cache"
	fs.StringVar(&p.cpu, "debug.cpuprofile", "", "write a CPU profile to a `file`"+how)
	fs.StringVar(&p.mem, "debug.memprofile", "", "write a memory profile to a `file`"+how)
	fs.StringVar(&p.trace, "debug.trace", "", "write an execution trace to a `file`"+how)
}

// args are the flags of syncvet -inprocess that ask for them.
func (p *profiles) args() []string {
	var args []string
	for _, f := range []struct {
		flag string // of the process that analyses
		file string // relative to the working directory, or absolute
	}{{"-cpuprofile=", p.cpu}, {"-memprofile=", p.mem}, {"-trace=", p.trace}} {
		if f.file != "" {
			name, err := filepath.Abs(f.file)
			if err != nil {
				name = f.file
			}
			args = append(args, f.flag+name)
		}
	}
	return args
}

// create makes the files, so that one that cannot be written is known before the analysis.
func (p *profiles) create() error {
	for _, name := range []string{p.cpu, p.mem, p.trace} {
		if name == "" {
			continue
		}
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

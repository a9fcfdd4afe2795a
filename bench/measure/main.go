//go:build unix

// Command measure is a vet tool that runs another vet tool and notes what each run cost.
//
// Go vet starts a tool with fixed arguments, so measure takes its own through the environment:
//
//	MEASURE_TOOL  the tool to run
//	MEASURE_SALT  mixed into the build id that -V=full prints: another salt is another tool to go vet, with a cold cache
//	MEASURE_LOG   file that gets one line of JSON per analysed package (sample.Sample)
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/syncvet/syncvet/bench/sample"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
	os.Exit(code)
}

// run forwards one invocation of the vet protocol.
func run(args []string) (int, error) {
	last := ""
	if len(args) > 0 {
		last = args[len(args)-1]
	}
	switch {
	case last == "-V=full":
		return 0, version()
	case strings.HasSuffix(last, ".cfg"):
		return analyse(args, last)
	default:
		return forward(args)
	}
}

// version prints the tool's version line with the salt mixed into its build id.
func version() error {
	line, err := exec.Command(os.Getenv("MEASURE_TOOL"), "-V=full").Output()
	if err != nil {
		return err
	}
	before, id, ok := bytes.Cut(bytes.TrimSpace(line), []byte("buildID="))
	if !ok {
		return fmt.Errorf("no build id in %q", line)
	}
	sum := sha256.Sum256(append(id, os.Getenv("MEASURE_SALT")...))
	// Go vet requires the program's own name at the start of the line.
	rest := before[bytes.IndexByte(before, ' '):]
	_, err = fmt.Printf("measure%sbuildID=%s\n", rest, hex.EncodeToString(sum[:]))
	return err
}

// forward runs the tool.
func forward(args []string) (int, error) {
	cmd := exec.Command(os.Getenv("MEASURE_TOOL"), args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return exitCode(cmd, cmd.Run())
}

// exitCode tells a tool's own failure from a failure to run it.
func exitCode(cmd *exec.Cmd, err error) (int, error) {
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

// analyse runs the tool on one package and notes the cost.
func analyse(args []string, cfg string) (int, error) {
	cmd := exec.Command(os.Getenv("MEASURE_TOOL"), args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	code, err := exitCode(cmd, cmd.Run())
	if err != nil {
		return 0, err
	}
	s, err := note(cmd.ProcessState, cfg)
	if err != nil {
		return 0, err
	}
	return code, appendLine(os.Getenv("MEASURE_LOG"), s)
}

// note collects what the run cost and what it wrote.
func note(state *os.ProcessState, cfg string) (*sample.Sample, error) {
	data, err := os.ReadFile(cfg)
	if err != nil {
		return nil, err
	}
	var config struct {
		ID         string // package, test variants told apart: "p [p.test]"
		VetxOnly   bool   // facts wanted, no diagnostics
		VetxOutput string // file for the facts
	}
	if err := json.Unmarshal(data, &config); err != nil {
		return nil, err
	}
	usage := state.SysUsage().(*syscall.Rusage)
	s := &sample.Sample{
		Package:   config.ID,
		FactsOnly: config.VetxOnly,
		CPU:       state.UserTime() + state.SystemTime(),
		MaxRSS:    int64(usage.Maxrss),
	}
	if vetx, err := os.ReadFile(config.VetxOutput); err == nil {
		facts := factsOf(vetx)
		sum := sha256.Sum256(facts)
		s.Facts, s.Hash = int64(len(facts)), hex.EncodeToString(sum[:])
		own(s, facts)
	}
	return s, nil
}

// factsOf returns the facts in a file that unitchecker wrote: "vetx", the lengths of two sections, the types' export
// data, the facts. Anything else counts as facts.
func factsOf(vetx []byte) []byte {
	const header = 12
	if len(vetx) < header || string(vetx[:4]) != "vetx" {
		return vetx
	}
	types := int(binary.LittleEndian.Uint32(vetx[4:8]))
	facts := int(binary.LittleEndian.Uint32(vetx[8:header]))
	if header+types+facts > len(vetx) {
		return vetx
	}
	return vetx[header+types:][:facts]
}

// appendLine adds one line to the log. Runs go on in parallel; short appends do not mix.
func appendLine(file string, s *sample.Sample) error {
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

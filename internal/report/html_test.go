package report

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/syncvet/syncvet/internal/ruledoc"
)

// htmlOf is the page of findings.
func htmlOf(t *testing.T, findings []*Finding) string {
	t.Helper()
	var out bytes.Buffer
	v := &View{Cwd: "/src/racedemo", Source: func(p Pos) string { return fmt.Sprintf("\tline %d of %s", p.Line, p.File) }}
	if err := writeHTML(&out, v, findings, &Totals{Packages: 2}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPage checks that every finding is an article with all that is asked of it, and is in the list.
func TestPage(t *testing.T) {
	findings := samples()
	findings[0].Baseline = StateKnown
	text := htmlOf(t, findings)
	for _, f := range findings {
		if strings.Count(text, `<article id="`+f.ID+`"`) != 1 || strings.Count(text, `<li data-id="`+f.ID+`"`) != 1 {
			t.Errorf("%s: no article, or not in the list", f.Message)
		}
		if n := strings.Count(text, `href="`+ruledoc.URL(f.Rule)+`"`); n == 0 {
			t.Errorf("%s: no link to its rule", f.Rule)
		}
	}
	for what, n := range map[string]int{
		"<h3>How it happens</h3>":               4,
		"<h3>Stacks</h3>":                       4,
		"<h3>Who starts whom</h3>":              4,
		"<h3>What is held, and waited for</h3>": 1,
		"Lock graph of all findings":            1,
	} {
		if got := strings.Count(text, what); got != n {
			t.Errorf("%d times %s, want %d", got, what, n)
		}
	}
	if !strings.Contains(text, `class="line hit"><i>18</i>line 18 of cache.go`) {
		t.Error("the line of an access is not marked in its source")
	}
	if strings.Count(text, "<svg") != strings.Count(text, "</svg>") ||
		strings.Count(text, "<article") != strings.Count(text, "</article>") {
		t.Error("elements are not closed")
	}
}

// TestPageAlone checks that the page loads nothing: all its URLs are links to pages of rules, or to its own articles.
func TestPageAlone(t *testing.T) {
	text := htmlOf(t, samples())
	for _, m := range regexp.MustCompile(`(?:src|href|url|action)\s*[=(]\s*["']?([^"')>\s]*)`).FindAllStringSubmatch(
		text,
		-1,
	) {
		u, err := url.Parse(m[1])
		if err != nil ||
			!strings.HasPrefix(m[1], "#") && !strings.HasPrefix(u.String(), ruledoc.ProjectURL+"/blob/main/docs/rules/") {
			t.Errorf("the page refers to %s", m[0])
		}
	}
	if strings.Contains(text, "@import") || strings.Contains(text, "fetch(") {
		t.Error("the page loads something")
	}
}

// TestPageEscapes checks that names from the source stay text.
func TestPageEscapes(t *testing.T) {
	const bad = `</script></svg><img onerror=alert(1)>`
	f, g := partlyLocked(), lockCycle()
	f.Variable.Name, f.Message, f.Fix = bad, bad, []string{bad}
	f.Accesses[0].Expr, f.Accesses[0].Func, f.Accesses[0].Path[0].Func = bad, bad, bad
	g.Threads[0].Steps[0].Object, g.Threads[0].Steps[0].Text = bad, bad
	g.Trace[0].Text, g.Threads[0].Origin.Name = bad, bad
	if text := htmlOf(t, []*Finding{f, g}); strings.Contains(text, "<img") || strings.Count(text, "<script>") != 1 {
		t.Error("a name from the source is markup")
	}
}

// events are a schedule's events in short: lane, class and what it points to.
func events(s *schedule) string {
	var out []string
	for _, e := range s.events {
		text := fmt.Sprintf("%d:%s", e.lane+1, e.class)
		if e.to >= 0 {
			text += fmt.Sprintf(">%d", e.to+1)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

// TestSchedule checks who starts whom and what happens when: a race ends with two accesses at once, a deadlock with
// waits for what the other holds.
func TestSchedule(t *testing.T) {
	noTrace := lockCycle()
	noTrace.Trace = nil
	bothStarted := partlyLocked()
	bothStarted.Accesses[1].Origin = Origin{
		Kind:  "go",
		Name:  "TestRace.func2",
		Pos:   at("racedemo", "demo_test.go", 27, 2),
		Chain: []Frame{{Func: "TestRace", Pkg: "racedemo"}},
	}
	bothStarted.Accesses[1].Path[0].Func = "TestRace.func2"
	for name, c := range map[string]struct {
		f     *Finding
		lanes int
		want  string
	}{
		"one starts the other":    {partlyLocked(), 2, "2:start>1 1:call 2:call 2:lock 1:access 2:access"},
		"both started by a third": {bothStarted, 3, "3:start>1 3:start>2 1:call 2:call 2:lock 1:access 2:access"},
		"deadlock":                {lockCycle(), 2, "1:start>2 1:call 1:lock 2:lock 1:wait>2 2:wait>1"},
		"deadlock without trace":  {noTrace, 2, "1:start>2 1:call 1:lock 2:lock 1:wait>2 2:wait>1"},
	} {
		s := interleave(c.f)
		if got := events(s); got != c.want || len(s.lanes) != c.lanes {
			t.Errorf("%s: %d lanes, %s; want %d, %s", name, len(s.lanes), got, c.lanes, c.want)
		}
	}
	if interleave(malformed()) != nil {
		t.Error("a comment has goroutines")
	}
}

// TestTree checks that a goroutine stands below the calls that lead to its start, and its starter is marked where it is
// one of the two.
func TestTree(t *testing.T) {
	got := ""
	for _, n := range (&View{Cwd: "/src/racedemo"}).tree(lockCycle()) {
		got += fmt.Sprintf("%d %s %s %v\n", n.Depth, n.Text, n.Place, n.Mark)
	}
	if want := "0 main  [goroutine 1]\n1 goroutine (*tbl).gc locks.go:23 [goroutine 2]\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// chromium is the browser under one of its names; empty if it is not installed.
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// TestPageInBrowser opens the page in Chromium, where it is installed, and checks that its script runs: the known
// finding is filtered out, one other is shown, and the drawings have a size.
func TestPageInBrowser(t *testing.T) {
	browser := chromium()
	if browser == "" || testing.Short() {
		t.Skip("no chromium")
	}
	findings := []*Finding{handler(), partlyLocked(), lockCycle()}
	findings[0].Baseline = StateKnown
	probe := `<script>document.title = [document.documentElement.className, document.getElementById("shown").textContent,
		document.querySelectorAll("article.current").length,
		document.querySelector("article.current svg").getBoundingClientRect().height > 100].join("|")</script>`
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(
		name,
		[]byte(strings.Replace(htmlOf(t, findings), "</body>", probe+"</body>", 1)),
		0o666,
	); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+name).Output()
	if err != nil {
		t.Fatal(err)
	}
	title := regexp.MustCompile(`<title>(.*)</title>`).FindSubmatch(out)
	if title == nil || string(title[1]) != "js|2 of 3 shown|1|true" {
		t.Errorf("the page says %q", title)
	}
}

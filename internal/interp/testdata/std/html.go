package main

import (
	"html/template"
	"strings"
)

func run() {
	t := template.Must(template.New("t").Parse(`<a href="/x?q={{.Q}}">{{.Text}}</a><script>var x = {{.JS}};</script>{{.Safe}}`))
	var out strings.Builder
	err := t.Execute(&out, map[string]any{
		"Q": "a b&c", "Text": "<b>", "JS": map[string]int{"k": 1}, "Safe": template.HTML("<i>"),
	})
	say(out.String(), err)
}

package main

import (
	"encoding/xml"
	"strings"
)

type address struct {
	City string `xml:"city"`
	Zip  string `xml:"zip,attr"`
}

type person struct {
	XMLName xml.Name `xml:"person"`
	ID      int      `xml:"id,attr"`
	Name    string   `xml:"name"`
	Mails   []string `xml:"mails>mail"`
	Addr    *address `xml:"address"`
	Note    string   `xml:",comment"`
}

func run() {
	p := person{ID: 5, Name: "A <b>", Mails: []string{"x", "y"}, Addr: &address{"C", "123"}, Note: "n"}
	b, err := xml.MarshalIndent(p, "", " ")
	say(string(b), err)
	var q person
	say(xml.Unmarshal(b, &q), q.ID, q.Name, q.Mails, *q.Addr, q.Note)
	d := xml.NewDecoder(strings.NewReader("<a><b/></a>"))
	for {
		t, err := d.Token()
		if err != nil {
			say(err)
			break
		}
		switch t := t.(type) {
		case xml.StartElement:
			say("start", t.Name.Local)
		case xml.EndElement:
			say("end", t.Name.Local)
		}
	}
	say(xml.Unmarshal([]byte("<a>"), &q))
}

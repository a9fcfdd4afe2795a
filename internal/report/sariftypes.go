// This file is the part of the SARIF 2.1.0 object model that the format "sarif" writes. Names and meanings are those of
// the standard, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; its section numbers stand at the
// types.

package report

type sarifLog struct { // 3.13
	Schema  string     `json:"$schema"` // URL of the schema that the file keeps to
	Version string     `json:"version"` // of SARIF: "2.1.0"
	Runs    []sarifRun `json:"runs"`    // one, unless logs were merged
}

type sarifRun struct { // 3.14
	Tool        sarifTool         `json:"tool"`        // who found it: syncvet and its rules
	Invocations []sarifInvocation `json:"invocations"` // one: whether everything was analysed
	// what URIs are relative to, by name: the repository under sarifRoot; nil if it is not known
	BaseIDs    map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
	ColumnKind string                   `json:"columnKind"` // the unit of columns: "utf16CodeUnits"
	Results    []sarifResult            `json:"results"`    // never null: no results is an empty list
}

type sarifTool struct { // 3.18
	Driver sarifDriver `json:"driver"` // the program itself; there are no extensions
}

type sarifDriver struct { // 3.19
	Name    string `json:"name"`              // of the program
	Version string `json:"version,omitempty"` // of the program; "" when unknown
	URI     string `json:"informationUri"`    // the project's home page
	// all, found or not, in the order of ruledoc.Rules; results point into it
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct { // 3.49
	ID      string      `json:"id"`                   // "RC1001"
	Short   sarifText   `json:"shortDescription"`     // ruledoc's title: one line
	Full    sarifText   `json:"fullDescription"`      // why it is wrong: a paragraph
	Help    sarifText   `json:"help"`                 // the whole page of the rule, as text and as Markdown
	HelpURI string      `json:"helpUri"`              // where that page stands
	Default sarifConfig `json:"defaultConfiguration"` // what holds where a result says nothing else
	// "precision", "problem.severity" and "tags", which code scanning services read
	Properties map[string]any `json:"properties"`
}

type sarifConfig struct { // 3.50
	Level string `json:"level"` // "error", "warning" or "note"
}

type sarifText struct { // 3.11, 3.12
	Text     string `json:"text"`               // plain; of a message with links to related locations, "[name](id)"
	Markdown string `json:"markdown,omitempty"` // the same as Markdown; "" where there is no such form
}

type sarifInvocation struct { // 3.20
	// everything was analysed: nothing skipped, nothing incomplete
	Successful bool `json:"executionSuccessful"`
	// what was left out, and why; nil when nothing was
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct { // 3.58
	Level   string    `json:"level"`   // always "warning"
	Message sarifText `json:"message"` // the package and what happened to it
}

type sarifResult struct { // 3.27
	RuleID string `json:"ruleId"` // Finding.Rule
	// index into the driver's rules; -1 for a rule that is not there
	RuleIndex int    `json:"ruleIndex"`
	Level     string `json:"level"` // Finding.Level in SARIF's words
	// the headline and the evidence, with links to Related
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"` // exactly one: where it is reported
	// the evidence, numbered from 1 as the message's links have it
	Related []sarifLocation `json:"relatedLocations,omitempty"`
	// none or one, with a thread flow for each goroutine
	CodeFlows []sarifCodeFlow `json:"codeFlows,omitempty"`
	// Finding.ID under sarifPrint: by it services recognise a finding again
	Fingerprints map[string]string `json:"partialFingerprints"`
	// Finding.Baseline: "new", "unchanged", "absent"; "" without a baseline
	BaselineState string         `json:"baselineState,omitempty"`
	Rank          float64        `json:"rank"`       // 0 to 100: confidence
	Properties    map[string]any `json:"properties"` // "confidence" and "variable", in our words
}

type sarifLocation struct { // 3.28
	ID int `json:"id,omitempty"` // what links of the message name; 0 for none
	// nil if the place is not known: then only the message remains
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"` // none, or the function that contains it
	Message  *sarifText     `json:"message,omitempty"`          // what is there; nil if nothing is said of it
}

type sarifPhysical struct { // 3.29
	Artifact sarifArtifact `json:"artifactLocation"` // the file
	Region   *sarifRegion  `json:"region,omitempty"` // nil means the whole file; this program always sets it
}

type sarifArtifact struct { // 3.4
	// of the file, by sarifFile: relative to BaseID, absolute, or by import path
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"` // sarifRoot if URI is relative to the repository, "" otherwise
}

type sarifRegion struct { // 3.30
	StartLine   int `json:"startLine"`             // 1-based
	StartColumn int `json:"startColumn,omitempty"` // in UTF-16 code units, from 1
}

type sarifLogical struct { // 3.33
	// of a function, qualified by its package where that is another one than the finding's
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"` // always "function"
}

type sarifCodeFlow struct { // 3.36
	Threads []sarifThreadFlow `json:"threadFlows"` // one for each goroutine that has stops
}

type sarifThreadFlow struct { // 3.37
	ID      string          `json:"id"`        // of the goroutine: "goroutine 1"
	Message sarifText       `json:"message"`   // what it is: "goroutine (*Server).work", "any caller"
	Stops   []sarifFlowStop `json:"locations"` // from its start to the access, or to what blocks
}

type sarifFlowStop struct { // 3.38
	Location sarifLocation `json:"location"`     // the place, its function and what happens there
	Level    int           `json:"nestingLevel"` // depth of calls: 0 in the goroutine's first function
	// position among the events of all goroutines, from 1; 0 when it is not known or does not matter
	Order      int    `json:"executionOrder,omitempty"`
	Importance string `json:"importance"` // "essential" for the last stop, "important" for the others
}

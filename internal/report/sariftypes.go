// This file is the part of the SARIF 2.1.0 object model that the format "sarif" writes. Names and meanings are those of
// the standard, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; its section numbers stand at the
// types.

package report

type sarifLog struct { // 3.13
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct { // 3.14
	Tool        sarifTool                `json:"tool"`
	Invocations []sarifInvocation        `json:"invocations"`
	BaseIDs     map[string]sarifArtifact `json:"originalUriBaseIds,omitempty"`
	ColumnKind  string                   `json:"columnKind"`
	Results     []sarifResult            `json:"results"` // never null: no results is an empty list
}

type sarifTool struct { // 3.18
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct { // 3.19
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	URI     string      `json:"informationUri"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct { // 3.49
	ID         string         `json:"id"`
	Short      sarifText      `json:"shortDescription"`
	Full       sarifText      `json:"fullDescription"`
	Help       sarifText      `json:"help"`
	HelpURI    string         `json:"helpUri"`
	Default    sarifConfig    `json:"defaultConfiguration"`
	Properties map[string]any `json:"properties"`
}

type sarifConfig struct { // 3.50
	Level string `json:"level"`
}

type sarifText struct { // 3.11, 3.12
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct { // 3.20
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct { // 3.58
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifResult struct { // 3.27
	RuleID        string            `json:"ruleId"`
	RuleIndex     int               `json:"ruleIndex"`
	Level         string            `json:"level"`
	Message       sarifText         `json:"message"`
	Locations     []sarifLocation   `json:"locations"`
	Related       []sarifLocation   `json:"relatedLocations,omitempty"`
	CodeFlows     []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Fingerprints  map[string]string `json:"partialFingerprints"`
	BaselineState string            `json:"baselineState,omitempty"`
	Rank          float64           `json:"rank"` // 0 to 100: confidence
	Properties    map[string]any    `json:"properties"`
}

type sarifLocation struct { // 3.28
	ID       int            `json:"id,omitempty"`
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
	Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	Message  *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct { // 3.29
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct { // 3.4
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type sarifRegion struct { // 3.30
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"` // in UTF-16 code units, from 1
}

type sarifLogical struct { // 3.33
	Name string `json:"fullyQualifiedName"`
	Kind string `json:"kind"`
}

type sarifCodeFlow struct { // 3.36
	Threads []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct { // 3.37
	ID      string          `json:"id"`
	Message sarifText       `json:"message"`
	Stops   []sarifFlowStop `json:"locations"`
}

type sarifFlowStop struct { // 3.38
	Location   sarifLocation `json:"location"`
	Level      int           `json:"nestingLevel"`
	Order      int           `json:"executionOrder,omitempty"`
	Importance string        `json:"importance"`
}

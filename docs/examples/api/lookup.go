// Looks up a number and prints the result. Uses only the Go standard library.
//
//	NUMSIFT_API_KEY=ns_… go run lookup.go +12015550100 [whatsapp …]
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

type number struct {
	Number        string            `json:"number"`
	International *string           `json:"international"`
	Valid         bool              `json:"valid"`
	Reason        *string           `json:"reason"`
	Type          *string           `json:"type"`
	Country       *string           `json:"country"`
	Carrier       *string           `json:"carrier"`
	Checks        map[string]*check `json:"checks"`
}

type check struct {
	Status *string `json:"status"`
	Error  *struct {
		Code string `json:"code"`
	} `json:"error"`
}

type problem struct {
	Type   string `json:"type"`
	Code   string `json:"code"`
	Detail string `json:"detail"`
}

var client = &http.Client{Timeout: time.Minute}

func lookup(base, key, phone string, projects []string) (*number, error) {
	body, err := json.Marshal(map[string]any{"number": phone, "checks": projects})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, base+"/v1/lookup", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	if response.StatusCode != http.StatusOK {
		var failure problem
		if err := decoder.Decode(&failure); err != nil {
			return nil, fmt.Errorf("error: %s", response.Status)
		}
		return nil, fmt.Errorf("error (%s): %s, see %s", failure.Code, failure.Detail, failure.Type)
	}
	var result number
	return &result, decoder.Decode(&result)
}

// orUnknown returns the text, or "unknown" if there is none.
func orUnknown(text *string) string {
	if text == nil {
		return "unknown"
	}
	return *text
}

func main() {
	base := os.Getenv("NUMSIFT_URL")
	if base == "" {
		base = "http://127.0.0.1:8080"
	}
	if len(os.Args) < 2 {
		log.Fatal("usage: lookup NUMBER [PROJECT …]")
	}
	result, err := lookup(base, os.Getenv("NUMSIFT_API_KEY"), os.Args[1], append([]string{}, os.Args[2:]...))
	if err != nil {
		log.Fatal(err)
	}
	if result.Valid {
		fmt.Printf("%s: %s in %s, carrier %s\n", orUnknown(result.International), orUnknown(result.Type), orUnknown(result.Country), orUnknown(result.Carrier))
	} else {
		fmt.Printf("%s is not a valid number: %s\n", result.Number, orUnknown(result.Reason))
	}
	for project, check := range result.Checks {
		switch {
		case check == nil:
			fmt.Printf("%s: not asked\n", project)
		case check.Error != nil:
			fmt.Printf("%s: no answer (%s)\n", project, check.Error.Code)
		default:
			fmt.Printf("%s: %s\n", project, orUnknown(check.Status))
		}
	}
}

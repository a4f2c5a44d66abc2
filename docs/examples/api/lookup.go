// Looks one number up and prints what is known about it. Needs nothing but Go.
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

func lookup(base, key, wanted string, projects []string) (*number, error) {
	body, err := json.Marshal(map[string]any{"number": wanted, "projects": projects})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(http.MethodPost, base+"/v1/lookup", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+key)
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	decoder := json.NewDecoder(answer.Body)
	if answer.StatusCode != http.StatusOK {
		var refused problem
		if err := decoder.Decode(&refused); err != nil {
			return nil, fmt.Errorf("refused: %s", answer.Status)
		}
		return nil, fmt.Errorf("refused (%s): %s, see %s", refused.Code, refused.Detail, refused.Type)
	}
	var found number
	return &found, decoder.Decode(&found)
}

// told is the text, or what to say where there is none.
func told(text *string) string {
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
		log.Fatal("which number?")
	}
	found, err := lookup(base, os.Getenv("NUMSIFT_API_KEY"), os.Args[1], append([]string{}, os.Args[2:]...))
	if err != nil {
		log.Fatal(err)
	}
	if found.Valid {
		fmt.Printf("%s: %s in %s, carrier %s\n", told(found.International), told(found.Type), told(found.Country), told(found.Carrier))
	} else {
		fmt.Printf("%s is no valid number: %s\n", found.Number, told(found.Reason))
	}
	for project, result := range found.Checks {
		switch {
		case result == nil:
			fmt.Printf("%s: not asked\n", project)
		case result.Error != nil:
			fmt.Printf("%s: no answer (%s)\n", project, result.Error.Code)
		default:
			fmt.Printf("%s: %s\n", project, told(result.Status))
		}
	}
}

// render-chart renders the Helm chart with Go's own templates, for machines without helm.
//
//	go run render-chart.go TEMPLATES < context.json
//
// The context is what Helm passes to templates: Values, Chart and Release. Only the functions that the chart uses are
// defined; a template that uses another one fails.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

func main() {
	var context map[string]any
	decoder := json.NewDecoder(os.Stdin)
	decoder.UseNumber()
	check(decoder.Decode(&context))
	chart := template.New("chart").Option("missingkey=error")
	chart.Funcs(template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var out bytes.Buffer
			err := chart.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		// JSON is YAML.
		"toYaml": func(value any) (string, error) {
			text, err := json.Marshal(value)
			return string(text), err
		},
		"quote":   func(value any) string { return fmt.Sprintf("%q", fmt.Sprint(value)) },
		"nindent": func(spaces int, text string) string { return "\n" + indent(spaces, text) },
		"default": func(other, value any) any {
			if value == nil || value == "" {
				return other
			}
			return value
		},
		"add": func(values ...any) (int64, error) {
			sum := int64(0)
			for _, value := range values {
				number, err := json.Number(fmt.Sprint(value)).Int64()
				if err != nil {
					return 0, err
				}
				sum += number
			}
			return sum, nil
		},
	})
	files, err := filepath.Glob(filepath.Join(os.Args[1], "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		_, err = chart.New(filepath.Base(file)).Parse(string(text))
		check(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".yaml") {
			fmt.Println("---")
			check(chart.ExecuteTemplate(os.Stdout, filepath.Base(file), context))
		}
	}
}

func indent(spaces int, text string) string {
	padding := strings.Repeat(" ", spaces)
	return padding + strings.ReplaceAll(text, "\n", "\n"+padding)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

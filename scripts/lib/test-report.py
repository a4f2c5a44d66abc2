#!/usr/bin/env python3
"""Reads the report of a test runner.

    test-report.py count RUNNER REPORT     prints "PASSED FAILED"
    test-report.py failed RUNNER REPORT    prints one failed test per line
    test-report.py filter REPORT           prints a nextest filter that selects the failed tests

RUNNER is nextest (JUnit XML), vitest or playwright (JSON).
"""

import json
import sys
import xml.etree.ElementTree as ElementTree


def nextest(path):
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        for case in suite.iter("testcase"):
            bad = case.find("failure") is not None or case.find("error") is not None
            yield f"{suite.get('name')} {case.get('name')}", not bad


def vitest(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    for suite in report["testResults"]:
        if suite["status"] == "failed" and not suite["assertionResults"]:
            yield f"{suite['name']} (did not load)", False
        for test in suite["assertionResults"]:
            if test["status"] in ("passed", "failed"):
                yield f"{suite['name']} {test['fullName']}", test["status"] == "passed"


def playwright(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)

    def specs(suite):
        yield from suite.get("specs", [])
        for inner in suite.get("suites", []):
            yield from specs(inner)

    for suite in report["suites"]:
        for spec in specs(suite):
            for test in spec["tests"]:
                if test["status"] != "skipped":
                    yield f"{spec['file']}:{spec['line']} {spec['title']}", test["status"] == "expected"
    for error in report.get("errors", []):
        yield f"run: {error.get('message', 'failed')[:200]}", False


READERS = {"nextest": nextest, "vitest": vitest, "playwright": playwright}


def main():
    command, *rest = sys.argv[1:]
    if command == "filter":
        failed = [name for name, passed in nextest(rest[0]) if not passed]
        print(" | ".join("(binary_id(={}) & test(={}))".format(*name.split(" ", 1)) for name in failed))
        return
    runner, path = rest
    try:
        results = list(READERS[runner](path))
    except (OSError, ValueError, KeyError, ElementTree.ParseError):
        results = []  # no report: the caller counts a run without results as failed
    if command == "count":
        passed = sum(1 for _, good in results if good)
        print(passed, len(results) - passed)
    else:
        for name, good in results:
            if not good:
                print(name.replace("\n", " "))


if __name__ == "__main__":
    main()

"""Prints the Pollock scores of the tables in a folder: score.py CHECKOUT TABLES.

Uses the metrics and weights of the benchmark itself. A file scores up to 10 points: one for being read at all, and
precision, recall and F1 of header, records and cells. The simple score is the mean over all files; the weighted one
counts each file by how common its fault is among published files.
"""

import functools
import json
import os
import sys

checkout, tables = sys.argv[1:]
sys.path.insert(0, checkout)
os.chdir(checkout)

from pollock import metrics  # noqa: E402

metrics.normalize_cell = functools.lru_cache(maxsize=None)(metrics.normalize_cell)

with open("pollock_weights.json") as file:
    weights = json.load(file)
scores = {}
for name in sorted(os.listdir("polluted_files/csv")):
    table = os.path.join(tables, name + "_converted.csv")
    read = metrics.successful_csv(table)
    parts = metrics.header_record_cell_measures_csv(f"polluted_files/clean/{name}", table) if read else [0] * 9
    scores[name] = read + sum(parts)

simple = sum(scores.values()) / len(scores)
total = sum(weights.get(name, 0) for name in scores)
weighted = sum(score * weights.get(name, 0) for name, score in scores.items()) / total
for name, score in sorted(scores.items(), key=lambda item: item[1] - 10)[:40]:
    if score < 9.9:
        lost = (10 - score) * weights.get(name, 0) / total
        print(f"{score:6.3f}  {lost:.4f}  {name}")
print(f"{len(scores)} files: simple {simple:.3f}, weighted {weighted:.3f}")

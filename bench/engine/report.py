"""Prints the results of all peers as one table: report.py FOLDER."""

import json
import statistics
import sys
from pathlib import Path

EXACT = 99.9  # a peer is exact if it agrees with the reference on the validity of this share of lines, in percent
NEARLY = 99.8  # rlibphonenumber reaches 99.85 and is much faster than the exact peers, so it is shown as well


def load(folder):
    """Results by name, with the median rate over all turns."""
    results = {}
    for path in sorted(folder.glob("*.json")):
        for line in path.read_text(encoding="utf-8").splitlines():
            turn = json.loads(line)
            result = results.setdefault(turn["name"], {**turn, "seconds": [], "cpu": [], "memory": 0})
            result["answers"] = folder / (path.stem + ".tsv")
            result["seconds"] += turn.get("seconds", [])
            result["cpu"] += turn.get("cpu", [])
            result["memory"] = max(result["memory"], turn.get("memory", 0))
    for result in results.values():
        if result["seconds"]:
            result["rate"] = result["lines"] / statistics.median(result["seconds"])
    return results


def agreement(answers, reference):
    """Share of lines with the same validity, and with the same four answers."""
    if not answers.exists():
        return None
    valid = same = lines = 0
    with answers.open(encoding="utf-8") as ours, reference.open(encoding="utf-8") as theirs:
        for mine, wanted in zip(ours, theirs):
            mine, wanted = mine.rstrip("\n").split("\t"), wanted.rstrip("\n").split("\t")
            lines += 1
            valid += mine[0] == wanted[0]
            # The other answers about an invalid number do not count.
            same += mine[0] == wanted[0] and (wanted[0] == "0" or mine == wanted)
    return (100 * valid / lines, 100 * same / lines) if lines else None


def main():
    folder = Path(sys.argv[1])
    results = load(folder)
    ours = results["numplan, plain loop"]["rate"]
    rows, peers = [], []
    for name, result in results.items():
        if "rate" not in result or name.startswith(("unrank", "random")):
            continue
        same = agreement(result["answers"], folder / "reference.tsv")
        rows.append((result["rate"], name, result["version"], same))
        if not name.startswith(("numplan", "numsift")):
            # The reference agrees with itself.
            agrees = 100 if name == "Python phonenumbers" else same[0] if same else 0
            peers.append((result["rate"], name, agrees))
    rows.sort(reverse=True)
    print("| engine | version | numbers/s | of numplan's plain loop | validity agrees | all four agree |")
    print("|---|---|---:|---:|---:|---:|")
    for rate, name, version, same in rows:
        share = f"{rate / ours:.2f}" if rate * 2 > ours else f"1/{ours / rate:.0f}"
        agrees = f"{same[0]:.2f} % | {same[1]:.2f} %" if same else "– | –"
        print(f"| {name} | {version} | {rate:,.0f} | {share} | {agrees} |")
    print()
    facts(results, peers)


def fastest(peers, agreement):
    """Rate and name of the fastest peer with at least this agreement."""
    return max(((rate, name) for rate, name, agrees in peers if agrees >= agreement), default=None)


def facts(results, peers):
    """The figures with a target."""
    rate = {name: result["rate"] for name, result in results.items() if "rate" in result}
    plain, batch = rate["numplan, plain loop"], rate["numplan, batch"]
    print("| figure | value | target |")
    print("|---|---:|---:|")
    marks = [(fastest(peers, EXACT), f"the fastest peer that agrees on {EXACT} %", 50, 40)]
    if fastest(peers, NEARLY) != marks[0][0]:
        marks.append((fastest(peers, NEARLY), f"the fastest that agrees on {NEARLY} %", 50, 40))
    marks.append((fastest(peers, 0), "the fastest of all", 15, None))
    # The product uses batches; the peers run a plain loop.
    for way, kind in (("batch", batch), ("plain loop", plain)):
        for peer, what, wanted, wanted_with_carrier in marks:
            if not peer:
                continue
            print(f"| {way}, times {what} ({peer[1]}) | {kind / peer[0]:.1f} | {wanted} |")
            if wanted_with_carrier:
                with_carrier = rate[f"numplan, {way} with carrier"]
                print(f"| the same with carrier | {with_carrier / peer[0]:.1f} | {wanted_with_carrier} |")
    one, two = (rate[f"numplan, batch, {threads}, wall clock"] for threads in ("1 thread", "2 threads"))
    print(f"| 2 threads, times 1 thread | {two / one:.2f} | 1.7 |")
    if "numsift check, 10 M lines" in results:
        command = results["numsift check, 10 M lines"]
        # Wall-clock time on all cores, compared with one and with two threads in memory.
        for threads, figure in (("1 thread", one), ("2 threads", two)):
            share = rate[command["name"]] / figure
            print(f"| numsift check on 10 M lines, relative to the batch in memory on {threads}, wall clock | {share:.2f} | 0.5 |")
        single = rate["numsift check, 10 M lines, 1 thread"] / one
        print(f"| numsift check with 1 worker, relative to the batch in memory on 1 thread, wall clock | {single:.2f} | – |")
        work = command["lines"] / statistics.median(command["cpu"])
        print(f"| share of the batch in memory in the CPU time of numsift check | {work / batch:.2f} | – |")
        print(f"| peak memory of numsift check | {command['memory'] / 1024:.1f} MB | 64 MB |")
    for name in ("unrank, CN mobile", "unrank, world", "random draw, CN mobile", "random draw, world"):
        print(f"| {name} | {1e9 / rate[name]:.0f} ns | {'500 ns' if name.startswith('unrank') else '–'} |")
    print(f"| time to the first answer | {results['first answer']['nanoseconds'] / 1e6:.3f} ms | 5 ms |")
    print(f"| process start to first answer | {results['process']['milliseconds']:.1f} ms | 5 ms |")
    print(f"| tables in the binary | {results['tables']['bytes'] / 1e6:.2f} MB | 4 MB |")


if __name__ == "__main__":
    main()

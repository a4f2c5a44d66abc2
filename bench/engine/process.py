"""Times whole processes: process.py CHECK LINES WORK > results.

Measures `numsift check` on ten million lines (on all cores and on one thread) with its peak
memory, and a process that checks one number, from start to end.
"""

import json
import re
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 3
COPIES = 10


def cpu():
    """CPU time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(command, lines, source, rounds):
    seconds, work, memory = [], [], 0
    for _ in range(rounds):
        start, before = time.perf_counter(), cpu()
        with open("/dev/null", "wb") as out:
            run = subprocess.run([*command, source], stdout=out, stderr=subprocess.PIPE, check=True, text=True)
        seconds.append(time.perf_counter() - start)
        work.append(cpu() - before)
        memory = max(memory, int(re.search(r"peak memory\s+(\d+)", run.stderr).group(1)))
    return {"version": "0.1.0", "lines": lines, "seconds": seconds, "cpu": work, "memory": memory}


def main():
    binary, source, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    text = source.read_bytes()
    big = work / "big.txt"
    with big.open("wb") as out:
        for _ in range(COPIES):
            out.write(text)
    lines = text.count(b"\n") * COPIES
    print(json.dumps({"name": "numsift check, 10 M lines", **check([binary], lines, big, ROUNDS)}))
    print(json.dumps({"name": "numsift check, 10 M lines, 1 thread", **check([binary, "--threads", "1"], lines, big, ROUNDS)}))
    big.unlink()
    one = work / "one.txt"
    one.write_text("+8613812345678\n", encoding="utf-8")
    times = check([binary], 1, one, 50)["seconds"]
    print(json.dumps({"name": "process", "milliseconds": 1000 * statistics.median(times)}))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Customers work for a while on an installation whose processes are killed. Nothing may be lost, and nothing may grow.

usage: soak.py BINARY BUCKET MINUTES SEED OUT [sqlite|postgres ...]

Writes the charts to OUT and prints the report.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import report
from client import Client
from load import Load, Webhooks
from world import Postgres, Sqlite

SAMPLE_S = 5
# Everything that was started must end within this time.
END_S = 300


def sample(world, began, samples):
    minute = (time.monotonic() - began) / 60
    for process in world.processes:
        memory = process.memory()
        if memory is not None:
            samples["memory"].setdefault(process.name, []).append((minute, memory))
    objects, stored, database = world.sizes()
    samples["files"].setdefault("files and objects", []).append((minute, objects))
    samples["bytes"].setdefault("files and objects", []).append((minute, stored / 1e6))
    if database is not None:
        samples["bytes"].setdefault("database", []).append((minute, database / 1e6))


def latencies(load, minutes):
    """p95 per kind of call and half minute, without the calls of the first half minute."""
    series = {}
    for kind in ["lookup", "lookup of 20", "start of a task", "page of tasks", "results", "dashboard"]:
        buckets = {}
        for second, took in load.times[kind]:
            buckets.setdefault(int(second // 30), []).append(took)
        series[kind] = [
            ((bucket + 0.5) / 2, report.percentile(times, 0.95)) for bucket, times in sorted(buckets.items()) if bucket > 0
        ]
    return {kind: line for kind, line in series.items() if line}


def soak(world, minutes, seed, out):
    webhooks = Webhooks()
    world.start(webhooks.host)
    try:
        if hasattr(world, "scale_out"):
            world.scale_out(Client(world.addresses).login("admin").console("channel/list", {}))
        load = Load(world.addresses, webhooks, seed)
        before = load.customer.public("GET", "balance")
        samples = {"memory": {}, "files": {}, "bytes": {}}
        disturbances, events = world.disturbances(), []
        order = random.Random(seed)
        began = time.monotonic()
        load.start()
        # The last tenth is undisturbed. Six disturbances in ten minutes, at least one.
        pause = min(100, minutes * 60 * 0.4)
        next_one = began + pause
        while time.monotonic() < began + minutes * 60:
            sample(world, began, samples)
            if time.monotonic() > next_one and time.monotonic() < began + minutes * 54:
                name = order.choice(sorted(disturbances))
                events.append(((time.monotonic() - began) / 60, name))
                disturbances[name]()
                next_one = time.monotonic() + pause
            time.sleep(SAMPLE_S)
        load.finish()
        wrong, spent = load.check(webhooks, time.monotonic() + END_S)
        after = load.customer.public("GET", "balance")
        paid = before["points"] + before["held"] - after["points"] - after["held"]
        if paid != spent:
            wrong.append(f"the balance fell by {paid}, tasks and lookups cost {spent}")
        unpaid = [order for order in load.orders if not load.pay(order, time.monotonic() + END_S)]
        if unpaid:
            wrong.append(f"{len(unpaid)} paid orders are not credited")
        for command in (["admin", "verify-ledger"], ["admin", "verify-audit"]):
            right, printed = world.run(*command)
            if not right:
                wrong.append(f"{' '.join(command)}: {printed}")
        times = latencies(load, minutes)
        marks = [minute for minute, _ in events]
        folder = world.name.split()[0].lower()
        for name, unit, series in [
            ("memory", "MB", samples["memory"]), ("size", "MB", samples["bytes"]),
            ("files", "files", samples["files"]), ("latency", "p95 in ms", times),
        ]:
            path = out / f"{folder}-{name}.svg"
            path.write_text(report.chart(f"{world.name}: {name}", unit, series, marks))
        numbers = sum(load.tasks.values())
        print(f"\n## {world.name}\n")
        print(f"{minutes:g} minutes, {len(events)} disturbances: {', '.join(sorted({name for _, name in events})) or 'none'}.")
        print(f"{len(load.tasks)} tasks with {numbers} numbers, {len(load.lookups)} keys of lookups, {len(load.orders)} top-ups, "
              f"{len(webhooks.done)} webhooks, {sum(load.retries.values())} calls repeated.\n")
        print(report.trend_table("memory (MB)", samples["memory"], minutes))
        print()
        print(report.trend_table("p95 (ms)", times, minutes))
        print()
        stored = samples["bytes"]["files and objects"]
        print(f"Files and objects: {samples['files']['files and objects'][-1][1]}, {stored[-1][1]:.1f} MB; "
              f"database: {samples['bytes']['database'][-1][1]:.1f} MB.")
        print("\nNothing was lost." if not wrong else "\nWrong:\n" + "\n".join(f"- {fault}" for fault in wrong))
        return not wrong
    finally:
        world.stop()


def crash_postgres():
    """Kills PostgreSQL as a power cut would, and starts it again. The script that started it gives its control program."""
    control = os.environ["SOAK_POSTGRES_RESTART"]
    subprocess.run(["bash", "-c", control], check=True, stdout=subprocess.DEVNULL)


def main():
    binary, bucket, minutes, seed, out = sys.argv[1], sys.argv[2], float(sys.argv[3]), int(sys.argv[4]), pathlib.Path(sys.argv[5])
    chosen = sys.argv[6:] or ["sqlite", "postgres"]
    out.mkdir(parents=True, exist_ok=True)
    right = True
    for database in chosen:
        with tempfile.TemporaryDirectory() as folder:
            if database == "sqlite":
                world = Sqlite(binary, folder)
            else:
                world = Postgres(binary, folder, bucket, os.environ["NUMSIFT_TEST_PG_URL"], crash_postgres)
            right = soak(world, minutes, seed, out) and right
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()

"""Screens a list and writes it back with the answers: python screen.py customers.csv answers.csv whatsapp"""

import sys

from numsift import ApiError, Numsift


def main() -> int:
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    source, target, *checks = sys.argv[1:]
    with Numsift() as api:
        try:
            task = api.upload_task(source, checks)
            task = api.wait(task["id"])
        except ApiError as error:
            print(error, file=sys.stderr)
            return 1
        api.download(task["id"], target)
    print(
        f"{task['done']} numbers, {task['hits']} hits, {task['unknown']} unknown; charged {task['charged'] / 10_000} points"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Adds answers to data frames of pandas and polars."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ._call import Check
from .client import Numsift

if TYPE_CHECKING:
    import pandas
    import polars

#: Row of the first number: the file has a header.
FIRST_ROW = 2


def _answers(
    client: Numsift, numbers: Sequence[object], checks: Sequence[Check], options: dict[str, Any]
) -> dict[str, list[Any]]:
    """One list of values per column, in the order of the numbers."""
    lines = [
        "" if number is None or number != number else str(number).replace("\n", " ").replace("\r", " ")
        for number in numbers
    ]
    file = io.BytesIO("\n".join(["number", *lines]).encode())
    reading = {"delimiter": "none", "header": True, "column": 0}
    task = client.upload_task(file, checks, **{"reading": reading, **options})
    client.wait(task["id"], poll=0.5 if len(lines) < 1000 else 2.0)
    columns: dict[str, list[Any]] = {}
    for row in client.rows(task["id"]):
        place = row.pop("row") - FIRST_ROW
        row.pop("number", None)
        for name, value in row.items():
            columns.setdefault(name, [None] * len(lines))[place] = value
    # Rows of the file, as places in the frame.
    duplicates = columns.get("duplicate_of", [])
    columns["duplicate_of"] = [None if row is None else row - FIRST_ROW for row in duplicates]
    return columns


def screen_pandas(
    client: Numsift,
    frame: pandas.DataFrame,
    column: str,
    checks: Sequence[Check],
    *,
    prefix: str = "numsift_",
    **options: Any,
) -> pandas.DataFrame:
    """A copy of the frame with the answers to the numbers of a column. Further options are those of `upload_task`."""
    answers = _answers(client, frame[column].tolist(), checks, options)
    return frame.assign(**{prefix + name: values for name, values in answers.items()})


def screen_polars(
    client: Numsift,
    frame: polars.DataFrame,
    column: str,
    checks: Sequence[Check],
    *,
    prefix: str = "numsift_",
    **options: Any,
) -> polars.DataFrame:
    """The frame with the answers to the numbers of a column. Further options are those of `upload_task`."""
    import polars

    answers = _answers(client, frame[column].to_list(), checks, options)
    return frame.with_columns([polars.Series(prefix + name, values) for name, values in answers.items()])

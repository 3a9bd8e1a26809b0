"""Writes python-csv.json: texts by the writer of Python's csv module, with the records that its reader returns.

Format the file with oxfmt afterwards.
"""

import csv
import io
import json
import pathlib
import random

CHARACTERS = ['"', "'", ",", ";", "\t", "|", "\n", "\r\n", " ", "a", "B", "7", "ü", "=", "#"]
COUNT = 150
random.seed(4180)


def create_cell():
    return "".join(random.choice(CHARACTERS) for _ in range(random.randint(0, 6)))


def create_case():
    separator = random.choice([",", ";", "\t", "|"])
    width = random.randint(1, 4)
    records = [[create_cell() for _ in range(width)] for _ in range(random.randint(1, 4))]
    text = io.StringIO(newline="")
    writer = csv.writer(
        text,
        delimiter=separator,
        quoting=random.choice([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
        lineterminator=random.choice(["\n", "\r\n"]),
    )
    writer.writerows(records)
    read = list(csv.reader(io.StringIO(text.getvalue(), newline=""), delimiter=separator))
    return {"separator": separator, "text": text.getvalue(), "records": read}


cases = [create_case() for _ in range(COUNT)]
lines = ",\n".join("  " + json.dumps(case, ensure_ascii=False) for case in cases)
pathlib.Path(__file__).with_name("python-csv.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")

"""Validates the vectors of an output folder with jsonschema and nothing else: the peer of `paycat conform`.

    python benchmarks/plain_loop.py GENERATED [TIMES]

Each schema is read once, and each payload is validated so many times. It uses nothing of paycat.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator


def main(generated: Path, times: int) -> None:
    """Validate every vector of a request type, and print how many there were."""
    done = 0
    for file in sorted((generated / "conformance" / "vectors").glob("*/*.jsonl")):
        schema = generated / "json-schema" / file.parent.name / f"{file.stem}.schema.json"
        validator = Draft202012Validator(json.loads(schema.read_text(encoding="utf-8")))
        for line in file.read_text(encoding="utf-8").splitlines():
            payload = json.loads(line).get("payload")
            for _ in range(times):
                list(validator.iter_errors(payload))
            done += times
    print(f"{done} vectors")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)

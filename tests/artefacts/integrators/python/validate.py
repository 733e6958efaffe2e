"""Asks generated Python models about bodies, in a process of their own.

In, on standard input, one JSON object: `module`, where the models are; `entry`, the class method that reads a body;
`reads_text`, whether it takes JSON text or what json.loads makes of it; `bodies`, each a component and a JSON text.
Out, on standard output: for each body whether the model took it. The current folder holds what was generated.
"""

import importlib
import json
import sys


def main() -> None:
    """Answer the question on standard input."""
    question = json.load(sys.stdin)
    sys.path.insert(0, "")
    models = importlib.import_module(question["module"])
    read = (lambda text: text) if question["reads_text"] else json.loads

    def accepts(component: str, text: str) -> bool:
        entry = getattr(getattr(models, component), question["entry"])
        try:
            entry(read(text))
        except Exception:  # noqa: BLE001 - integrators see a violation, whatever is raised
            return False
        return True

    json.dump([accepts(*body) for body in question["bodies"]], sys.stdout)


main()

"""Decodes answers with the classes of solders, as solana-py does.

Reads a file of lines {"method", "text"}, and writes {"decoded", "failures", "methodsWithoutClass"} as JSON.
"""

import json
import sys

from solders.rpc import responses

FORMS = ["", "JsonParsed", "MaybeJsonParsed", "WithContext", "WithContextJsonParsed", "WithContextMaybeJsonParsed"]


def classes_of(method: str) -> list[type]:
    name = method[0].upper() + method[1:]
    found = (getattr(responses, f"{name}{form}Resp", None) for form in FORMS)
    return [each for each in found if each is not None]


def failure_of(classes: list[type], text: str) -> str | None:
    """The first error, if none of the classes decodes the text."""
    failure = None
    for each in classes:
        try:
            each.from_json(text)
            return None
        except Exception as error:
            failure = failure or f"{type(error).__name__}: {error}"
    return failure


decoded = 0
failures = []
without = set()
for line in open(sys.argv[1], encoding="utf-8"):
    answer = json.loads(line)
    classes = classes_of(answer["method"])
    if not classes:
        without.add(answer["method"])
        continue
    failure = failure_of(classes, answer["text"])
    if failure is None:
        decoded += 1
    else:
        failures.append({**answer, "failure": failure})
print(json.dumps({"decoded": decoded, "failures": failures, "methodsWithoutClass": sorted(without)}))

"""Samples, with the payloads that errata correct."""

import copy
import re
from typing import Any

from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Source
from paycat.catalogue.registers import Correction, Errata
from paycat.catalogue.samples import Samples
from paycat.contract.model import Sample, Violation
from paycat.contract.setting import known_values
from paycat.yaml.scalars import kept_number

FIRST = ("minimal", "full")


def resolved_samples(
    source: Source[Samples] | None, errata: Source[Errata], method: Source[MethodStatement]
) -> tuple[Sample, ...]:
    """Return the samples of a method and direction, minimal and full first, then as written."""
    if source is None:
        return ()
    stated = source.value.samples
    names = [*(name for name in FIRST if name in stated), *(name for name in stated if name not in FIRST)]
    return tuple(
        Sample(
            name=name,
            meaning=stated[name].meaning or name,
            payload=stated[name].payload,
            violations=tuple(Violation(code=one.code, pointer=one.pointer) for one in stated[name].violations),
            erratum=stated[name].erratum,
            corrected=_corrected(errata.value, method.value, stated[name].erratum, stated[name].payload),
            location=source.at("samples", name, key=True),
        )
        for name in names
    )


def _corrected(errata: Errata, method: MethodStatement, erratum: str | None, payload: Any) -> Any:
    stated = errata.errata.get(erratum or "")
    if stated is None or stated.correct is None:
        return None
    return corrected(stated.correct, method, payload)


def corrected(correct: Correction, method: MethodStatement, payload: Any) -> Any:
    """Return the payload corrected by the erratum; unchanged where the erratum does not show."""
    result = copy.deepcopy(payload)
    if correct.as_number:
        holder, name = _holder(result, correct.as_number)
        if name in holder:
            holder[name] = _number(holder[name])
    if correct.rename:
        holder, name = _holder(result, correct.rename.wrong)
        if name in holder:
            right, right_name = _holder(result, correct.rename.right)
            right[right_name] = holder.pop(name)
    if correct.replace:
        holder, name = _holder(result, correct.replace.field)
        if name in holder:
            holder[name] = known_values(method).get(correct.replace.right, correct.replace.right)
    return result


def _holder(payload: Any, path: str) -> tuple[dict[str, Any], str]:
    *containers, name = path.split(".")
    for container in containers:
        payload = payload.get(container, {}) if isinstance(payload, dict) else {}
    return (payload if isinstance(payload, dict) else {}), name


def _number(text: Any) -> Any:
    if not isinstance(text, str) or not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", text):
        return text
    value = kept_number(text)
    return text if value is None else value  # R-37 finds the text, as the correct leaves the sample invalid.

"""Samples, with the payloads that errata correct."""

import copy
import re
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.registers import Mend
from paycat.catalogue.statement import place_of
from paycat.contract.model import Refusal, Sample
from paycat.contract.setting import known_values
from paycat.loading import kept_number

FIRST = ("minimal", "full")


def settled_samples(catalogue: Catalogue, method: Source[MethodStatement], direction: Direction) -> tuple[Sample, ...]:
    """Return the samples of a method and direction, minimal and full first, then as written."""
    source = catalogue.samples.get((direction, method.value.method_code))
    if source is None:
        return ()
    stated = source.value.samples
    names = [*(name for name in FIRST if name in stated), *(name for name in stated if name not in FIRST)]
    return tuple(
        Sample(
            name=name,
            meaning=stated[name].meaning or name,
            payload=stated[name].payload,
            refusals=tuple(Refusal(code=one.code, pointer=one.pointer) for one in stated[name].refusals),
            erratum=stated[name].erratum,
            mended=_mended(catalogue, method.value, stated[name].erratum, stated[name].payload),
            place=place_of(source.at("samples", name, key=True)),
        )
        for name in names
    )


def _mended(catalogue: Catalogue, method: MethodStatement, erratum: str | None, payload: Any) -> Any:
    stated = catalogue.errata.value.errata.get(erratum or "")
    if stated is None or stated.mend is None:
        return None
    return mended(stated.mend, method, payload)


def mended(mend: Mend, method: MethodStatement, payload: Any) -> Any:
    """Return the payload with the erratum put right; unchanged where the erratum does not show."""
    result = copy.deepcopy(payload)
    if mend.as_number:
        holder, name = _holder(result, mend.as_number)
        if name in holder:
            holder[name] = _number(holder[name])
    if mend.rename:
        holder, name = _holder(result, mend.rename.wrong)
        if name in holder:
            right, right_name = _holder(result, mend.rename.right)
            right[right_name] = holder.pop(name)
    if mend.replace:
        holder, name = _holder(result, mend.replace.field)
        if name in holder:
            holder[name] = known_values(method).get(mend.replace.right, mend.replace.right)
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
    return text if value is None else value  # R-37 finds the text, as the mend leaves the sample invalid.

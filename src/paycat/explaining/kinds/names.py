"""Names that requests and answers speak in: field types, refusal codes and problems."""

from collections.abc import Iterator

from paycat.explaining.carriers import carrying_mark, shortened
from paycat.explaining.explanation import Explanation, at
from paycat.explaining.project import Project
from paycat.explaining.reasons import because
from paycat.explaining.tests_of import summed


def names(project: Project) -> Iterator[str]:
    """Every field type, refusal code and problem."""
    interface = project.contract.interface
    yield from project.catalogue.types.value.types
    yield from (code.code for code in interface.refusal_codes)
    yield from (problem.slug for problem in interface.problems)


def find(word: str, project: Project) -> Iterator[Explanation]:
    """Explain what has this name; a word may be several."""
    yield from _types(word, project)
    yield from _codes(word, project)
    yield from _problems(word, project)


def _types(word: str, project: Project) -> Iterator[Explanation]:
    types = project.catalogue.types
    if word in types.value.types:
        stated = types.value.types[word]
        used = [
            f"{request.direction}.{request.method}.{field.path}"
            for request in project.contract.requests()
            for field in request.root.fields()
            if field.type == word
        ]
        yield Explanation(
            f"{word}, a field type: {stated.shape}",
            what=(stated.meaning, *(f"hint: {hint.note}" for hint in stated.hints)),
            stands=(at(types.at("types", word, key=True)),),
            carried=shortened(used),
        )


def _codes(word: str, project: Project) -> Iterator[Explanation]:
    problems = project.catalogue.problems
    for code in project.contract.interface.refusal_codes:
        if code.code == word:
            yield Explanation(
                f"{word}, a refusal code",
                what=(code.meaning,),
                stands=(at(problems.at("refusal_codes", word, key=True)),),
                why=because(project.contract, (code.reason,)),
                tested=summed(one for one in project.vectors if any(got["code"] == word for got in one["refusals"])),
            )


def _problems(word: str, project: Project) -> Iterator[Explanation]:
    for problem in project.contract.interface.problems:
        if problem.slug == word:
            yield Explanation(
                f"{word}, a problem: {problem.status} {problem.title}",
                what=(problem.when,),
                stands=(at(problem.place),),
                why=because(project.contract, (problem.reason,)),
                carried=carrying_mark(project, (word,)),
                tested=summed(one for one in project.vectors if any(got["code"] == word for got in one["refusals"])),
            )

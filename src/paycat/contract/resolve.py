"""A typed catalogue in, the contract out."""

from paycat.catalogue.reading import Catalogue
from paycat.contract.collector import Collector
from paycat.contract.constraints import reason_of
from paycat.contract.lifecycle import Retired, RetiredField, RetiredMethod
from paycat.contract.losses import declared_losses
from paycat.contract.model import CONTRACT_VERSION, Contract, Currency, Service
from paycat.contract.registers import Decision, Erratum, Gap
from paycat.contract.requests import settled_method
from paycat.contract.stated import as_stated, place_in
from paycat.contract.surroundings import settled_interface
from paycat.contract.values import Reason
from paycat.diagnostics import Diagnostic


def resolve(catalogue: Catalogue) -> tuple[Contract, list[Diagnostic]]:
    """Return the contract and what stands in its way.

    A method that cannot be settled is left out, so the contract is complete only when nothing was found.
    """
    collector = Collector()
    settled = [settled_method(catalogue, method, collector) for _, method in sorted(catalogue.methods.items())]
    methods = tuple(method for method in settled if method)
    contract = Contract(
        contract_version=CONTRACT_VERSION,
        service=_service(catalogue),
        currencies=_currencies(catalogue),
        methods=methods,
        interface=settled_interface(catalogue),
        gaps=_gaps(catalogue),
        decisions=_decisions(catalogue),
        errata=_errata(catalogue),
        losses=declared_losses(
            offer.request for method in methods for offer in (method.pay_in, method.payout) if offer.request
        ),
        retired=_retired(catalogue),
    )
    return contract, collector.found


def _service(catalogue: Catalogue) -> Service:
    stated = catalogue.service.value
    return as_stated(
        Service,
        stated,
        contact={"name": stated.contact.name, "url": stated.contact.url, "email": stated.contact.email},
        license={"name": stated.license.name, "identifier": stated.license.identifier},
        base_url=stated.server.url,
        base_url_description=stated.server.description,
        base_url_reason=reason_of(stated.server, Reason()),
        specification=stated.source.title,
    )


def _currencies(catalogue: Catalogue) -> tuple[Currency, ...]:
    stated = catalogue.currencies.value.currencies
    return tuple(as_stated(Currency, one, code=code) for code, one in sorted(stated.items()))


def _gaps(catalogue: Catalogue) -> tuple[Gap, ...]:
    source = catalogue.registers
    gaps = sorted(source.value.gaps.items())
    return tuple(as_stated(Gap, one, id=id, place=place_in(source, "gaps", id)) for id, one in gaps)


def _decisions(catalogue: Catalogue) -> tuple[Decision, ...]:
    source = catalogue.registers
    decisions = sorted(source.value.decisions.items())
    return tuple(as_stated(Decision, one, id=id, place=place_in(source, "decisions", id)) for id, one in decisions)


def _errata(catalogue: Catalogue) -> tuple[Erratum, ...]:
    source = catalogue.errata
    errata = sorted(source.value.errata.items())
    return tuple(as_stated(Erratum, one, id=id, place=place_in(source, "errata", id)) for id, one in errata)


def _retired(catalogue: Catalogue) -> Retired:
    source = catalogue.service
    stated = source.value.retired
    if stated is None:
        return Retired()
    methods = (
        as_stated(RetiredMethod, one, code=code, place=place_in(source, "retired", "methods", code))
        for code, one in sorted(stated.methods.items())
    )
    fields = (
        as_stated(RetiredField, one, path=path, place=place_in(source, "retired", "fields", path))
        for path, one in sorted(stated.fields.items())
    )
    return Retired(methods=tuple(methods), fields=tuple(fields))

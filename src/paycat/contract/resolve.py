"""A typed catalogue in, the contract out."""

from paycat.catalogue.reading import Catalogue
from paycat.contract.collector import Collector
from paycat.contract.constraints import reason_of
from paycat.contract.lifecycle import Retired, RetiredField, RetiredMethod
from paycat.contract.losses import declared_losses
from paycat.contract.model import CONTRACT_VERSION, Contract, Currency, Service
from paycat.contract.registers import Decision, Erratum, Gap
from paycat.contract.requests import settled_method
from paycat.contract.setting import place_of
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
    return Service(
        title=stated.title,
        version=stated.version,
        summary=stated.summary,
        description=stated.description,
        package=stated.package,
        contact={"name": stated.contact.name, "url": stated.contact.url, "email": stated.contact.email},
        license={"name": stated.license.name, "identifier": stated.license.identifier},
        base_url=stated.server.url,
        base_url_description=stated.server.description,
        base_url_reason=reason_of(stated.server, Reason()),
        specification=stated.source.title,
        packs_off=stated.packs_off,
    )


def _currencies(catalogue: Catalogue) -> tuple[Currency, ...]:
    stated = catalogue.currencies.value.currencies
    return tuple(
        Currency(code=code, name=one.name, exponent=one.exponent, reason=reason_of(one, Reason()))
        for code, one in sorted(stated.items())
    )


def _gaps(catalogue: Catalogue) -> tuple[Gap, ...]:
    source = catalogue.registers
    return tuple(
        Gap(
            id=id,
            section=one.section,
            kind=one.kind,
            state=one.state,
            quote=one.quote,
            question=one.question,
            decisions=one.decisions,
            place=place_of(source.at("gaps", id, key=True)),
        )
        for id, one in sorted(source.value.gaps.items())
    )


def _decisions(catalogue: Catalogue) -> tuple[Decision, ...]:
    source = catalogue.registers
    return tuple(
        Decision(
            id=id,
            title=one.title,
            chosen=one.chosen,
            because=one.because,
            alternatives=one.alternatives,
            risk=one.risk,
            status=one.status,
            shapes=one.shapes,
            semantic=one.semantic,
            confirm=one.confirm,
            place=place_of(source.at("decisions", id, key=True)),
        )
        for id, one in sorted(source.value.decisions.items())
    )


def _errata(catalogue: Catalogue) -> tuple[Erratum, ...]:
    source = catalogue.errata
    return tuple(
        Erratum(
            id=id,
            gap=one.gap,
            section=one.section,
            says=one.says,
            governs=one.governs,
            decision=one.decision,
            place=place_of(source.at("errata", id, key=True)),
        )
        for id, one in sorted(source.value.errata.items())
    )


def _retired(catalogue: Catalogue) -> Retired:
    source = catalogue.service
    stated = source.value.retired
    if stated is None:
        return Retired()
    return Retired(
        methods=tuple(
            RetiredMethod(
                code=code,
                since=one.since,
                meaning=one.meaning,
                now=one.now,
                place=place_of(source.at("retired", "methods", code, key=True)),
            )
            for code, one in sorted(stated.methods.items())
        ),
        fields=tuple(
            RetiredField(
                path=path,
                since=one.since,
                meaning=one.meaning,
                now=one.now,
                methods=one.methods,
                place=place_of(source.at("retired", "fields", path, key=True)),
            )
            for path, one in sorted(stated.fields.items())
        ),
    )

"""Catalogues that are smaller than the shipped ones, each made of the starter by program."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import projects
import yaml
from starter_cases import STARTER

Data = dict[str, Any]
Edit = Callable[["Catalogue"], None]

_DIRECTIONS = {"pay_in": ("collection", "Collection"), "payout": ("refund", "Refund")}


class _Dumper(yaml.SafeDumper):
    """Writes what several keys share at each of them: a catalogue has no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


class Catalogue:
    """The starter's catalogue as data by file; `write` makes a project of it."""

    def __init__(self) -> None:
        schemas = STARTER / "schemas"
        self.files: dict[str, Data] = {
            path.relative_to(schemas).as_posix(): projects.read_yaml(path) for path in sorted(schemas.rglob("*.yaml"))
        }

    def write(self, folder: Path) -> Path:
        """Write the catalogue into a new folder, without decisions that nothing rests on; return the folder."""
        self._drop_uncited()
        for name, data in self.files.items():
            path = folder / "schemas" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True), encoding="utf-8")
        for source in (STARTER / "schemas").rglob("*"):
            if source.is_file() and source.suffix != ".yaml":
                shutil.copy(source, folder / "schemas" / source.relative_to(STARTER / "schemas"))
        shutil.copy(STARTER / "specification.md", folder)
        return folder

    def only(self, *codes: str) -> None:
        """Keep some methods; a direction without a method goes, with everything that is about it."""
        for name in list(self.files):
            folder, _, file = name.rpartition("/")
            if folder.partition("/")[0] in ("methods", "samples") and file.removesuffix(".yaml") not in codes:
                del self.files[name]
        for direction in _DIRECTIONS:
            is_used = any(name.startswith(f"samples/{direction}/") for name in self.files)
            if f"requests/{direction}.yaml" in self.files and not is_used:
                self._drop_direction(direction)
        if "samples/pay_in/SEPA_DEBIT.yaml" not in self.files:
            self.files["errata.yaml"] = {"errata": {}}
        used = {method["currency"] for method in self.methods() if "currency" in method}
        self._keep(self.files["currencies.yaml"]["currencies"], used.__contains__)

    def methods(self) -> Iterator[Data]:
        """Return the methods as data."""
        return (data for name, data in self.files.items() if name.startswith("methods/"))

    def samples(self) -> Iterator[Data]:
        """Return the payloads of all samples."""
        for name, data in self.files.items():
            if name.startswith("samples/"):
                yield from (sample["payload"] for sample in data["samples"].values())

    def tables(self) -> Iterator[Data]:
        """Return all tables of fields: of requests, and of methods."""
        for name, data in self.files.items():
            if name.startswith("requests/"):
                yield data["fields"]
        for method in self.methods():
            for direction in _DIRECTIONS:
                if isinstance(method[direction], dict):
                    yield method[direction].get("fields", {})

    def without_fields(self, *paths: str) -> None:
        """Remove fields from every table and sample."""
        for table in self.tables():
            self._keep(table, lambda path: path not in paths)
        for payload in self.samples():
            for path in paths:
                *above, name = path.split(".")
                holder = payload
                for step in above:
                    holder = holder.get(step, {})
                holder.pop(name, None)
        for record in self.files["interface/records.yaml"]["records"].values():
            members = record.get("members", {})
            for name in [name for name, member in members.items() if member.get("echo") in paths]:
                del members[name]
                for example in self.examples():
                    example.pop(name, None)

    def examples(self) -> Iterator[Data]:
        """Return the examples of records, and the records inside them."""
        for record in self.files["interface/records.yaml"]["records"].values():
            yield from (record["example"], record["example"].get("refund", {}))

    def without_invalid_samples(self) -> None:
        """Keep the samples that hold: others are about rules that an edit may have removed."""
        for name, data in self.files.items():
            if name.startswith("samples/"):
                self._keep(data["samples"], ("minimal", "full").__contains__)
        self.files["errata.yaml"] = {"errata": {}}

    def _drop_direction(self, direction: str) -> None:
        machine, title = _DIRECTIONS[direction]
        del self.files[f"requests/{direction}.yaml"]
        operations, events = self.files["interface/operations.yaml"], self.files["interface/events.yaml"]
        self._keep(operations["operations"], lambda name: not name.endswith(title))
        self._keep(operations["parameters"], lambda name: name != f"{title}Id")
        self._keep(operations["tags"], lambda name: name != f"{title}s")
        self._keep(events["types"], lambda name: not name.startswith(machine))
        self._keep(events["notifications"], lambda name: not name.startswith(machine))
        self._keep(self.files["interface/records.yaml"]["records"], lambda name: not name.startswith(title))
        self._keep(self.files["interface/states.yaml"]["state_machines"], lambda name: name != machine)
        sandbox = self.files["interface/sandbox.yaml"]
        self._keep(sandbox["courses"], lambda name: name != machine)
        outcomes = sandbox["outcomes"]
        self._keep(outcomes, lambda name: outcomes[name].get("state_machine") != machine)

    def _drop_uncited(self) -> None:
        self._keep(self.files["types.yaml"]["types"], set(_types_named(self.files)).__contains__)
        register = self.files["decisions.yaml"]
        texts = [str(data) for name, data in self.files.items() if name != "decisions.yaml"]
        cited = set(re.findall(r"D-[0-9]+", "".join(texts)))
        self._keep(register["decisions"], cited.__contains__)
        for gap in register["gaps"].values():
            gap["decisions"] = [one for one in gap.get("decisions", []) if one in cited]
        self._keep(register["gaps"], lambda name: register["gaps"][name]["decisions"])

    @staticmethod
    def _keep(table: Data, wanted: Callable[[str], Any]) -> None:
        for name in [name for name in table if not wanted(name)]:
            del table[name]


def _types_named(data: Any) -> Iterator[str]:
    """Return the field types that statements name, as their own or as that of the items of a list."""
    for key, value in data.items() if isinstance(data, dict) else ():
        if key in ("type", "of") and isinstance(value, str):
            yield value
        yield from _types_named(value)


_OPTIONAL = ("statement_text", "notify_url", "labels", "beneficiary.bic")
_SENSITIVE = ("pan", "account", "personal")


def pay_ins_alone(catalogue: Catalogue) -> None:
    """One direction; most of the others have the other one."""
    catalogue.only("BACS_DEBIT", "SEPA_DEBIT")


def without_metadata(catalogue: Catalogue) -> None:
    """No object of the merchant's own."""
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_fields("labels")


def without_optional_fields(catalogue: Catalogue) -> None:
    """Required fields alone, and no file that a catalogue may lack."""
    catalogue.only("SEPA_TRANSFER")
    del catalogue.files["interface/sandbox.yaml"]
    catalogue.without_fields(*_OPTIONAL)


def without_notifications(catalogue: Catalogue) -> None:
    """Nobody is notified of anything."""
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_fields("notify_url")
    catalogue.files["interface/events.yaml"]["notifications"] = {}
    operations = catalogue.files["interface/operations.yaml"]
    for operation in operations["operations"].values():
        operation.pop("notification", None)
    del operations["tags"]["Notifications"]
    catalogue._keep(operations["parameters"], lambda name: not name.startswith("Message"))
    del catalogue.files["interface/records.yaml"]["records"]["RefundMessage"]


def optional_roles(catalogue: Catalogue) -> None:
    """A refund may lack its reference and a collection its amount, which the records then lack."""
    catalogue.only("SEPA_DEBIT", "SEPA_TRANSFER")
    catalogue.files["requests/payout.yaml"]["fields"]["end_to_end_id"]["requirement"] = "optional"
    catalogue.files["requests/pay_in.yaml"]["fields"]["amount"]["requirement"] = "optional"
    records = catalogue.files["interface/records.yaml"]["records"]
    records["RefundRecord"]["members"]["end_to_end_id"]["nullable"] = True
    records["CollectionRecord"]["members"]["amount"]["requirement"] = "optional"
    del catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["minimal"]["payload"]["end_to_end_id"]
    del catalogue.files["samples/pay_in/SEPA_DEBIT.yaml"]["samples"]["minimal"]["payload"]["amount"]


def some_roles(catalogue: Catalogue) -> None:
    """References that may repeat or that a direction lacks, and a currency and a country that a refund may lack."""
    catalogue.only("SEPA_DEBIT", "SEPA_TRANSFER", "FASTER_PAYMENT")
    tables = {direction: catalogue.files[f"requests/{direction}.yaml"]["fields"] for direction in _DIRECTIONS}
    for field in (table["end_to_end_id"] for table in tables.values()):
        del field["unique"]
    del tables["pay_in"]["end_to_end_id"]["role"]
    for operation in catalogue.files["interface/operations.yaml"]["operations"].values():
        operation["problems"] = [one for one in operation["problems"] if one != "identifier-taken"]
    del catalogue.files["interface/problems.yaml"]["problems"]["identifier-taken"]
    tables["payout"]["currency"]["requirement"] = "optional"
    tables["payout"]["country"] = {
        "requirement": "optional",
        "type": "country",
        "role": "country",
        "meaning": "Country of the account",
    }
    transfer = catalogue.files["methods/FASTER_PAYMENT.yaml"]["payout"]["fields"]
    transfer["country"] = {"requirement": "optional", "fixed": "method.country"}
    members = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]["members"]
    members["currency"]["requirement"] = "optional"
    for code, country in (("SEPA_TRANSFER", "DE"), ("FASTER_PAYMENT", "GB")):
        samples = catalogue.files[f"samples/payout/{code}.yaml"]["samples"]
        del samples["minimal"]["payload"]["currency"]
        samples["full"]["payload"]["country"] = country
    outcomes = catalogue.files["interface/sandbox.yaml"]["outcomes"]
    of_refunds = {name: one for name, one in outcomes.items() if one.get("state_machine") != "collection"}
    catalogue.files["interface/sandbox.yaml"]["outcomes"] = of_refunds


def without_sensitive_fields(catalogue: Catalogue) -> None:
    """Nothing is masked."""
    catalogue.only("SEPA_TRANSFER")
    for statement in catalogue.files["types.yaml"]["types"].values():
        if statement.pop("sensitive", None):
            statement["allow"] = {"unmarked-field": "Whoever reads this may know."}


def without_patterns(catalogue: Catalogue) -> None:
    """Texts of any form."""
    catalogue.only("SEPA_TRANSFER")
    for statement in catalogue.files["types.yaml"]["types"].values():
        statement.pop("pattern", None)
        statement.pop("characters", None)
        if "hints" in statement and isinstance(statement["hints"], dict):
            statement["hints"].pop("pattern", None)
    catalogue.without_invalid_samples()


def texts_at_ends(catalogue: Catalogue) -> None:
    """Texts of which the sample is at an end of what their rules allow."""
    catalogue.only("SEPA_TRANSFER")
    types = catalogue.files["types.yaml"]["types"]
    fields = catalogue.files["requests/payout.yaml"]["fields"]
    payload = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
    for name, (length, pattern, text) in _TEXTS.items():
        types[name] = {"shape": "text", "meaning": "A text.", "source": "§2.1", "length": length, "pattern": pattern}
        fields[name] = {"requirement": "optional", "type": name, "meaning": "A text"}
        payload[name] = text


_TEXTS: dict[str, tuple[int | str, str, str]] = {
    "shortest_text": ("1..3", "^[^Q\\n]{1,3}$", "a"),
    "longest_text": ("1..3", "^[^Q\\n]{1,3}$", "zzz"),
    "text_of_one_length": (4, "^[0-9]{4}$", "0000"),
    "text_of_one_sign": (1, "^[x0<-]$", "x"),
    "any_line": ("1..2", "^[^\\n]*$", "-"),
    "last_alternative": ("1..3", "^(a|bc|[0-9x]{3})$", "00x"),
    "text_of_marks": ("1..5", "^[x-]+$", "x-x-x"),
}
"""Length, pattern and sample of some fields."""


@dataclass(frozen=True)
class Price:
    """Limits of amounts that a method has, with an amount that they accept, and the method's currency."""

    amount: float
    rules: Data
    currency: tuple[str, str, int] = ("EUR", "Euro", 2)


def price(amount: float, **rules: Any) -> Price:
    """Return limits in place of those of the starter; None is for no limit."""
    return Price(amount, rules)


def prices(catalogue: Catalogue) -> None:
    """One method for each of many limits of amounts, and for currencies with other decimal places."""
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_fields(*_OPTIONAL, "collection_id")
    catalogue.without_invalid_samples()
    types, currencies = (catalogue.files[f"{name}.yaml"][name] for name in ("types", "currencies"))
    method, samples = (catalogue.files.pop(f"{name}/SEPA_TRANSFER.yaml") for name in ("methods", "samples/payout"))
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    usual = {name: types["amount"].pop(name) for name in ("exclusive_minimum", "maximum", "decimal_places")}
    for name, one in PRICES.items():
        code, kind = name.upper().replace("-", "_"), f"amount_{name.replace('-', '_')}"
        rules = {key: bound for key, bound in {**usual, **one.rules}.items() if bound is not None}
        codes |= {key: {"meaning": "It is.", "source": "§1"} for key in one.rules if key not in codes}
        types[kind] = deepcopy({**types["amount"], **rules})
        symbol, title, exponent = one.currency
        currencies[symbol] = {"name": title, "exponent": exponent, "source": "§1"}
        made, shown = deepcopy((method, samples))
        made |= {"method_code": code, "title": f"Price {name}", "currency": symbol}
        made["allow"] = {"foreign-currency": "This catalogue is about the currency, whatever its countries are."}
        made["payout"]["fields"]["amount"] = {"requirement": "required", "type": kind, "meaning": "Amount to give back"}
        for sample in shown["samples"].values():
            sample["payload"] |= {"amount": one.amount, "currency": symbol, "scheme": code}
        catalogue.files[f"methods/{code}.yaml"], catalogue.files[f"samples/payout/{code}.yaml"] = made, shown
    for example in catalogue.examples():
        if "scheme" in example:
            example["scheme"] = next(iter(PRICES)).upper().replace("-", "_")


PRICES: dict[str, Price] = {
    "fixed-price": price(9.99, exclusive_minimum=9.98, maximum=9.99),
    "fixed-whole-price": price(10, exclusive_minimum=9.99, maximum=10),
    "one-price": price(49.99, exclusive_minimum=None, minimum=49.99, maximum=49.99),
    "one-price-by-its-limits": price(100, exclusive_minimum=None, minimum=100, maximum=100),
    "one-whole-price": price(10, exclusive_minimum=9.99, maximum=10, decimal_places=0),
    "sample-at-maximum": price(1234.56, maximum=1234.56),
    "above-a-fraction": price(0.1, exclusive_minimum=0.09),
    "above-five": price(49.9, exclusive_minimum=5),
    "bounds-between-steps": price(0.5, exclusive_minimum=0.095, maximum=1234.567),
    "without-minimum": price(49.9, exclusive_minimum=None, decimal_places=None),
    "without-maximum": price(49.9, maximum=None, decimal_places=None),
    "below-zero": price(-49.9, exclusive_minimum=None, minimum=-9999999999999.99, maximum=-0.01),
    "without-decimal-places": price(49.9, decimal_places=None),
    "from-a-minimum": price(49.9, exclusive_minimum=None, minimum=1.5),
    "from-zero": price(49.9, exclusive_minimum=None, minimum=0),
    "two-minimums": price(49.9, exclusive_minimum=10, minimum=5),
    "two-minimums-apart": price(49.9, exclusive_minimum=4.995, minimum=5),
    "below-a-maximum": price(49.9, maximum=None, exclusive_maximum=1234.5),
    "two-maximums": price(49.9, exclusive_maximum=2000000000, maximum=1000),
    "in-fives": price(45, multiple_of=5),
    "in-whole-fives": price(45, multiple_of=5, decimal_places=0),
    "in-halves-of-whole-numbers": price(45, multiple_of=0.5, decimal_places=0),
    "in-quarters": price(45.25, multiple_of=0.25, decimal_places=None),
    "one-step": price(5, exclusive_minimum=4, maximum=6, multiple_of=5, decimal_places=0),
    "whole-yen": Price(500, {}, ("JPY", "Yen", 0)),
    "whole-yen-at-the-maximum": Price(500, {"maximum": 500}, ("JPY", "Yen", 0)),
    "thousandths": Price(12.345, {}, ("BHD", "Bahraini dinar", 3)),
}


def other_currencies(catalogue: Catalogue) -> None:
    """Several currencies and countries, of which a request names one; and a coin that is offered in any country."""
    catalogue.only("FASTER_PAYMENT", "SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    for code in ("choice", "minimum"):
        catalogue.files["interface/problems.yaml"]["violation_codes"][code] = {"meaning": "It is.", "source": "§1"}
    currencies = catalogue.files["currencies.yaml"]["currencies"]
    currencies["1-c"] = {"name": "A coin", "exponent": 6, "iso_4217": False, "source": "§1"}
    several, coin = (catalogue.files[f"methods/{code}.yaml"] for code in ("SEPA_TRANSFER", "FASTER_PAYMENT"))
    del several["currency"]
    several |= {"currencies": ["EUR", "GBP", "JPY", "BHD"], "countries": ["DE", "GB"], "country_mode": "sent"}
    several["payout"]["fields"]["amount"] = {
        "maximum": 10000,
        "by_currency": {"GBP": {"minimum": 1, "maximum": 5000}, "JPY": {"maximum": 600000}, "BHD": {}},
    }
    currencies |= {
        code: {"name": name, "exponent": exponent, "source": "§1"}
        for code, name, exponent in (("JPY", "Yen", 0), ("BHD", "Bahraini Dinar", 3))
    }
    several.pop("countries_complete", None)
    several["payout"]["fields"]["beneficiary.country"] = {
        "requirement": "required",
        "type": "country",
        "role": "country",
        "meaning": "Country of the account",
        "fixed": "method.country",
    }
    coin |= {"currency": "1-c", "countries": "any", "country_mode": "derived"}
    coin["payout"]["fields"]["amount"] = {"maximum": 1000000}
    coin["payout"]["fields"].pop("beneficiary.country", None)
    for code, changed in (("SEPA_TRANSFER", {"currency": "GBP"}), ("FASTER_PAYMENT", {"currency": "1-c"})):
        for sample in catalogue.files[f"samples/payout/{code}.yaml"]["samples"].values():
            sample["payload"] |= changed
            if code == "SEPA_TRANSFER":
                sample["payload"]["beneficiary"]["country"] = "GB"


def shaped(*codes: str, **fields: tuple[Any, Data]) -> Edit:
    """Return the edit that gives payouts further fields: by name, the value of the full sample and the field's type."""

    def edit(catalogue: Catalogue) -> None:
        catalogue.only("SEPA_TRANSFER")
        payload = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
        for name, (value, stated) in fields.items():
            catalogue.files["types.yaml"]["types"][name] = {"meaning": "A value.", "source": "§2.1", **stated}
            field = {"requirement": "optional", "type": name, "meaning": "A value"}
            catalogue.files["requests/payout.yaml"]["fields"][name] = field
            payload[name] = value
        for code in codes:
            codes_of = catalogue.files["interface/problems.yaml"]["violation_codes"]
            codes_of.setdefault(code, {"meaning": "It is.", "source": "§1"})
        catalogue.without_invalid_samples()

    return edit


def listed(catalogue: Catalogue) -> None:
    """Lists of objects, one inside the other."""
    shaped("min_items", "max_items", "unique_items", sku=("x", {"shape": "text", "length": "..20"}))(catalogue)
    table = catalogue.files["requests/payout.yaml"]
    table["containers"] |= {
        "lines[]": {"meaning": "Lines of the order.", "min_items": 1, "max_items": 3, "unique_items": True},
        "lines[].parts[]": {"meaning": "Parts of the line.", "requirement": "optional"},
    }
    for path, requirement in {"lines[].sku": "required", "lines[].parts[].sku": "required"}.items():
        table["fields"][path] = {"requirement": requirement, "type": "sku", "meaning": "The article"}
    table["fields"]["lines[].price"] = {"requirement": "optional", "type": "amount", "meaning": "Its price"}
    for data in catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"].values():
        data["payload"]["lines"] = [{"sku": "a"}]
    full = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
    full["lines"] = [{"sku": "a", "price": 1.5, "parts": [{"sku": "b"}]}, {"sku": "c"}]


def lists_without_bounds(catalogue: Catalogue) -> None:
    """Lists of texts and of objects, of which none has a rule of its own."""
    shaped(tags=(["a"], {"shape": "list", "of": "sku"}), sku=("x", {"shape": "text", "length": "..20"}))(catalogue)
    table = catalogue.files["requests/payout.yaml"]
    table["containers"]["lines[]"] = {"meaning": "Lines of the order.", "requirement": "optional"}
    table["fields"]["lines[].sku"] = {"requirement": "required", "type": "sku", "meaning": "The article"}
    full = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"]
    full["lines"] = [{"sku": "a"}]


ODD_FORM = {"value": r"^[0-9]{1,5}\.[0-9]{2}$", "code": "odd_form"}
DECIMAL_TEXTS: dict[str, tuple[str, Data]] = {
    "any_decimal": ("12.50", {}),
    "price": ("12.50", {"exclusive_minimum": 0, "maximum": 9999999999999.99, "decimal_places": 2}),
    "price_of_places": ("12.50", {"exclusive_minimum": 0, "decimal_places": "currency"}),
    "from_zero": ("0", {"minimum": 0, "maximum": 1000}),
    "whole_decimal": ("7", {"minimum": 1, "exclusive_maximum": 100, "decimal_places": 0}),
    "around_zero": ("-0.5", {"minimum": -1.5, "maximum": 0.25}),
    "one_decimal": ("5", {"minimum": 5, "maximum": 5}),
    "below_zero": ("-3.1", {"exclusive_maximum": 0, "decimal_places": 1}),
    "in_steps": ("0.15", {"minimum": 0, "multiple_of": 0.05, "decimal_places": 2}),
    "long_decimal": ("123456789012345678901234567890.5", {"maximum": 123456789012345678901234567891}),
    "longer_than_patterns": ("1", {"minimum": 0, "maximum": 10**40}),
    "short_decimal": ("1.5", {"length": "2..4", "minimum": 0}),
    "one_digit": ("5", {"length": 1, "minimum": 0}),
    "of_a_pattern": ("12.50", {"pattern": ODD_FORM, "exclusive_minimum": 0.05, "maximum": 999}),
    "of_digits": ("12", {"characters": "0-9", "length": "1..5"}),
}
"""Decimal numbers in texts: a value, and the rules of the field type."""


def decimal_texts(catalogue: Catalogue) -> None:
    """Decimal numbers in texts: alone, and in a list and a record."""
    fields = {name: (value, {"shape": "decimal_text", **rules}) for name, (value, rules) in DECIMAL_TEXTS.items()}
    prices = (["1.50", "2"], {"shape": "list", "of": "price", "max_items": 3})
    codes = (
        "format",
        "min_length",
        "max_length",
        "minimum",
        "maximum",
        "exclusive_maximum",
        "multiple_of",
        "max_items",
        "odd_form",
    )
    shaped(*codes, **fields, prices=prices)(catalogue)
    record = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]
    record["members"]["price"] = {"echo": "price", "requirement": "optional", "meaning": "The price."}
    record["members"]["rest"] = {"shape": "decimal_text", "minimum": 0, "decimal_places": 4, "meaning": "What is left."}
    record["members"]["rest"] |= {"requirement": "optional", "made": "example"}
    record["example"] |= {"price": "12.50", "rest": "0.1250"}


def amounts_in_objects(catalogue: Catalogue) -> None:
    """An amount in a text, in an object together with its currency, one of several with limits of their own."""
    other_currencies(catalogue)
    table, types = catalogue.files["requests/payout.yaml"], catalogue.files["types.yaml"]["types"]
    types["amount"] |= {"shape": "decimal_text", "maximum": 99999999999999999.99}
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    codes["format"] = {"meaning": "It is no decimal number.", "source": "§1"}
    table["containers"]["instructed"] = {"meaning": "The amount with its currency"}
    for fields in catalogue.tables():
        for name in {"amount", "currency"} & set(fields):
            fields[f"instructed.{name}"] = fields.pop(name)
    for payload in catalogue.samples():
        payload["instructed"] = {"amount": f"{payload.pop('amount'):.2f}", "currency": payload.pop("currency")}
    record = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]["members"]
    for name in ("amount", "currency"):
        record[name]["echo"] = f"instructed.{name}"
    for example in catalogue.examples():
        if "amount" in example:
            example["amount"] = f"{example['amount']:.2f}"


def amounts_in_minor_units(catalogue: Catalogue) -> None:
    """An amount in whole numbers of cents."""
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    amount = catalogue.files["types.yaml"]["types"]["amount"]
    amount |= {"shape": "integer", "maximum": 99999999999}
    del amount["decimal_places"]
    for payload in (*catalogue.samples(), *catalogue.examples()):
        if "amount" in payload:
            payload["amount"] = 4990


_KINDS = {"checking": "A current account.", "savings": {"meaning": "A savings account.", "label": "Savings"}}


def shapes(catalogue: Catalogue) -> None:
    """Every shape, in several forms, and texts at ends, in one request."""
    for edit in SHAPES:
        edit(catalogue)
    texts_at_ends(catalogue)
    listed(catalogue)


lists = shaped(
    "min_items",
    "max_items",
    "unique_items",
    tags=(["a", "b"], {"shape": "list", "of": "tag", "min_items": 1, "max_items": 3, "unique_items": True}),
    any_tags=(["a"], {"shape": "list", "of": "tag"}),
    amounts=([1.5, 2], {"shape": "list", "of": "amount", "max_items": 2}),
    answers=([True, False], {"shape": "list", "of": "answer", "min_items": 2, "max_items": 4}),
    tag=("x", {"shape": "text", "length": "..20"}),
    answer=(True, {"shape": "boolean"}),
)
"""Lists of texts, numbers and answers."""

SHAPES: tuple[Edit, ...] = (
    shaped(
        "choice",
        account_kind=("savings", {"shape": "choice", "values": _KINDS}),
        only_kind=("checking", {"shape": "choice", "values": {"checking": "A current account."}}),
        odd_kinds=("a|b", {"shape": "choice", "values": dict.fromkeys(("a|b", "1", "true", "x.y", "Ä", "-"), "It.")}),
    ),
    shaped(is_urgent=(False, {"shape": "boolean"})),
    shaped(
        "format",
        due_on=("2026-03-31", {"shape": "date"}),
        due_at=("2026-03-31T09:30:00+02:00", {"shape": "date_time"}),
    ),
    shaped(
        "minimum",
        "maximum",
        "exclusive_maximum",
        "multiple_of",
        count=(3, {"shape": "integer", "minimum": 1, "maximum": 12}),
        below_zero=(-3, {"shape": "integer", "minimum": -5, "exclusive_maximum": 0}),
        any_number=(-7, {"shape": "integer"}),
        in_fives=(15, {"shape": "integer", "exclusive_minimum": 0, "maximum": 100, "multiple_of": 5}),
    ),
    shaped(
        "check_digits",
        card=("4111111111111111", {"shape": "text", "characters": "0-9", "length": "12..19", "check": "luhn"}),
        account=(
            "XX81TEST0123456789",
            {"shape": "text", "pattern": "^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$", "check": "iban"},
        ),
        routing=("910000019", {"shape": "text", "check": "aba"}),
        person=("12345678909", {"shape": "text", "characters": "0-9", "length": 11, "check": "cpf"}),
        company=("12ABC34501DE35", {"shape": "text", "length": 14, "check": "cnpj"}),
        cards=(["4111111111111111"], {"shape": "list", "of": "card", "max_items": 3, "unique_items": True}),
    ),
    lists,
)


def domestic_payments(catalogue: Catalogue) -> None:
    """A catalogue of its own: amounts in texts, an address at five places, the method named below the top level."""
    catalogue.files = projects.read_yaml(Path(__file__).with_name("domestic_payments.yaml"))


def recipients(catalogue: Catalogue) -> None:
    """A catalogue of its own, of which no request has an amount, a currency, a country or a reference."""
    catalogue.files = projects.read_yaml(Path(__file__).with_name("recipients.yaml"))


def holds(catalogue: Catalogue) -> None:
    """A catalogue whose operations move records, with a body or without one, and answer without content."""
    recipients(catalogue)
    own = projects.read_yaml(Path(__file__).with_name("holds.yaml"))
    for name, tables in _TAKEN_BY_HOLDS.items():
        taken = catalogue.files[name]
        merged = {table: taken[table] | own.get(name, {}).get(table, {}) for table in tables}
        own[name] = taken | own.get(name, {}) | merged
    for name in ("RecipientId", "PageSize", "Cursor", "Kind"):
        del own["interface/operations.yaml"]["parameters"][name]
    for name in ("RecipientRecord", "RecipientPage", "RecipientMessage"):
        del own["interface/records.yaml"]["records"][name]
    catalogue.files = own


_TAKEN_BY_HOLDS: dict[str, tuple[str, ...]] = {
    "currencies.yaml": (),
    "decisions.yaml": (),
    "errata.yaml": (),
    "interface/rules.yaml": (),
    "interface/events.yaml": (),
    "interface/operations.yaml": ("parameters",),
    "interface/problems.yaml": ("problems", "violation_codes"),
    "interface/records.yaml": ("records",),
}
"""The files that it takes from the recipients, and of which tables it takes what it does not state itself."""

PATTERNS: dict[str, dict[str, Data]] = projects.read_yaml(Path(__file__).with_name("patterns.yaml"))


def nothing_required(catalogue: Catalogue) -> None:
    """A body without a member is valid: the only method is named nowhere, and no field is required."""
    recipients(catalogue)
    for file in [*catalogue.files]:
        if file.startswith(("methods/", "samples/")) and not file.endswith("/iban.yaml"):
            del catalogue.files[file]
    table = catalogue.files["requests/payout.yaml"]
    del table["containers"], table["fields"]["type"], table["fields"]["details.legalType"]
    del catalogue.files["methods/iban.yaml"]["payout"]["fields"]
    for field in table["fields"].values():
        field["requirement"] = "optional"
    samples = catalogue.files["samples/payout/iban.yaml"]["samples"]
    samples["minimal"]["payload"] = {}
    del samples["full"]["payload"]["type"], samples["full"]["payload"]["details"]
    del catalogue.files["interface/operations.yaml"]["parameters"]["Kind"]["echo"]
    catalogue.files["interface/operations.yaml"]["parameters"]["Kind"]["shape"] = "text"
    kind = {"shape": "text", "length": "..40", "made": "method", "meaning": "The sort of account."}
    records = catalogue.files["interface/records.yaml"]["records"]
    records["RecipientRecord"]["members"]["type"] = kind
    for record in records.values():
        record["example"] = json.loads(json.dumps(record["example"]).replace('"sort_code"', '"iban"'))


def patterns_of(kind: str) -> Edit:
    """Return the edit that gives payouts a field for each pattern of a kind."""
    fields = {
        name: (one["value"], {"shape": "text", "pattern": one["pattern"]}) for name, one in PATTERNS[kind].items()
    }
    return shaped(**fields)


COUNTRIES = {"CI": {}, "CW": {}, "BA": {}, "FRA": "Not its islands.", "TUR": {"label": "Turkey"}}


def standards(catalogue: Catalogue) -> None:
    """Choices of standards and of plain values, in requests and in a record; some have words of their own."""
    shaped(
        "choice",
        country=("BA", {"shape": "choice", "standard": "iso_3166", "values": COUNTRIES}),
        paid_in=("EUR", {"shape": "choice", "standard": "iso_4217", "values": ["EUR", "USD", "XOF"]}),
        tongue=("nb", {"shape": "choice", "standard": "iso_639", "values": ["nb"]}),
        plain=("1", {"shape": "choice", "values": ["1", "yes", "a b", ""]}),
    )(catalogue)
    del catalogue.files["requests/payout.yaml"]["fields"]["tongue"]["meaning"]
    members = catalogue.files["interface/records.yaml"]["records"]["RefundRecord"]["members"]
    listed = {"standard": "iso_3166", "values": COUNTRIES, "requirement": "optional"}
    members["sent_from"] = {"shape": "choice", **deepcopy(listed), "made": "example", "meaning": "Where it came from."}
    members["known"] = {"shape": "choice", "open": True, **deepcopy(listed), "made": "example", "meaning": "It."}


def together(*edits: Edit) -> Edit:
    """Return several edits, which do not disturb each other, as one."""

    def edit(catalogue: Catalogue) -> None:
        for one in edits:
            one(catalogue)

    return edit


CATALOGUES: dict[str, Edit] = {
    "patterns": together(*map(patterns_of, PATTERNS)),
    "pay-ins-alone": pay_ins_alone,
    "bare": together(without_metadata, without_notifications, without_sensitive_fields, without_patterns),
    "without-optional-fields": without_optional_fields,
    "optional-roles": optional_roles,
    "some-roles": some_roles,
    "prices": prices,
    "other-currencies": other_currencies,
    "shapes": shapes,
    "decimal-texts": decimal_texts,
    "amounts-in-objects": amounts_in_objects,
    "amounts-in-minor-units": amounts_in_minor_units,
    "standards": together(standards, lists_without_bounds),
    "nothing-required": nothing_required,
}


def written(edit: Edit, folder: Path) -> Path:
    """Make the project of a catalogue in a folder; return the folder."""
    catalogue = Catalogue()
    edit(catalogue)
    return catalogue.write(folder)

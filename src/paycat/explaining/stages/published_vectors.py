"""Conformance runs on the vectors and documents that were made of this very catalogue.

Why: a run against yesterday's vectors would prove yesterday's rules, and say so in green.

Example: in schemas/types.yaml

    length: ..70
    hints: Many banks show the letters A to Z only.

is found as

    generated/conformance/vectors/pay_in/BACS_DEBIT.jsonl:141:1 error stale-rule: rule
      pay_in.BACS_DEBIT.statement_text:max_length: the catalogue now means no refusal, where the vector has max_length
      at #/statement_text; run paycat generate

Fix: run paycat generate, and look at the rules that are named: the catalogue now means something else for them.
"""

ID = "R-83"
NOT_GENERATED = "not-generated"
STALE_ARTEFACTS = "stale-artefacts"
STALE_RULE = "stale-rule"
STRAY_VECTORS = "stray-vectors"
BAD_VECTOR = "bad-vector"

"""Each rule of a request can be broken alone, by a payload that a client could send.

Why: a rule that no payload breaks is tested by nobody, so nobody would notice when it is lost; or it says nothing that
another rule does not say.

Example: in schemas/types.yaml

    end_to_end_id:
      shape: text
      meaning: Identifier that the creditor chose.
      source: "§2.1"
      length: ..16380

and in schemas/interface/rules.yaml

    body_bytes: { value: 16384, decision: D-111 }

is found as

    schemas/requests/pay_in.yaml:24:1 error unbroken-rule: no payload breaks the rule
      pay_in.BACS_DEBIT.end_to_end_id:max_length alone

Fix: remove the rule, or loosen the one that stands before it, such as the size of a body.
"""

ID = "R-85"
UNBROKEN_RULE = "unbroken-rule"

"""A method describes a request for the directions that it offers, by a table that exists, with one field each for
method, amount, currency and reference.

Why: what is said of a direction that is not offered holds for nobody. Without the four fields no server can tell which
method is meant, how much is paid, and whether it was paid before.

Example: in schemas/methods/SEPA_DEBIT.yaml

    pay_in:
      availability: supported
      request: payin

is found as

    schemas/methods/SEPA_DEBIT.yaml:14:12 error unknown-request: there is no request table 'payin' for pay_in; did you
      mean 'pay_in'?

Fix: make the direction supported or remove what is said of it, correct the name of the table, or give the role to one
field. The field for the method is required, at the top, and says `fixed: method.method_code`.
"""

ID = "R-11"
FIELDS_WITHOUT_OFFER = "fields-without-offer"
UNKNOWN_REQUEST = "unknown-request"
ROLE_COUNT = "role-count"
LOOSE_METHOD = "loose-method"

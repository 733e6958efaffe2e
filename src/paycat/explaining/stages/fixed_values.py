"""A fixed value is written out or names one value of the method: its code, its currency, or its only country.

Why: a field that is fixed to a value that nobody knows refuses every payment.

Example: in schemas/requests/payout.yaml

    currency:
      requirement: required
      type: currency
      role: currency
      meaning: Currency of the scheme
      fixed: method.curency

is found as

    schemas/requests/payout.yaml:16:12 error unknown-value: unknown value 'method.curency'; did you mean
      'method.currency'?

Fix: write method.method_code, method.currency or method.country, or the value itself. A method with several countries
states the field's value, or none.
"""

ID = "R-08"
UNKNOWN_VALUE = "unknown-value"
VAGUE_COUNTRY = "vague-country"

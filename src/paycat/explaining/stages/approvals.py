"""approvals.json names changes of this range, each with a reason and a day on which the approval ends.

Why: an approval lets a break pass whose version does not announce it. One that lasts for ever, or that outlives its
change, would let the next one pass that nobody looked at.

Example: in approvals.json

    "fingerprint": "0123456789abcdef",
    "change": "field-removed pay_in SEPA_DEBIT debtor.bic",
    "reason": "No bank asked for it.",
    "until": "2027-02-30"

is found as

    approvals.json:4:1 error bad-approvals: approval 1: 'until': '2027-02-30' is no day of the calendar; write
      year-month-day, at most a year ahead

Fix: correct the member that is named; remove an approval that matches nothing; when one has ended, take its change back
or approve it again: paycat diff --approve FINGERPRINT --reason TEXT --until DAY.
"""

ID = "R-92"
BAD = "bad-approvals"
EXPIRED = "expired-approval"
STALE = "stale-approval"
WARNINGS = (STALE,)

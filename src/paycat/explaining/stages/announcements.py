"""The version moves by what changed, a break is announced by it or approved, and what goes was deprecated first.

Why: integrators read the version to know whether an upgrade can break them, and a sunset to know how long they have.
While the version begins with 0, a break moves the minor number and anything else the patch number, and a broken notice
is only a warning.

Example: in schemas/methods/SEPA_TRANSFER.yaml

    countries: [AT, DE, FR]

is found as

    schemas/catalogue.yaml error version-not-moved: the version is still 0.1.0, and there is a major change:
      countries-removed SEPA_TRANSFER; write version: 0.2.0

Fix: write the version that is named, or a later one. A change that is to pass without a version is approved by its
fingerprint: paycat diff --approve FINGERPRINT --reason TEXT --until DAY. Deprecate what is to go, with a sunset, and
remove it when that day has come. A verdict that is not explained is a bug in paycat; report it.
"""

ID = "R-93"
NOT_MOVED = "version-not-moved"
MOVED_BACK = "version-moved-back"
UNREADABLE = "unreadable-version"
UNAPPROVED = "unapproved-break"
RISKY = "risky-change"
WITHOUT_NOTICE = "removed-without-notice"
EARLIER = "sunset-moved-earlier"
UNEXPLAINED = "unexplained-verdict"
WARNINGS = (RISKY,)

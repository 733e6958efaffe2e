"""The gaps of the specification are in the state that `paycat gaps --fail-on` asks for: none open, or all confirmed by
the owner.

Why: what rests on an open gap is a guess, and what the owner has not confirmed may change under integrators who built
on it.

Example: in schemas/decisions.yaml

    G-111:
      section: "§2.1"
      kind: missing
      state: open

is found as

    schemas/decisions.yaml:85:3 error open-gap: G-111 is open: What happens when banks are closed on the day of
      collect_on?; ask the owner, then record the answer as a decision

Fix: ask the owner of the service, record the answer as a decision, and cite it where it takes effect. A decision that
the owner agrees to gets `status: confirmed`.
"""

ID = "R-90"
OPEN_GAP = "open-gap"
UNCONFIRMED_GAP = "unconfirmed-gap"

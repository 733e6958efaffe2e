"""What is compared can be read: revisions of the repository that have a contract, folders and contract files.

Why: an old contract is the one that was committed, as today's paycat might read yesterday's catalogue otherwise. A
comparison with something else, or with half of it, would call an upgrade safe that is not.

Example: in old.json

    {}

is found as

    old.json error bad-contract: this is no contract; name a contract.json that paycat generate has written

Fix: name a revision, a folder or a file that has a contract, and commit generated/ with each change. In CI fetch the
whole history. Install a newer paycat for a newer contract. paycat check names the errors of an unsound catalogue.
A stale contract is made anew by paycat generate, in a commit of its own where it is too late for another.
"""

ID = "R-94"
NO_REPOSITORY = "no-repository"
UNKNOWN_REVISION = "unknown-revision"
SHALLOW = "shallow-clone"
NO_CONTRACT = "no-contract"
BAD_CONTRACT = "bad-contract"
NEWER_CONTRACT = "newer-contract"
UNSOUND = "unsound-catalogue"
STALE = "stale-contract"
WARNINGS = (UNSOUND, STALE)

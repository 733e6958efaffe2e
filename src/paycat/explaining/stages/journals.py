"""A journal is one that paycat has written, about the same server and the same vectors, and it can be written on.

Why: answers of another server or to other vectors would be taken for answers of this one.

Example: in run.jsonl

    Wednesday, the test server: all well

is found as

    run.jsonl:1:1 error bad-journal: this is no journal of paycat; name another file, or remove this one to begin anew

Fix: name another file with --journal, or remove this one to begin anew.
"""

ID = "R-88"
BAD_JOURNAL = "bad-journal"
OTHER_JOURNAL = "other-journal"
JOURNAL_NOT_WRITTEN = "journal-not-written"

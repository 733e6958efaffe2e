"""Names of revisions, folders and files in, the contracts that they stand for out; and what a release makes of them."""

"""What the page of `paycat preview` shows, as data for its script: of a check, of a comparison, of files to write."""

"""What can be explained: one module for each kind of thing, with `find(word, project)` and `names(project)`."""

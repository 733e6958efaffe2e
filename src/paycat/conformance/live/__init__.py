"""A server that runs somewhere, held against the vectors over HTTP.

`requests` makes requests of vectors, `sending` posts and repeats them, `receiving` reads the answers within limits,
`probe` looks whether there is a server at all, `journal` keeps the answers, `engine` judges them, and `run` is all of
it.
"""

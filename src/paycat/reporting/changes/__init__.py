"""What `paycat diff` prints of a comparison: a module for each format.

The formats of findings (GitHub annotations, SARIF) are fed by `as_findings`.
"""

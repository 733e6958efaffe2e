"""Views for the reference pages: what each page shows of a contract, as data and as HTML of its texts.

It knows the structure of the site. It must not know how a template escapes what it prints.
"""

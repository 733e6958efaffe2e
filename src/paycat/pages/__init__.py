"""Views for the reference pages: texts as HTML, descriptions for people, and selections of the contract."""

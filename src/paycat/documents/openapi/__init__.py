"""The OpenAPI 3.1 document: shapes that linters and client generators were measured to understand."""

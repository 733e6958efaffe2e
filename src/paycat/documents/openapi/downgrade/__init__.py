"""The OpenAPI 3.1.1 document as OpenAPI 3.0.3, for tools that read nothing newer."""

"""Operations, notifications and the sandbox, as generated code of every language has them."""

"""The numbers of sections, as specifications write them."""

import pytest

from paycat.lint.rules.provenance import section_numbers


@pytest.mark.parametrize(
    ("markdown", "numbers"),
    [
        ("# Title\n\n## 1. First\n\n### 1.2 Inner\n\n## 3: Last\n", {"1", "1.2", "3"}),
        ("## §1 First\n\n### § 2.1\n", {"1", "2.1"}),
        ("# A. Appendix\n\n## A.1 Tables\n\n# A table\n", {"A", "A.1"}),
        ("## 4 Rules\n\n1. one\n1. two\n   1. inner\n3. three\n", {"4", "4.1", "4.2", "4.3"}),
        ("## 4 Rules\n\n- one\n\n7. seven\n8. eight\n", {"4", "4.7", "4.8"}),
        ("```\n# 1 code\n```\n\n1. no section yet\n", set()),
        ("2020 in numbers\n", set()),
        ("", set()),
    ],
)
def test_numbers(markdown: str, numbers: set[str]) -> None:
    assert section_numbers(markdown) == numbers

"""Pages of the findings that no rule reports: one module per group, with its codes and its page.

The codes stand as words where they are reported; a test holds both together.
"""

from types import ModuleType

from paycat.explaining.stages import (
    announcements,
    approvals,
    artefacts,
    broken_rules,
    canonical_files,
    catalogue_files,
    conditions,
    containers,
    drift,
    engines,
    fixed_values,
    journals,
    known_keys,
    packs,
    parts,
    payloads,
    plain_yaml,
    published_vectors,
    readable_files,
    register,
    releases,
    requests,
    revisions,
    servers,
    stated_values,
    usable_places,
    whole_fields,
    yaml_texts,
)

STAGES: tuple[ModuleType, ...] = (
    announcements,
    approvals,
    artefacts,
    broken_rules,
    canonical_files,
    catalogue_files,
    conditions,
    containers,
    drift,
    engines,
    fixed_values,
    journals,
    known_keys,
    packs,
    parts,
    payloads,
    plain_yaml,
    published_vectors,
    readable_files,
    register,
    releases,
    requests,
    revisions,
    servers,
    stated_values,
    usable_places,
    whole_fields,
    yaml_texts,
)
"""What is found before the rules are asked, and after them."""

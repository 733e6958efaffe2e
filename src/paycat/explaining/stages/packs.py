"""A pack has its folder's name, and each of its files comes from one template, document builder or asset that exists
and can be filled in. A template prints values through the filters of its language alone.

Why: a pack that is named wrongly writes nothing, and a template with a mistake would write half a file for every
integrator. A value without a filter could end a string, and the rest of it would run as code.

Example: in generators/handouts/pack.yaml

    files:
      - { for: method, path: "{{ method.code }}.txt", template: handot.txt.j2 }

is found as

    generators/handouts/pack.yaml:5:61 error unknown-template: there is no template 'handot.txt.j2'; did you mean
      'handout.txt.j2'?

Fix: correct the name, or the line of the template that is named. Print a value with a filter of the template's
language, such as `{{ method.title | python_literal }}`, without quotes around it; `language` in pack.yaml states the
language where the ending before `.j2` does not. The packs of a project have 10 seconds of CPU time, 1 GiB of memory and
64 MiB for their files. `packs_off` in catalogue.yaml names packs that are shipped with paycat.
"""

ID = "R-80"
NAME_MISMATCH = "name-mismatch"
PACK_SHADOWS = "pack-shadows"
PACK_FILE = "pack-file"
PACK_SELECTION = "pack-selection"
TEMPLATE = "template"
UNKNOWN_TEMPLATE = "unknown-template"
UNKNOWN_ASSET = "unknown-asset"
UNKNOWN_BUILDER = "unknown-builder"
UNKNOWN_PACK = "unknown-pack"
UNKNOWN_LANGUAGE = "unknown-language"
PACK_FOLDER_TAKEN = "pack-folder-taken"
PACK_TOO_LARGE = "pack-too-large"

"""The one encoder of YAML text: canonical, in a stable order, and the same for every parser."""

from typing import Any

import yaml


def yaml_text(value: Any) -> str:
    """Return block YAML in which every string value is quoted, so that no reader interprets it."""
    return yaml.dump(value, Dumper=_Quoting, sort_keys=False, allow_unicode=True, width=100, default_flow_style=False)


class _Quoting(yaml.CSafeDumper):
    """Quotes string values, leaves keys bare where they can be, never writes anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_quoted(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style='"')

    def represent_members(self, data: dict[str, Any]) -> yaml.MappingNode:
        pairs = [(self.represent_str(key), self.represent_data(value)) for key, value in data.items()]
        return yaml.MappingNode("tag:yaml.org,2002:map", pairs, flow_style=not data)


_Quoting.add_representer(str, _Quoting.represent_quoted)
_Quoting.add_representer(dict, _Quoting.represent_members)

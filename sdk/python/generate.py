"""Writes src/numsift/schema.py from the OpenAPI document of the public API, which it reads from standard input."""

import json
import keyword
import sys
from typing import Any

Schema = dict[str, Any]
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def type_of(schema: Schema) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
    for word in ("oneOf", "anyOf"):
        if word in schema:
            return joined([type_of(choice) for choice in schema[word]])
    kinds = schema.get("type", "object")
    return joined([plain(kind, schema) for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def joined(names: list[str]) -> str:
    unique = dict.fromkeys(names)
    return " | ".join(sorted(unique, key=lambda name: name == "None"))


def plain(kind: str, schema: Schema) -> str:
    if kind == "array":
        return f"list[{type_of(schema['items'])}]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"dict[str, {type_of(values) if isinstance(values, dict) else 'Any'}]"
    return PLAIN[kind]


def parts_of(schema: Schema) -> tuple[list[str], Schema]:
    """The names of the bases, and the object with the own fields."""
    bases = [type_of(part) for part in schema.get("allOf", []) if "$ref" in part]
    own: Schema = {"properties": dict(schema.get("properties", {})), "required": list(schema.get("required", []))}
    for part in schema.get("allOf", []):
        own["properties"] |= part.get("properties", {})
        own["required"] += part.get("required", [])
    return bases, own


def written(name: str, schema: Schema) -> str:
    if "properties" not in schema and "allOf" not in schema:
        return f"{name} = {type_of(schema)}"
    bases, own = parts_of(schema)
    if any(keyword.iskeyword(field) for field in own["properties"]):
        return as_a_call(name, own)
    fields = []
    for field, value in own["properties"].items():
        kind = type_of(value)
        fields.append(f"    {field}: {kind if field in own['required'] else f'NotRequired[{kind}]'}")
    if "list" in own["properties"]:
        # Within the class, `list` is the field.
        fields = [field.replace("list[", "builtins.list[") for field in fields]
    body = fields or ["    pass"]
    text = schema.get("description")
    lines = [f'    """{text.splitlines()[0]}"""', ""] if text else []
    return "\n".join([f"class {name}({', '.join(bases) or 'TypedDict'}):", *lines, *body])


def as_a_call(name: str, own: Schema) -> str:
    """A class cannot have a field such as `from`."""
    fields = [f'    "{field}": "{type_of(value)}",' for field, value in own["properties"].items()]
    return "\n".join([f'{name} = TypedDict("{name}", {{', *fields, "})"])


def in_order(schemas: dict[str, Schema]) -> list[str]:
    """Bases before the types that extend them, and plain names before their use."""
    order: list[str] = []

    def add(name: str) -> None:
        if name in order:
            return
        schema = schemas[name]
        for base in parts_of(schema)[0] if "allOf" in schema else []:
            add(base)
        order.append(name)

    aliases = [name for name, schema in schemas.items() if "properties" not in schema and "allOf" not in schema]
    for name in [*aliases, *schemas]:
        add(name)
    return order


def main() -> None:
    schemas: dict[str, Schema] = json.load(sys.stdin)["components"]["schemas"]
    schemas.pop("TaskForm")
    print('"""Types of requests and responses, generated from the OpenAPI document."""\n')
    print("from __future__ import annotations\n")
    print("import builtins")
    print("from typing import Any, Literal, NotRequired, TypedDict\n")
    for name in in_order(schemas):
        print(f"\n{written(name, schemas[name])}\n")


main()

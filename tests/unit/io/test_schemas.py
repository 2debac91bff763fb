import json
from pathlib import Path

import pytest

from proctor.errors import InputError
from proctor.io.json_schemas import SCHEMAS, schema_bytes, stored_schema, write_schemas


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_shipped_schema_is_the_one_of_the_wire_types(name: str) -> None:
    assert stored_schema(name) == schema_bytes(name), (
        "call proctor.io.json_schemas.write_schemas(Path('src/proctor/io/schemas'))"
    )


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_refuses_unknown_keys(name: str) -> None:
    schema = json.loads(schema_bytes(name))

    assert schema["$schema"].endswith("2020-12/schema")
    objects = [d for d in schema["$defs"].values() if d["type"] == "object"]
    assert objects
    assert all(shape["additionalProperties"] is False for shape in objects)
    assert all(shape["description"] for shape in objects)


def test_no_schema_is_left_over() -> None:
    import proctor.io

    folder = Path(str(proctor.io.__file__)).parent / "schemas"
    assert sorted(p.name for p in folder.iterdir()) == sorted(f"{n}.json" for n in SCHEMAS)


def test_schemas_are_written_as_they_are_shipped(tmp_path: Path) -> None:
    write_schemas(tmp_path)

    assert (tmp_path / "problem.json").read_bytes() == stored_schema("problem")


def test_an_unknown_schema_gets_a_suggestion() -> None:
    with pytest.raises(InputError) as caught:
        schema_bytes("problm")
    assert caught.value.hint == 'did you mean "problem"?'

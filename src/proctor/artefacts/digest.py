"""Canonical JSON and its digest: the same value always gives the same bytes."""

import json
from hashlib import sha256

__all__ = ["canonical_json", "digest"]


def canonical_json(value: object) -> str:
    """Return ``value`` as JSON with sorted keys and no needless blanks.

    >>> canonical_json({"b": [1, 2], "a": "é"})
    '{"a":"é","b":[1,2]}'
    """
    return json.dumps(
        value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )


def digest(value: object) -> str:
    """Return the SHA-256 digest of the canonical JSON of ``value``.

    >>> digest([])[:12]
    '4f53cda18c2b'
    """
    return sha256(canonical_json(value).encode()).hexdigest()

"""The codes of evenings in every store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tilerummy.server.store.evenings import StoredEvening
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StorageError


async def test_a_new_code_that_is_used_is_replaced_by_another_one(store: Store) -> None:
    assert await store.evenings.add("e", "111111", "s", b"{}")
    assert await store.evenings.add("f", "222222", "t", b"{}")
    assert not await store.evenings.add("g", "222222", "t", b"{}")
    codes = iter(["222222", "333333"])

    changed = await store.evenings.change("e", lambda old: replace(old, code=next(codes)))
    assert isinstance(changed, StoredEvening)
    assert changed.code == "333333"
    assert await store.evenings.by_code("111111") is None


async def test_an_old_code_does_not_stay_if_no_new_one_is_free(store: Store) -> None:
    assert await store.evenings.add("e", "111111", "s", b"{}")
    assert await store.evenings.add("f", "222222", "t", b"{}")

    with pytest.raises(StorageError):
        await store.evenings.change("e", lambda old: replace(old, code="222222"))
    kept = await store.evenings.change("e", lambda old: replace(old, body=b"[]"))
    assert isinstance(kept, StoredEvening)
    assert (kept.code, kept.version) == ("111111", 2)

"""Models on disk: what is written comes back, and what is no model is refused by name."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import honbun
from honbun.errors import ModelError
from honbun.model.model import Model, load_model, shipped
from honbun.model.trees import Trees


def small_model(**more: object) -> Model:
    trees = Trees(
        np.zeros((1, 1), dtype=np.int32),
        np.array([[2.5]], dtype=np.float32),
        np.array([[[-3.0], [3.0]]], dtype=np.float32),
        np.zeros(1, dtype=np.float32),
    )
    return Model(names=("words",), blocks=trees, corpus={"c": "d"}, scores={"all": 0.5}, **more).check()  # type: ignore[arg-type]


def test_a_saved_model_is_the_same_model(tmp_path: Path) -> None:
    model = small_model()
    model.save(tmp_path / "a.npz")
    model.save(tmp_path / "b.npz")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    loaded = load_model(tmp_path / "a.npz")
    assert (loaded.names, loaded.corpus, loaded.scores) == (model.names, model.corpus, model.scores)
    assert np.array_equal(loaded.blocks.leaf, model.blocks.leaf)


@pytest.mark.parametrize(("leaf", "kind"), [(0.25, np.float16), (0.1, np.float32), (1e6, np.float32)])
def test_leaves_take_half_the_room_where_nothing_is_lost(leaf: float, kind: type, tmp_path: Path) -> None:
    model = small_model()
    model = replace(model, blocks=replace(model.blocks, leaf=np.array([[[-1.0], [leaf]]], dtype=np.float32)))
    model.save(tmp_path / "m.npz")
    assert np.load(tmp_path / "m.npz")["block_leaf"].dtype == kind
    assert np.array_equal(load_model(tmp_path / "m.npz").blocks.leaf, model.blocks.leaf)


def test_a_model_decides(tmp_path: Path) -> None:
    small_model().save(tmp_path / "m.npz")
    options = honbun.ExtractOptions(model=honbun.load_model(tmp_path / "m.npz"))
    text = "one two three four five six seven eight nine ten eleven twelve"
    items = "".join(f"<li><a href=/{i}>Item</a></li>" for i in range(40))
    html = f"<meta name=viewport content=x><ul>{items}</ul><div>{text}</div>"
    assert honbun.extract(html, options=options).text == text


def archive(**arrays: np.ndarray) -> bytes:  # type: ignore[type-arg]
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def lying(shape: str) -> bytes:
    """An archive whose array states another shape than it has."""
    stated = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    return zipped({"header.npy": b"\x93NUMPY\x01\x00" + len(stated).to_bytes(2, "little") + stated})


def zipped(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, part in parts.items():
            file.writestr(name, part)
    return out.getvalue()


def header(**fields: object) -> np.ndarray:  # type: ignore[type-arg]
    return np.frombuffer(json.dumps(fields).encode(), dtype=np.uint8)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "not a model"),
        (b"PK\x03\x04 garbage", "not a model"),
        (archive(x=np.zeros(1)), "not a model"),
        (archive(header=header(format=99)), "format 99 instead of 3"),
        (archive(header=np.array([{"format": 3}], dtype=object)), "not a model"),
        (lying("(100000000000000000,)"), "not a model"),
        (lying("((("), "not a model"),
        (zipped({f"{number}.npy": bytes(2**25) for number in range(9)}), "too large to be a model"),
        (archive(header=header(format=3, names=["words"], kinds=[], corpus={}, scores={})), "not a model"),
    ],
)
def test_what_is_no_model_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    (tmp_path / "m.npz").write_bytes(data)
    with pytest.raises(ModelError, match=says) as error:
        load_model(tmp_path / "m.npz")
    assert error.value.subject == str(tmp_path / "m.npz")


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_model(tmp_path / "none.npz")


def test_a_model_that_asks_for_unknown_features_says_so() -> None:
    model = Model(names=("colour",), blocks=small_model().blocks)
    with pytest.raises(ModelError, match="colour"):
        honbun.extract("<p>text of a page</p>", options=honbun.ExtractOptions(model=model))


def test_the_shipped_model_is_small_and_says_where_it_is_from() -> None:
    model = shipped()
    assert model.check() is model is shipped()
    assert {"wcxb-dev/wcxb", "news-dev/fundus+scrapinghub", "posts-dev/harvest-forum"} <= set(model.corpus)
    assert {"wcxb", "fundus", "scrapinghub", "postlight", "jser", "harvest-forum", "remade"} <= set(model.sources)
    assert not {"l3s-gn1", "dragnet-comments", "waddle-daniel", "koron", "big9"} & set(model.sources)
    assert "article" in model.kinds
    file = Path(honbun.__file__).parent / "model" / "shipped.npz"
    assert file.stat().st_size < 3_000_000
    with zipfile.ZipFile(file) as parts:
        assert all(name.endswith(".npy") for name in parts.namelist())


def test_the_shipped_leaves_are_of_half_precision() -> None:
    with np.load(io.BytesIO((Path(honbun.__file__).parent / "model" / "shipped.npz").read_bytes())) as arrays:
        assert arrays["block_leaf"].dtype == arrays["context_leaf"].dtype == np.float16

"""Functions of equal code in several files, of which one may be gone."""

import gc
import importlib.util

import pytest

import tangentlite as tl

TEXT = "def f(x):\n    y = x * x\n    return {result}\n"


def loaded(path, result):
    path.write_text(TEXT.format(result=result))
    spec = importlib.util.spec_from_file_location(f"equal_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.f


def test_what_is_known_of_code_stays_with_it(tmp_path):
    first = loaded(tmp_path / "first.py", "y * x")
    assert tl.grad(first)(2.0) == 12.0
    second = loaded(tmp_path / "second.py", "y * x")
    assert second.__code__ == first.__code__
    derivative = tl.grad(second)
    tl.cache_clear()
    assert derivative(2.0) == 12.0
    del first
    gc.collect()
    (tmp_path / "second.py").unlink()
    tl.cache_clear()
    assert derivative(2.0) == 12.0


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_errors_name_the_own_file(tmp_path, order):
    kept = [loaded(tmp_path / f"{name}.py", "id(y)") for name in order]
    for name, f in zip(order, kept):
        with pytest.raises(tl.TangentliteError, match=f"{name}.py:3"):
            tl.grad(f)(2.0)

"""Functions that call libraries: right in both modes, or refused where they stand."""

import pytest

from tests.libraries import document, outcomes
from tests.libraries.expected import BROKEN, COMPILED, REFUSED


def cases():
    for name in outcomes.PACKAGES:
        broken = BROKEN.get(name, {})
        for function in outcomes.names(name):
            for mode in outcomes.MODES:
                marks = [
                    pytest.mark.xfail(strict=True, reason=reason)
                    for reason in [broken.get(function, {}).get(mode)]
                    if reason
                ]
                label = f"{name}-{function}-{mode}"
                yield pytest.param(name, function, mode, id=label, marks=marks)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "function", "mode"), list(cases()))
def test_outcomes(name, function, mode):
    pytest.importorskip(name)
    calls = {call.__name__: (call, at) for call, at in outcomes.calls(name)}
    outcome = outcomes.outcome(*calls[function], mode)
    refusal = REFUSED.get(name, {}).get(function)
    if refusal is None:
        assert outcome.ending == "right", outcome.text
    else:
        assert outcome.ending == "refused", outcome.text
        assert outcome.reason.startswith(refusal)
        assert outcome.file.endswith(f"tests/libraries/{name}_calls.py"), outcome.file


@pytest.mark.parametrize("name", outcomes.PACKAGES)
def test_expectations_are_of_functions_that_there_are(name):
    listed = outcomes.names(name)
    assert len(listed) == len(set(listed))
    assert COMPILED.get(name, set()) <= set(REFUSED.get(name, {}))
    assert set(REFUSED.get(name, {})) | set(BROKEN.get(name, {})) <= set(listed)


def test_the_document_has_the_tables_of_what_is_expected():
    text = document.README.read_text()
    assert document.with_tables(text) == text

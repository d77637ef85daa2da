"""The training example, in short."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "policy_gradient.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("policy_gradient", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_short_run_beats_random(example: ModuleType) -> None:
    weights = example.train(1500, n=128)
    mean, half = example.evaluate(weights, 600, n=128)
    assert mean - half > 5


def test_without_training_it_is_even(example: ModuleType) -> None:
    mean, half = example.evaluate(np.zeros(len(example.FEATURES), np.float32), 600, n=128)
    assert abs(mean) < 2 * half

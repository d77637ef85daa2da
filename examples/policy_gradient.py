"""
A policy gradient in NumPy: one seat learns by REINFORCE against three `random` ones, in the batch
environment.

    python examples/policy_gradient.py [hands]

The policy is a softmax over the legal actions whose logits are linear in a few features of each
action, read off the observation's planes (docs/observation.md). It is as small as it can be and
still beat its opponents, to show the loop: sample, step, credit, update.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

import xuezhan as xz

Array = npt.NDArray[Any]

PLANE = {name: first for name, (first, _) in xz.OBSERVATION_PLANES.items()}
FEATURES = ("copies", "neighbours", "suit", "terminal", "kong", "pong", "win", "pass", "claim_suit")


def features(observations: Array) -> Array:
    """What the policy sees of every action: float32 of shape (n, 87, features)."""
    n = len(observations)
    planes = observations.astype(np.float32)
    counts = planes[:, PLANE["hand"] : PLANE["hand"] + 4].sum(axis=1).reshape(n, 3, 9)
    padded = np.pad(counts, ((0, 0), (0, 0), (2, 2)))
    near = padded[..., 1:-3] + padded[..., 3:-1] + 0.5 * (padded[..., :-4] + padded[..., 4:])
    suit = np.broadcast_to(counts.sum(axis=2, keepdims=True), counts.shape)
    out = np.zeros((n, 87, len(FEATURES)), np.float32)
    out[:, :27, 0] = counts.reshape(n, 27)
    out[:, :27, 1] = near.reshape(n, 27)
    out[:, :27, 2] = suit.reshape(n, 27) / 4
    out[:, [0, 8, 9, 17, 18, 26], 3] = 1
    out[:, 27:54, 4] = 1
    for action, feature in ((54, 5), (55, 6), (56, 7)):
        out[:, action, feature] = 1
    claimed = planes[:, PLANE["tile"]]
    out[:, 54, 8] = (claimed * suit.reshape(n, 27)).sum(axis=1) / 4
    return out


def choose(
    seen: Array, masks: Array, weights: Array, rng: np.random.Generator
) -> tuple[Array, Array]:
    """An action for every row, and the gradient of the logarithm of its probability."""
    logits = np.where(masks, seen @ weights, -np.inf)
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    drawn = (chances.cumsum(axis=1) < rng.random((len(chances), 1))).sum(axis=1)
    actions = np.minimum(drawn, 86)
    actions = np.where(
        np.take_along_axis(masks, actions[:, None], 1)[:, 0], actions, chances.argmax(axis=1)
    )
    rows = np.arange(len(actions))
    return actions, seen[rows, actions] - np.einsum("na,naf->nf", chances, seen)


def train(
    hands: int, *, rules: str = "guide", n: int = 256, rate: float = 0.05, seed: int = 0
) -> Array:
    """The weights after so many hands."""
    batch = xz.BatchGame(n, rules, seed=seed, policies=(None, "random", "random", "random"))
    rng = np.random.default_rng(seed)
    weights = np.zeros(len(FEATURES), np.float32)
    traces = np.zeros((n, len(FEATURES)), np.float32)
    points = np.zeros(n, np.float32)
    baseline, played = 0.0, 0
    batch.reset()
    while played < hands:
        assert batch.observations is not None
        actions, gradients = choose(features(batch.observations), batch.masks, weights, rng)
        traces += gradients
        batch.step(actions)
        points += batch.rewards[:, 0]
        done = batch.dones
        if done.any():
            worth = np.clip(points[done], -64, 64) / 16
            gradient = ((worth - baseline)[:, None] * traces[done]).mean(axis=0)
            weights += rate * np.sqrt(done.sum() / n) * np.clip(gradient, -4, 4)
            baseline += 0.05 * (float(worth.mean()) - baseline)
            traces[done] = points[done] = 0
            played += int(done.sum())
    return weights


def evaluate(
    weights: Array, hands: int, *, rules: str = "guide", n: int = 256, seed: int = 1
) -> tuple[float, float]:
    """Points a hand against three `random` players, and half of the 95 % interval."""
    batch = xz.BatchGame(n, rules, seed=seed, policies=(None, "random", "random", "random"))
    rng = np.random.default_rng(seed)
    points = np.zeros(n)
    results: list[float] = []
    batch.reset()
    while len(results) < hands:
        assert batch.observations is not None
        actions, _ = choose(features(batch.observations), batch.masks, weights, rng)
        batch.step(actions)
        points += batch.rewards[:, 0]
        results.extend(points[batch.dones])
        points[batch.dones] = 0
    return float(np.mean(results)), float(1.96 * np.std(results) / np.sqrt(len(results)))


def main(hands: int = 20_000) -> None:
    """Train, evaluate, and say what was learnt."""
    before, _ = evaluate(np.zeros(len(FEATURES), np.float32), 4000)
    weights = train(hands)
    mean, half = evaluate(weights, 4000)
    for name, weight in zip(FEATURES, weights, strict=True):
        print(f"{name:>10} {weight:+.2f}")
    print(
        f"points a hand against three random players: {before:+.1f} before, "
        f"{mean:+.1f} ± {half:.1f} after {hands} hands"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))

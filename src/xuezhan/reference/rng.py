"""Streams of random numbers and shuffled walls, to the bit (docs/determinism.md §1 and §4)."""

from collections.abc import Iterable

from .tiles import SUIT_LETTERS

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

STREAM_WALL = 0
STREAM_FIRST_DEALER = 1
STREAM_EXCHANGE = 2
STREAM_POLICY = 16


def mix(z: int) -> int:
    """SplitMix64's finalizer."""
    z &= WORD
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
    return z ^ (z >> 31)


def key(seed: int, index: int, stream: int) -> int:
    """Give the key of one stream of one hand."""
    for name, value in (("seed", seed), ("index", index)):
        if not 0 <= value <= WORD:
            raise ValueError(f"{name} must be 0 to 2^64 - 1, not {value}")
    return mix(mix(mix(seed + GOLDEN) + index + GOLDEN) + stream + GOLDEN)


def _rotl(value: int, by: int) -> int:
    return (value << by | value >> (64 - by)) & WORD


class Xoshiro:
    """xoshiro256** 1.0."""

    def __init__(self, state: Iterable[int]) -> None:
        self.state = list(state)

    @classmethod
    def from_key(cls, start: int) -> "Xoshiro":
        """SplitMix64 started at the key fills the state."""
        return cls(mix(start + (j + 1) * GOLDEN) for j in range(4))

    def next(self) -> int:
        """Draw the next 64 bits."""
        s = self.state
        result = _rotl(s[1] * 5 & WORD, 7) * 9 & WORD
        shifted = s[1] << 17 & WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotl(s[3], 45)
        return result

    def below(self, n: int) -> int:
        """Draw a uniform number 0 to n - 1."""
        if not 1 <= n < 1 << 32:
            raise ValueError(f"below needs 1 to 2^32 - 1, not {n}")
        threshold = (1 << 32) % n
        product = (self.next() >> 32) * n
        while product % (1 << 32) < threshold:
            product = (self.next() >> 32) * n
        return product >> 32


def stream(seed: int, index: int, number: int) -> Xoshiro:
    """Give the generator of one stream."""
    return Xoshiro.from_key(key(seed, index, number))


def full_set(suits: str = "mps") -> list[int]:
    """All tiles in slot order, four each (rules §1, §8)."""
    slots = []
    for suit, letter in enumerate(SUIT_LETTERS):
        if letter in suits:
            for slot in range(suit * 9, suit * 9 + 9):
                slots += [slot] * 4
    return slots


def wall(seed: int, index: int = 0, suits: str = "mps") -> list[int]:
    """Give the shuffled wall; its first tile is dealt first."""
    generator = stream(seed, index, STREAM_WALL)
    tiles = full_set(suits)
    for i in range(len(tiles) - 1, 0, -1):
        j = generator.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def digest(data: bytes) -> int:
    """Give a 64-bit digest of bytes."""
    h = 0
    for start in range(0, len(data), 8):
        word = int.from_bytes(data[start : start + 8], "little")
        h = mix((h ^ word) + GOLDEN)
    return mix((h ^ len(data)) + GOLDEN)

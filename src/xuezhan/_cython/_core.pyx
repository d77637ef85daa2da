# cython: language_level=3
# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""
The core as Python sees it: shapes are checked, the GIL is dropped where there is work, status codes become exceptions.

The parts, each an include below, share these:

    tile_name(slot) -> "5m"             tile_slot(object) -> slot, from "5m" or 0-26; raises InvalidTiles
    tiles_of_mask(mask) -> Tiles        hand_of(&hand) -> Hand            score_of(&score) -> Score
    text_error(&error, text)            an InvalidTiles from what the text reader says

    _face(name)                         what a Python module has registered under this name

`Rules` and `Game` on the Python side subclass what `_rules.pxi` and `_game.pxi` define.
"""

cimport cython
cimport cfloor as floor
cimport cxuezhan as c
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_STRIDED_RO, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize
from cpython.exc cimport PyErr_CheckSignals
from cpython.number cimport PyNumber_Index
from cpython.tuple cimport PyTuple_GET_ITEM
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DecodeUTF8
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from collections import namedtuple
from collections.abc import Iterable
from importlib import import_module
from itertools import islice

import numpy as np

cdef object _ndarray = np.ndarray

from xuezhan.checks import shown
from xuezhan.play.action import TILE_NAMES
from xuezhan.checks import seed_or_fresh
from xuezhan.errors import IllegalAction, InvalidRecord, InvalidRules, InvalidState, InvalidTiles

VERSION = c.xz_version().decode()
BUILD = c.xz_build().decode()
BIT_INSTRUCTIONS = bool(c.xz_uses_bit_instructions())

if c.xz_abi_version() != c.XZ_ABI_VERSION:
    raise ImportError("the extension and the library under it are of different versions")

# What the core makes or calls that is written in Python: nothing here imports its module before it is needed, so that no two
# modules need each other to be imported.
cdef dict _faces = {}
_FACE_MODULES = {
    "State": "xuezhan.play.state", "StateBatch": "xuezhan.play.state", "as_rules": "xuezhan.rules",
    "score_from_core": "xuezhan.hands.hand", "why_no_win": "xuezhan.hands.hand",
    "event_from_core": "xuezhan.play.ledger", "payment_of": "xuezhan.play.ledger",
}


def register(*faces):
    """Classes and functions of `_FACE_MODULES`, by their modules when these are imported."""
    for face in faces:
        _faces[face.__name__] = face


cdef object _face(str name):
    found = _faces.get(name)
    if found is None:
        import_module(_FACE_MODULES[name])
        found = _faces[name]
    return found


include "_tiles.pxi"
include "_hand.pxi"
include "_arrays.pxi"
include "_rules.pxi"
include "_table.pxi"
include "_chances.pxi"
include "_game.pxi"
include "_state.pxi"
include "_view.pxi"
include "_sim.pxi"
include "_records.pxi"
include "_env.pxi"
include "_players.pxi"

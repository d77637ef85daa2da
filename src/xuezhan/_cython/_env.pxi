# Many hands stepped together. `xuezhan.simulation.batch_game` has the checks and the threads; here slices are worked on without the GIL.

AUTORESET_MODES = tuple([c.xz_autoreset_name(i).decode() for i in range(c.XZ_AUTORESET_COUNT)])


cdef class BatchCore:
    """See `xuezhan.BatchGame`. A slice may be worked on by one thread at a time; `BatchGame` sees to it."""
    cdef c.xz_env env
    cdef c.xz_env_arrays out
    cdef object memory
    cdef dict arrays        # what `out` points into
    cdef dict starts        # where each array's memory began when it was bound
    cdef NativeRules native
    cdef public object _rules

    def _make(self, object rules, NativeRules native not None, Py_ssize_t n, tuple policies not None, int dealer,
              int autoreset):
        cdef uint8_t[::1] block
        cdef int status
        self._rules = rules
        self.native = native
        self.env.rules = native.value
        self.env.dealer = dealer
        self.env.autoreset = autoreset
        self.env.count = n
        for seat in range(c.XZ_MAX_SEATS):
            self.env.policies[seat] = policies[seat] if seat < len(policies) else c.XZ_CALLER
        self.memory = np.zeros(n * <Py_ssize_t>sizeof(c.xz_env_slot) + 1, np.uint8)
        block = self.memory
        self.env.slots = <c.xz_env_slot *>&block[0]
        self.arrays = {}
        self.starts = {}
        status = c.xz_env_check(&self.env)
        if status != c.XZ_OK:
            raise ValueError(c.xz_status_text(status).decode())
        for i in range(n):
            self.env.slots[i].seat = c.XZ_NONE

    cdef void *_rows(self, str name, object dtypes, tuple shape) except? NULL:
        """Where the rows of an array begin; NULL where there is none."""
        cdef Py_buffer buffer
        cdef void *start
        array = self.arrays.get(name)
        if array is None:
            return NULL
        if not isinstance(array, np.ndarray):
            raise TypeError(f"{name} must be a NumPy array, not {type(array).__name__}")
        if array.dtype not in dtypes:
            raise TypeError(f"{name} must be {' or '.join([str(np.dtype(d)) for d in dtypes])}, not {array.dtype}")
        if array.shape != shape:
            raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
        if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
            raise ValueError(f"{name} must be C-contiguous, aligned and writeable")
        PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
        start = buffer.buf
        PyBuffer_Release(&buffer)
        return start

    def _bind(self, dict arrays not None):
        """Takes the arrays that results go to; nothing is changed if one does not fit."""
        cdef c.xz_env_arrays out
        cdef Py_ssize_t n = self.env.count
        before = self.arrays
        self.arrays = arrays
        memset(&out, 0, sizeof(out))
        try:
            planes = (n, c.XZ_OBS_PLANES, c.XZ_SLOTS)
            for name in ("observations", "final_observations"):
                rows = <size_t>self._rows(name, _OBSERVATION_DTYPES, planes)
                wide = arrays.get(name) is not None and arrays[name].dtype == np.float32
                if name == "observations" and wide:
                    out.observations_float32 = <float *><size_t>rows
                elif name == "observations":
                    out.observations_int8 = <int8_t *><size_t>rows
                elif wide:
                    out.final_observations_float32 = <float *><size_t>rows
                else:
                    out.final_observations_int8 = <int8_t *><size_t>rows
            out.masks = <uint8_t *>self._rows("masks", _FLAG_DTYPES, (n, c.XZ_ACTION_COUNT))
            out.rewards = <float *>self._rows("rewards", _REWARD_DTYPES, (n, c.XZ_MAX_SEATS))
            out.seats = <int8_t *>self._rows("seats", _SEAT_DTYPES, (n,))
            out.done = <uint8_t *>self._rows("dones", _FLAG_DTYPES, (n,))
        except BaseException:
            self.arrays = before
            raise
        self.out = out
        self.starts = {name: _memory_of(array) for name, array in arrays.items() if array is not None}

    def _check_arrays(self):
        """An array that was resized or given up since it was bound is noticed before anything is written."""
        for name, start in self.starts.items():
            if _memory_of(self.arrays[name]) != start:
                raise ValueError(f"{name} has been resized since it was bound; bind it again")

    def _seed(self, const uint64_t[::1] seeds not None, const uint64_t[::1] indices not None, uint64_t stride,
              const uint8_t[::1] which=None):
        """The seed of every slot, or of those chosen, and the index of its next hand."""
        cdef Py_ssize_t i
        self.env.stride = stride
        for i in range(self.env.count):
            if which is not None and not which[i]:
                continue
            self.env.slots[i].seed = seeds[i]
            self.env.slots[i].next = indices[i]
            self.env.slots[i].sampler = c.xz_key(seeds[i], indices[i], c.XZ_STREAM_CALLER)

    def _reset(self, Py_ssize_t start, Py_ssize_t stop, const uint8_t[::1] which=None):
        cdef const uint8_t *chosen = NULL
        if which is not None and self.env.count:
            chosen = &which[0]
        with nogil:
            c.xz_env_reset(&self.env, start, stop, chosen, &self.out)

    def _first_illegal(self, const int64_t[::1] actions not None, Py_ssize_t start, Py_ssize_t stop):
        cdef int64_t found = -1
        if stop > start:
            with nogil:
                found = c.xz_env_first_illegal(&self.env, start, stop, &actions[0])
        return found

    def _step(self, const int64_t[::1] actions not None, Py_ssize_t start, Py_ssize_t stop):
        """The actions must be legal."""
        if stop > start:
            with nogil:
                c.xz_env_step(&self.env, start, stop, &actions[0], &self.out)

    def _sample(self, int64_t[::1] actions not None, Py_ssize_t start, Py_ssize_t stop):
        if stop > start:
            with nogil:
                c.xz_env_sample(&self.env, start, stop, &actions[0])

    def _why_illegal(self, Py_ssize_t i, int64_t action):
        cdef c.xz_env_slot *slot = &self.env.slots[i]
        cdef int number = <int>action if 0 <= action < c.XZ_ACTION_COUNT else -1
        return f"slot {i}: {_refusal(&self.env.rules, &slot.state, c.XZ_E_ILLEGAL, slot.seat, number, action)}"

    def _state(self, Py_ssize_t i, type kind):
        cdef StateCore made = kind.__new__(kind)
        made._rules = self._rules
        made.native = self.native
        made.state = self.env.slots[i].state
        return made

    def _seat_of(self, Py_ssize_t i):
        return _none_if(self.env.slots[i].seat)

    def _index_of(self, Py_ssize_t i):
        """Seed and index of the hand that slot `i` plays."""
        return self.env.slots[i].seed, self.env.slots[i].index


cdef tuple _memory_of(object array):
    cdef Py_buffer buffer
    PyObject_GetBuffer(array, &buffer, PyBUF_WRITABLE)
    found = <size_t>buffer.buf, buffer.len
    PyBuffer_Release(&buffer)
    return found


cdef tuple _OBSERVATION_DTYPES = (np.dtype(np.int8), np.dtype(np.float32))
cdef tuple _FLAG_DTYPES = (np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.int8))
cdef tuple _REWARD_DTYPES = (np.dtype(np.float32),)
cdef tuple _SEAT_DTYPES = (np.dtype(np.int8),)

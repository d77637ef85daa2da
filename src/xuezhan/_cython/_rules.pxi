# The rules as the core holds them (§12): numbers by option, checked. `xuezhan.rules` gives them names and Python values.


cdef list _option_table():
    """One tuple an option, in the order of §12 and §20: name, kind, nullable, low, high, step, choices, clause, meaning, terms."""
    cdef const c.xz_option *option
    cdef list table = []
    kinds = ("integer", "bool", "choice", "suits", "patterns", "tile")
    for i in range(c.xz_option_count()):
        option = c.xz_option_at(i)
        choices = None
        if option.choices != NULL:
            choices = tuple([option.choices[j].decode() for j in range(option.high + 1)])
        table.append((option.name.decode(), kinds[option.kind], bool(option.nullable), option.low, option.high,
                      option.step, choices, option.clause.decode(), option.meaning.decode(), tuple(option.terms.decode().split())))
    return table


OPTIONS = tuple(_option_table())

cdef tuple _preset_row(int preset):
    cdef const c.xz_preset *row = c.xz_preset_at(preset)
    return row.name.decode(), row.title.decode(), row.source.decode()


# Name, title, source of every preset by its number, the rulebooks first.
PRESET_TABLE = tuple([_preset_row(i) for i in range(c.XZ_PRESET_COUNT)])
RULEBOOKS = tuple([row[0] for row in PRESET_TABLE[:c.XZ_RULEBOOK_COUNT]])
PATTERNS = tuple([c.xz_pattern_name(i).decode() for i in range(c.XZ_PATTERN_COUNT)])
SCORE_PARTS = tuple([c.xz_score_part_name(i).decode() for i in range(c.XZ_PART_COUNT)])
PATTERNS_CHINESE = tuple([c.xz_pattern_chinese(i).decode() for i in range(c.XZ_PATTERN_COUNT)])


cdef object _preset_cell(int preset, size_t offset):
    cdef int64_t value = 0
    cdef int origin = c.xz_preset_value(preset, offset, &value)
    return None if origin == c.XZ_ORIGIN_BASE else (None if value == c.XZ_NULL else value, origin == c.XZ_ORIGIN_RULING)


cdef class NativeRules:
    """
    One `xz_rules`, never changed once made. `numbers` has one integer an option in the order of `OPTIONS`, except that
    the patterns stand as a tuple of their own; None stands for null.
    """
    cdef c.xz_rules value

    def __cinit__(self):
        if c.xz_rules_preset(0, &self.value) != c.XZ_OK:
            raise SystemError("the core has no rulebook")

    @staticmethod
    def preset(int number):
        cdef NativeRules rules = NativeRules.__new__(NativeRules)
        if c.xz_rules_preset(number, &rules.value) != c.XZ_OK:
            raise ValueError(f"preset {number} does not exist")
        return rules

    @staticmethod
    def of(tuple numbers):
        """Raises ValueError with the reason if the core refuses them."""
        cdef NativeRules rules = NativeRules.__new__(NativeRules)
        cdef char reason[256]
        cdef const c.xz_option *option
        if len(numbers) != c.xz_option_count():
            raise ValueError(f"{len(numbers)} options given, not {c.xz_option_count()}")
        for i in range(c.xz_option_count()):
            option = c.xz_option_at(i)
            if option.kind == c.XZ_OPTION_PATTERNS:
                for pattern in range(c.XZ_PATTERN_COUNT):
                    rules.put(option.offset + pattern * sizeof(int64_t), numbers[i][pattern])
            else:
                rules.put(option.offset, numbers[i])
        if c.xz_rules_prepare(&rules.value, reason, sizeof(reason)) != c.XZ_OK:
            raise ValueError(reason.decode())
        return rules

    cdef int put(self, size_t offset, object number) except -1:
        (<int64_t *>(<char *>&self.value + offset))[0] = c.XZ_NULL if number is None else number
        return 0

    cdef object get(self, size_t offset):
        cdef int64_t number = (<int64_t *>(<char *>&self.value + offset))[0]
        return None if number == c.XZ_NULL else number

    @staticmethod
    def cells(int number):
        """
        What a preset says itself, in the form of `numbers`: (value, whether a ruling), or None where its base speaks.
        """
        cdef const c.xz_option *option
        cdef list found = []
        for i in range(c.xz_option_count()):
            option = c.xz_option_at(i)
            if option.kind == c.XZ_OPTION_PATTERNS:
                found.append(tuple([_preset_cell(number, option.offset + j * sizeof(int64_t))
                                    for j in range(c.XZ_PATTERN_COUNT)]))
            else:
                found.append(_preset_cell(number, option.offset))
        return tuple(found)

    @property
    def numbers(self):
        cdef const c.xz_option *option
        cdef list numbers = []
        for i in range(c.xz_option_count()):
            option = c.xz_option_at(i)
            if option.kind == c.XZ_OPTION_PATTERNS:
                numbers.append(tuple([self.get(option.offset + j * sizeof(int64_t)) for j in range(c.XZ_PATTERN_COUNT)]))
            else:
                numbers.append(self.get(option.offset))
        return tuple(numbers)

    @property
    def wall_length(self):
        return c.xz_wall_length(&self.value)

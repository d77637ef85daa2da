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
RULEBOOKS = tuple([c.xz_rulebook_name(i).decode() for i in range(c.XZ_RULEBOOK_COUNT)])
PATTERNS = tuple([c.xz_pattern_name(i).decode() for i in range(c.XZ_PATTERN_COUNT)])
SCORE_PARTS = tuple([c.xz_score_part_name(i).decode() for i in range(c.XZ_PART_COUNT)])
PATTERNS_CHINESE = tuple([c.xz_pattern_chinese(i).decode() for i in range(c.XZ_PATTERN_COUNT)])


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
    def preset(int rulebook):
        cdef NativeRules rules = NativeRules.__new__(NativeRules)
        if c.xz_rules_preset(rulebook, &rules.value) != c.XZ_OK:
            raise ValueError(f"rulebook {rulebook} does not exist")
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

"""Instructions a hand, counted by valgrind's callgrind: a slowdown is seen without a clock."""

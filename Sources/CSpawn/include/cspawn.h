#pragma once
#include <sys/types.h>

// Starts a program in a process group of its own, with no signal blocked or ignored that ends programs, /dev/null on
// standard input, and a pipe on standard output and standard error, whose other end is put into `output`: it is to be
// closed, and reading it does not wait. Nothing else stays open. Both vectors end with NULL. Returns 0 or an error number.
int lumascan_spawn(const char *path, char *const *arguments, char *const *environment, pid_t *process, int *output);

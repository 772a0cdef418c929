#define _GNU_SOURCE
#include "cspawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int spawn_into(int end, const char *path, char *const *arguments, char *const *environment, pid_t *process) {
    static const int usual[] = {SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGCHLD};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t blocked, reset;
    sigemptyset(&blocked);
    sigemptyset(&reset);
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) sigaddset(&reset, usual[i]);
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure != 0) return failure;
    failure = posix_spawnattr_init(&attributes);
    if (failure == 0) {
        if ((failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_adddup2(&actions, end, STDERR_FILENO)) == 0 &&
            (failure = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)) == 0) {
            posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
            posix_spawnattr_setpgroup(&attributes, 0);
            posix_spawnattr_setsigmask(&attributes, &blocked);
            posix_spawnattr_setsigdefault(&attributes, &reset);
            failure = posix_spawn(process, path, &actions, &attributes, arguments, environment);
        }
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

int lumascan_spawn(const char *path, char *const *arguments, char *const *environment, pid_t *process, int *output) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    int failure = fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0 ? errno : 0;
    if (failure == 0) failure = spawn_into(ends[1], path, arguments, environment, process);
    close(ends[1]);
    if (failure != 0) close(ends[0]);
    else *output = ends[0];
    return failure;
}

/* Preloaded into a gateway: makes calls on the files of one directory fail, as a file says that the parent writes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/mman.h>
#include "inside.h"

#define DIRECTORY "PARLEY_FAULT_DIRECTORY"
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
/* The errno of each kind of call, 0 for none. */
enum { WRITE, SYNC, OPEN, KINDS };
static volatile int32_t *faults;

static void __attribute__((constructor)) map(void) {
  int fd = open(getenv("PARLEY_FAULT_CONTROL"), O_RDONLY | O_CLOEXEC);
  void *at = mmap(0, KINDS * sizeof *faults, PROT_READ, MAP_SHARED, fd, 0);
  if (fd < 0 || at == MAP_FAILED) abort();
  faults = at;
}

static int fails(int kind, int fd) {
  char path[PATH_MAX + 1];
  int error = faults ? faults[kind] : 0;
  if (!error || !insideFd(DIRECTORY, fd, path)) return 0;
  errno = error;
  return 1;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  return fails(WRITE, fd) ? -1 : NEXT(pwrite64)(fd, data, length, offset);
}

ssize_t write(int fd, const void *data, size_t length) {
  return fails(WRITE, fd) ? -1 : NEXT(write)(fd, data, length);
}

int ftruncate64(int fd, off64_t size) { return fails(WRITE, fd) ? -1 : NEXT(ftruncate64)(fd, size); }
int fsync(int fd) { return fails(SYNC, fd) ? -1 : NEXT(fsync)(fd); }
int fdatasync(int fd) { return fails(SYNC, fd) ? -1 : NEXT(fdatasync)(fd); }

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  if (faults && faults[OPEN] && (flags & (O_WRONLY | O_RDWR | O_CREAT)) && inside(DIRECTORY, path)) {
    errno = faults[OPEN];
    return -1;
  }
  return next(path, flags, mode);
}

#define OPENING(name)                          \
  int name(const char *path, int flags, ...) { \
    va_list rest;                              \
    va_start(rest, flags);                     \
    mode_t mode = va_arg(rest, mode_t);        \
    va_end(rest);                              \
    return opened(NEXT(name), path, flags, mode); \
  }
OPENING(open)
OPENING(open64)

/* Preloaded into a gateway: writes down, in order, what its process does to the files of one directory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/uio.h>
#include "inside.h"

#define DIRECTORY "PARLEY_RECORD_DIRECTORY"
enum { WRITE = 1, SYNC, TRUNCATE, CREATE, UNLINK, FAILED_SYNC };
enum { UNHARMED_SYNCS = 30 };
struct __attribute__((packed)) header { uint8_t kind; uint16_t name; int64_t offset; uint32_t length; };
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int recordFd = -1;
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void record(int kind, const char *name, int64_t offset, const void *data, uint32_t length) {
  struct header header = {kind, strlen(name), offset, length};
  struct iovec parts[3] = {{&header, sizeof header}, {(void *)name, header.name}, {(void *)data, data ? length : 0}};
  pthread_mutex_lock(&turn);
  if (recordFd < 0) recordFd = NEXT(open64)(getenv("PARLEY_RECORD_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ssize_t all = sizeof header + header.name + parts[2].iov_len;
  if (NEXT(writev)(recordFd, parts, 3) != all) abort();
  pthread_mutex_unlock(&turn);
}

static ssize_t written(ssize_t done, int fd, const void *data, int64_t offset) {
  char path[PATH_MAX + 1];
  const char *name = done > 0 ? insideFd(DIRECTORY, fd, path) : 0;
  if (name) record(WRITE, name, offset, data, done);
  return done;
}

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  return written(NEXT(pwrite64)(fd, data, length, offset), fd, data, offset);
}

ssize_t write(int fd, const void *data, size_t length) {
  off64_t offset = lseek64(fd, 0, SEEK_CUR);
  return written(NEXT(write)(fd, data, length), fd, data, offset);
}

static int changed(int failed, int kind, int fd, int64_t size) {
  char path[PATH_MAX + 1];
  const char *name = failed ? 0 : insideFd(DIRECTORY, fd, path);
  if (name) record(kind, name, size, 0, 0);
  return failed;
}

/* Of so many syncs of files the first quarter fails; the system then takes what it could not write for clean. */
static int syncFails(int fd) {
  static int syncs;
  char path[PATH_MAX + 1];
  const char *span = getenv("PARLEY_RECORD_FAIL_SYNCS");
  const char *name = span ? insideFd(DIRECTORY, fd, path) : 0;
  if (!name || !*name || ++syncs <= UNHARMED_SYNCS || syncs % atoi(span) >= atoi(span) / 4) return 0;
  record(FAILED_SYNC, name, 0, 0, 0);
  errno = EIO;
  return 1;
}

int fsync(int fd) { return syncFails(fd) ? -1 : changed(NEXT(fsync)(fd), SYNC, fd, 0); }
int fdatasync(int fd) { return syncFails(fd) ? -1 : changed(NEXT(fdatasync)(fd), SYNC, fd, 0); }
int ftruncate64(int fd, off64_t size) { return changed(NEXT(ftruncate64)(fd, size), TRUNCATE, fd, size); }

int unlink(const char *path) {
  int failed = NEXT(unlink)(path);
  if (!failed && inside(DIRECTORY, path)) record(UNLINK, inside(DIRECTORY, path), 0, 0, 0);
  return failed;
}

static int opened(int (*next)(const char *, int, ...), const char *path, int flags, mode_t mode) {
  int isNew = (flags & O_CREAT) && access(path, F_OK);
  int fd = next(path, flags, mode);
  if (fd >= 0 && isNew && inside(DIRECTORY, path)) record(CREATE, inside(DIRECTORY, path), 0, 0, 0);
  return fd;
}

#define OPEN(name)                             \
  int name(const char *path, int flags, ...) { \
    va_list rest;                              \
    va_start(rest, flags);                     \
    mode_t mode = va_arg(rest, mode_t);        \
    va_end(rest);                              \
    return opened(NEXT(name), path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

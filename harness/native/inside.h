/* Which paths and descriptors lie in the directory that an environment variable names. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path within the directory, "" for the directory itself; null for any other, and for shared memory. */
static const char *inside(const char *variable, const char *path) {
  const char *directory = getenv(variable);
  size_t length = directory ? strlen(directory) : 0;
  if (!length || strncmp(path, directory, length) || (path[length] && path[length] != '/')) return 0;
  const char *name = path[length] ? path + length + 1 : "";
  size_t end = strlen(name);
  return end > 4 && !strcmp(name + end - 4, "-shm") ? 0 : name;
}

/* The same for what is open; `path` has room for PATH_MAX + 1. */
static const char *insideFd(const char *variable, int fd, char *path) {
  char link[32] = "/proc/self/fd/";
  char digits[12], *at = digits + 11;
  *at = 0;
  do *--at = '0' + fd % 10; while (fd /= 10);
  strcat(link, at);
  ssize_t length = readlink(link, path, PATH_MAX);
  path[length < 0 ? 0 : length] = 0;
  return inside(variable, path);
}

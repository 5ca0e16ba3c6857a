/* A disk at fault, for a process that has this preloaded: below the folder in CHAOS_FOLDER what writes fails with an
   error, or each sync takes its time. The file in CHAOS_STATE says how, at any moment: two numbers, an errno and milliseconds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static volatile int32_t *state;
static const char *folder;
static size_t length;

__attribute__((constructor)) static void begin(void) {
  const char *file = getenv("CHAOS_STATE");
  folder = getenv("CHAOS_FOLDER");
  if (!file || !folder) return;
  length = strlen(folder);
  int handle = open(file, O_RDONLY | O_CLOEXEC);
  if (handle < 0) return;
  void *seen = mmap(0, 8, PROT_READ, MAP_SHARED, handle, 0);
  close(handle);
  if (seen != MAP_FAILED) state = seen;
}

static int concerns(const char *path) { return path && !strncmp(path, folder, length); }

static int concerns_handle(int handle) {
  char link[40], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
  ssize_t size = readlink(link, path, sizeof path - 1);
  path[size > 0 ? size : 0] = 0;
  return concerns(path);
}

static int fails(const char *path) {
  if (!state || !state[0] || !concerns(path)) return 0;
  errno = state[0];
  return 1;
}

static int fails_at(int handle) {
  if (!state || !state[0] || !concerns_handle(handle)) return 0;
  errno = state[0];
  return 1;
}

static int fails_to_sync(int handle) {
  if (state && state[1] && concerns_handle(handle)) {
    struct timespec wait = {state[1] / 1000, state[1] % 1000 * 1000000L};
    nanosleep(&wait, 0);
  }
  return fails_at(handle);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRITES (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)
#define MODE mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }

int open(const char *path, int flags, ...) { MODE return flags & WRITES && fails(path) ? -1 : REAL(open)(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return flags & WRITES && fails(path) ? -1 : REAL(open64)(path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE return flags & WRITES && fails(path) ? -1 : REAL(openat)(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE return flags & WRITES && fails(path) ? -1 : REAL(openat64)(at, path, flags, mode); }
ssize_t write(int to, const void *what, size_t size) { return fails_at(to) ? -1 : REAL(write)(to, what, size); }
ssize_t writev(int to, const struct iovec *what, int count) { return fails_at(to) ? -1 : REAL(writev)(to, what, count); }
ssize_t pwrite(int to, const void *what, size_t size, off_t at) { return fails_at(to) ? -1 : REAL(pwrite)(to, what, size, at); }
ssize_t pwrite64(int to, const void *what, size_t size, off64_t at) { return fails_at(to) ? -1 : REAL(pwrite64)(to, what, size, at); }
int ftruncate(int to, off_t size) { return fails_at(to) ? -1 : REAL(ftruncate)(to, size); }
int ftruncate64(int to, off64_t size) { return fails_at(to) ? -1 : REAL(ftruncate64)(to, size); }
int fsync(int of) { return fails_to_sync(of) ? -1 : REAL(fsync)(of); }
int fdatasync(int of) { return fails_to_sync(of) ? -1 : REAL(fdatasync)(of); }
int mkdir(const char *path, mode_t mode) { return fails(path) ? -1 : REAL(mkdir)(path, mode); }
int rmdir(const char *path) { return fails(path) ? -1 : REAL(rmdir)(path); }
int unlink(const char *path) { return fails(path) ? -1 : REAL(unlink)(path); }
int link(const char *from, const char *to) { return fails(to) ? -1 : REAL(link)(from, to); }
int rename(const char *from, const char *to) { return fails(to) ? -1 : REAL(rename)(from, to); }

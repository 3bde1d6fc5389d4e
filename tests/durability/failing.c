/* Preloaded: the n-th call that changes or opens a file under a folder fails, once or from then on.
 *
 * Counted are opens, writes, syncs, renames and unlinks; everything else, and every other folder, is left alone. The
 * program that is tried says what shall fail through failing_arm, after it was forked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static char folder[PATH_MAX];
static char failed[PATH_MAX + 64];
static long calls, first = -1, last = -1;
static int code;

/* Fail the calls from `from` to `to`, counted from 1, with an errno; none where `from` is 0. */
void failing_arm(const char *under, long from, long to, int error)
{
	snprintf(folder, sizeof folder, "%s", under);
	calls = 0;
	first = from;
	last = to;
	code = error;
	failed[0] = 0;
}

long failing_calls(void)
{
	return calls;
}

const char *failing_first(void)
{
	return failed;
}

static int fails(const char *call, const char *path)
{
	size_t length = strlen(folder);

	if (!length || !path || strncmp(path, folder, length))
		return 0;
	calls++;
	if (first < 1 || calls < first || calls > last)
		return 0;
	if (!failed[0])
		snprintf(failed, sizeof failed, "%s %s", call, path + length);
	errno = code;
	return 1;
}

static int fails_at(const char *call, int descriptor)
{
	char link[64], path[PATH_MAX];
	ssize_t length;

	if (!folder[0])
		return 0;
	snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
	length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return 0;
	path[length] = 0;
	return fails(call, path);
}

static int fails_in(const char *call, int directory, const char *name)
{
	char link[64], path[PATH_MAX];
	ssize_t length;

	if (!folder[0])
		return 0;
	if (directory == AT_FDCWD || name[0] == '/')
		return fails(call, name);
	snprintf(link, sizeof link, "/proc/self/fd/%d", directory);
	length = readlink(link, path, sizeof path - 1);
	if (length < 0 || length + strlen(name) + 2 > sizeof path)
		return 0;
	snprintf(path + length, sizeof path - length, "/%s", name);
	return fails(call, path);
}

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                             \
	int name(const char *path, int flags, ...)                             \
	{                                                                      \
		va_list rest;                                                  \
		mode_t mode;                                                   \
		va_start(rest, flags);                                         \
		mode = va_arg(rest, mode_t);                                   \
		va_end(rest);                                                  \
		if (fails("open", path))                                       \
			return -1;                                             \
		return REAL(int, name, const char *, int, mode_t)(path, flags, mode); \
	}
OPEN(open)
OPEN(open64)

#define OPEN_AT(name)                                                          \
	int name(int directory, const char *path, int flags, ...)              \
	{                                                                      \
		va_list rest;                                                  \
		mode_t mode;                                                   \
		va_start(rest, flags);                                         \
		mode = va_arg(rest, mode_t);                                   \
		va_end(rest);                                                  \
		if (fails_in("open", directory, path))                         \
			return -1;                                             \
		return REAL(int, name, int, const char *, int, mode_t)(directory, path, flags, mode); \
	}
OPEN_AT(openat)
OPEN_AT(openat64)

ssize_t write(int descriptor, const void *data, size_t length)
{
	if (fails_at("write", descriptor))
		return -1;
	return REAL(ssize_t, write, int, const void *, size_t)(descriptor, data, length);
}

#define PWRITE(name)                                                           \
	ssize_t name(int descriptor, const void *data, size_t length, off_t at) \
	{                                                                      \
		if (fails_at("write", descriptor))                             \
			return -1;                                             \
		return REAL(ssize_t, name, int, const void *, size_t, off_t)(descriptor, data, length, at); \
	}
PWRITE(pwrite)
PWRITE(pwrite64)

#define COPY(name)                                                             \
	ssize_t name(int to, int from, off_t *at, size_t length)               \
	{                                                                      \
		if (fails_at("write", to))                                     \
			return -1;                                             \
		return REAL(ssize_t, name, int, int, off_t *, size_t)(to, from, at, length); \
	}
COPY(sendfile)
COPY(sendfile64)

#define SYNC(name)                                                             \
	int name(int descriptor)                                               \
	{                                                                      \
		if (fails_at("sync", descriptor))                              \
			return -1;                                             \
		return REAL(int, name, int)(descriptor);                       \
	}
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name)                                                         \
	int name(int descriptor, off_t length)                                 \
	{                                                                      \
		if (fails_at("write", descriptor))                             \
			return -1;                                             \
		return REAL(int, name, int, off_t)(descriptor, length);        \
	}
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

int rename(const char *from, const char *to)
{
	if (fails("rename", from))
		return -1;
	return REAL(int, rename, const char *, const char *)(from, to);
}

int unlink(const char *path)
{
	if (fails("unlink", path))
		return -1;
	return REAL(int, unlink, const char *)(path);
}

int unlinkat(int directory, const char *path, int flags)
{
	if (fails_in("unlink", directory, path))
		return -1;
	return REAL(int, unlinkat, int, const char *, int)(directory, path, flags);
}

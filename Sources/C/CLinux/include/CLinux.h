/* System calls that Swift's Glibc module does not declare: epoll(7), eventfd(2), timerfd_create(2), signalfd(2),
   accept4(2). No feature macros are set: _GNU_SOURCE would make libc types differ from those of the Glibc module. */
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

/* accept4(2): glibc declares it only with _GNU_SOURCE. */
extern int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

/* malloc_trim(3), mallopt(3), mallinfo2(3): declared here, because malloc.h declares names of the Glibc module again. */
extern int malloc_trim(size_t pad);
extern int mallopt(int option, int value);

/* struct mallinfo2 of malloc.h: bytes mapped one by one are in hblkhd, bytes of all arenas in use are in uordblks. */
struct clinux_heap {
    size_t arena, ordblks, smblks, hblks, hblkhd, usmblks, fsmblks, uordblks, fordblks, keepcost;
};
extern struct clinux_heap clinux_heap_now(void) __asm__("mallinfo2");

/* syscall(2): declared here, because unistd.h hides names of the Glibc module. */
extern long syscall(long number, ...);

/* recv(2), send(2) and epoll_wait(2) as plain system calls. glibc's functions are cancellation points (pthreads(7)), which
   costs two locked instructions per call in a process with threads, and no thread of this program is ever cancelled.
   Arguments are passed as pointers and longs, because syscall(2) reads whole registers and stack slots. */
static inline long clinux_receive(int socket, void *start, size_t count, int flags) {
    return syscall(SYS_recvfrom, socket, start, count, flags, (void *)0, (void *)0);
}

static inline long clinux_send(int socket, const void *start, size_t count, int flags) {
    return syscall(SYS_sendto, socket, start, count, flags, (void *)0, 0L);
}

static inline long clinux_wait(int poller, struct epoll_event *events, int count, int milliseconds) {
    return syscall(SYS_epoll_pwait, poller, events, count, milliseconds, (void *)0, 0L);
}

/* prctl(2) with PR_SET_NAME (15 in linux/prctl.h): names the calling thread. */
static inline void clinux_name_thread(const char *name) { syscall(SYS_prctl, 15L, name, 0L, 0L, 0L); }

#endif

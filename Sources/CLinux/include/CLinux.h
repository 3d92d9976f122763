/* What the Glibc overlay does not show: epoll(7), eventfd(2), timerfd_create(2), signalfd(2), accept4(2).
   Feature macros are left alone: defining _GNU_SOURCE here would make libc types differ from the overlay's. */
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

/* accept4(2): declared by glibc only under _GNU_SOURCE. */
extern int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

/* malloc_trim(3): malloc.h itself would bring names of the overlay again. */
extern int malloc_trim(size_t pad);

/* syscall(2): unistd.h itself would hide names of the overlay. */
extern long syscall(long number, ...);

/* recv(2), send(2) and epoll_wait(2) as system calls by themselves: no thread of ours is ever cancelled, and glibc's own
   are cancellation points (pthreads(7)), which adds two locked instructions to each call of a process with threads.
   Pointers and sizes are written as such: the function takes whatever register or stack slot it is given, whole. */
static inline long clinux_receive(int socket, void *start, size_t count, int flags) {
    return syscall(SYS_recvfrom, socket, start, count, flags, (void *)0, (void *)0);
}

static inline long clinux_send(int socket, const void *start, size_t count, int flags) {
    return syscall(SYS_sendto, socket, start, count, flags, (void *)0, 0L);
}

static inline long clinux_wait(int poller, struct epoll_event *events, int count, int milliseconds) {
    return syscall(SYS_epoll_pwait, poller, events, count, milliseconds, (void *)0, 0L);
}

#endif

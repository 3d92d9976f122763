/* What the Glibc overlay does not show: epoll(7), eventfd(2), timerfd_create(2), signalfd(2), accept4(2).
   Feature macros are left alone: defining _GNU_SOURCE here would make libc types differ from the overlay's. */
#ifndef CLINUX_H
#define CLINUX_H

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>

/* accept4(2): declared by glibc only under _GNU_SOURCE. */
extern int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);

#endif

"""TCP relays between the nodes and the databases, in a process of their own: the network that faults happen to.

A relay listens on a port of loopback and forwards to one target. It can hold (bytes wait, nothing is closed, as when packets are
lost), cut (connections are reset, new ones are refused, as at a machine without the server), and have another target."""
import multiprocessing
import os
import selectors
import signal
import socket
import struct
import time

# Bytes of one direction that wait; TCP slows the sender down above it.
BUFFER = 262_144
OPEN, HELD, CUT = "open", "held", "cut"


class Relays:
    """The owner's side: makes relays and changes them; each call returns when the change is in force."""

    def __init__(self):
        self.pipe, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=_run, args=(other,), daemon=True)
        self.process.start()
        self.ports = {}

    def add(self, name, target):
        self.ports[name] = self._ask("add", name, target)
        return self.ports[name]

    def set(self, names, state):
        for name in names:
            self._ask(state, name, None)

    def delay(self, names, seconds):
        """Lets bytes take some seconds in each direction."""
        for name in names:
            self._ask("delay", name, seconds)

    def aim(self, name, target):
        """Gives a relay another target; its connections are reset."""
        self._ask("aim", name, target)

    def stop(self):
        self.process.kill()
        self.process.join()

    def _ask(self, *order):
        self.pipe.send(order)
        return self.pipe.recv()


def _reset(connection):
    # Zero seconds to linger: the peer gets RST, as from a machine that knows nothing of the connection.
    try:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    except OSError:
        pass
    connection.close()


class _Side:
    """One end of a forwarded connection, with the bytes that wait to be sent to it."""

    def __init__(self, relay, connection):
        self.relay, self.connection = relay, connection
        self.other, self.waiting, self.is_ended, self.is_connected = None, bytearray(), False, True
        # Bytes on their way, each with the time of its arrival.
        self.coming = []

    def arrive(self, now):
        """Takes what has arrived; returns the time of the next arrival, None if nothing is on its way."""
        while self.coming and self.coming[0][0] <= now:
            self.waiting += self.coming.pop(0)[1]
        return self.coming[0][0] if self.coming else None


class _Relay:
    def __init__(self, loop, target):
        self.loop, self.target, self.state, self.sides, self.delay = loop, target, OPEN, set(), 0
        self.listen()

    def listen(self, port=0):
        self.listener = socket.create_server(("127.0.0.1", port), backlog=512)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.loop.register(self.listener, selectors.EVENT_READ, self)

    def change(self, state):
        if state == CUT:
            for side in list(self.sides):
                self.close(side)
        # Not accepted and closed: libpq tries the next host only if a connection was refused or not answered.
        if self.state == OPEN and state != OPEN:
            self.loop.unregister(self.listener)
        if state == CUT and self.state != CUT:
            self.listener.close()
        elif state != CUT and self.state == CUT:
            self.listen(self.port)
            if state == HELD:
                self.loop.unregister(self.listener)
        elif state == OPEN and self.state == HELD:
            self.loop.register(self.listener, selectors.EVENT_READ, self)
        self.state = state
        for side in list(self.sides):
            self.watch(side)

    def accept(self):
        try:
            connection, _ = self.listener.accept()
        except OSError:
            return
        outer, inner = socket.socket(), None
        outer.setblocking(False)
        try:
            outer.connect(("127.0.0.1", self.target))
        except BlockingIOError:
            pass
        except OSError:
            outer.close()
            return _reset(connection)
        connection.setblocking(False)
        for one in (connection, outer):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        inner, outer = _Side(self, connection), _Side(self, outer)
        inner.other, outer.other, outer.is_connected = outer, inner, False
        for side in (inner, outer):
            self.sides.add(side)
            self.watch(side)

    def arrive(self):
        """Sends on what has arrived; returns the time of the next arrival, None if nothing is on its way."""
        now, times = time.monotonic(), []
        for side in list(self.sides):
            if side.coming and side in self.sides and self.state == OPEN:
                times.append(side.arrive(now))
                if side.waiting:
                    self.turn(side, 0)
        return min((at for at in times if at), default=None)

    def watch(self, side):
        """Registers what the loop waits for: bytes while the other end takes them, and room while bytes wait."""
        events = 0
        if self.state == OPEN:
            if not side.is_ended and side.is_connected and len(side.other.waiting) < BUFFER:
                events |= selectors.EVENT_READ
            if side.waiting or not side.is_connected:
                events |= selectors.EVENT_WRITE
        known = self.loop.get_map().get(side.connection.fileno()) if side.connection.fileno() >= 0 else None
        if known and events:
            self.loop.modify(side.connection, events, side)
        elif known:
            self.loop.unregister(side.connection)
        elif events:
            self.loop.register(side.connection, events, side)

    def turn(self, side, events):
        try:
            if not side.is_connected:
                error = side.connection.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if error:
                    return self.close(side)
                side.is_connected = True
            if events & selectors.EVENT_READ:
                data = side.connection.recv(65_536)
                if data:
                    side.other.coming.append((time.monotonic() + self.delay, data))
                else:
                    side.is_ended = True
            for one in (side, side.other):
                one.arrive(time.monotonic())
                if one.waiting and one.is_connected:
                    del one.waiting[: one.connection.send(one.waiting)]
        except BlockingIOError:
            pass
        except OSError:
            return self.close(side)
        # PostgreSQL and its clients end both directions at once.
        if side.is_ended and not side.other.waiting and not side.other.coming:
            return self.close(side)
        for one in (side, side.other):
            self.watch(one)

    def close(self, side):
        for one in (side, side.other):
            if one in self.sides:
                self.sides.discard(one)
                if one.connection.fileno() >= 0 and one.connection.fileno() in self.loop.get_map():
                    self.loop.unregister(one.connection)
                (one.connection.close if side.is_ended else lambda: _reset(one.connection))()


def _run(pipe):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    loop, relays = selectors.DefaultSelector(), {}
    loop.register(pipe, selectors.EVENT_READ, None)
    while True:
        due = [relay.arrive() for relay in list(relays.values())]
        due = min((at for at in due if at), default=None)
        for key, events in loop.select(None if due is None else max(0, due - time.monotonic())):
            if key.data is None:
                try:
                    order, name, target = pipe.recv()
                except EOFError:
                    os._exit(0)
                if order == "add":
                    relays[name] = _Relay(loop, target)
                elif order == "delay":
                    relays[name].delay = target
                elif order == "aim":
                    relays[name].target = target
                    state = relays[name].state
                    relays[name].change(CUT)
                    relays[name].change(state)
                else:
                    relays[name].change(order)
                pipe.send(relays[name].port)
            elif isinstance(key.data, _Relay):
                key.data.accept()
            elif key.data in key.data.relay.sides and key.data.relay.state == OPEN:
                key.data.relay.turn(key.data, events)

"""What all clients of a run have: a thread, a connection, and the ledger in which they write down what they sent and what was
answered."""
import http.client
import json
import random
import threading
import time
import uuid

from nodes import TOKEN

# A change is on every node that hears from the database after this time.
VISIBLE_SECONDS = 2.0
BROKEN = (OSError, http.client.HTTPException)


class Operation:
    """One change that a client wants, with every answer to it."""

    def __init__(self, kind, name, more=None):
        self.kind, self.name, self.more = kind, name, more or {}
        self.key, self.answers, self.sent = str(uuid.uuid4()), [], time.monotonic()
        # "acknowledged", "refused" (by clean refusals alone, then given up), or "open".
        self.state, self.was_unknown, self.done, self.fields, self.value = "open", False, None, {}, None

    def describe(self):
        return {"kind": self.kind, "name": self.name, "key": self.key, "state": self.state, "unknown": self.was_unknown,
                "answers": self.answers[-12:], **self.more}


class Ledger:
    """What all clients of one run have seen."""

    def __init__(self, cluster, app):
        self.cluster, self.app, self.lock = cluster, app, threading.Lock()
        self.operations, self.problems, self.pulse = [], [], None
        # Of each node: the first moment at which a version was seen there.
        self.seen, self.meanings, self.reads, self.slowest = {}, {}, {}, {}
        # From when on the fault loses acknowledged changes, as a failover to an asynchronous standby does.
        self.loses_from = None
        self.events, self.streams, self.older, self.overtaken, self.bodies_missed = 0, 0, 0, 0, []

    def add(self, operation):
        with self.lock:
            self.operations.append(operation)

    def problem(self, what, **evidence):
        with self.lock:
            self.problems.append({"what": what, "at": time.strftime("%H:%M:%S"), **evidence})

    def saw(self, place, head, moment):
        """Notes a head; one place in the order of heads must always mean the same release."""
        key, meaning = (head["epoch"], head["sequence"]), (head["version"], head["digest"])
        with self.lock:
            known = self.meanings.setdefault(key, (meaning, place))
            self.seen.setdefault(place, {}).setdefault(head["version"], moment)
        if known[0] != meaning:
            self.problem("one (epoch, sequence) has two meanings", place=key, first=known, second=(meaning, place))
        return key


class Client(threading.Thread):
    """A thread with a connection that is made again when it breaks."""

    def __init__(self, ledger, port, seed):
        super().__init__(daemon=True)
        self.ledger, self.port, self.chance = ledger, port, random.Random(seed)
        self.stopping, self.connection, self.deadline = threading.Event(), None, None

    def ask(self, method, path, body=None, timeout=20, **fields):
        if self.connection is None or self.connection.timeout != timeout:
            self.close()
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        fields = {"Authorization": f"Bearer {TOKEN}"} | fields
        headers = {name.replace("_", "-"): value for name, value in fields.items() if value is not None}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
        except BROKEN:
            self.close()
            raise

    def stop(self):
        self.stopping.set()

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def run(self):
        try:
            while not self.stopping.is_set():
                self.turn()
        except Exception as error:  # noqa: BLE001: a client that dies unseen would hide what it should have found
            self.ledger.problem("a client of the test failed", error=repr(error), client=type(self).__name__)
        finally:
            self.close()


class Pulse(threading.Thread):
    """Measures how late this process itself is, so that a busy machine is not taken for a late server."""

    STALL = 0.25

    def __init__(self):
        super().__init__(daemon=True)
        self.stalls, self.worst = [], 0.0
        self.start()

    def run(self):
        while True:
            begun = time.monotonic()
            time.sleep(0.02)
            late = time.monotonic() - begun - 0.02
            if late > self.STALL:
                self.stalls.append((begun, time.monotonic()))
                self.worst = max(self.worst, late)

    def stalled(self, first, last):
        return any(begun <= last and ended >= first for begun, ended in self.stalls[-200:])

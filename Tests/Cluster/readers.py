"""Clients of the data plane at each node and at the balancer: readers of heads and rules, and event streams."""
import hashlib
import http.client
import json
import socket
import time

from clients import BROKEN, Client

# Every request of the data plane is answered within this time by a node that is alive.
READ_SECONDS = 1.0


class Reader(Client):
    """Reads the head again and again, from a node (or the balancer, whose answers are not judged by their time)."""

    def __init__(self, ledger, node, seed):
        super().__init__(ledger, node.port if node else ledger.cluster.port, seed)
        self.node, self.place, self.last = node, node.name if node else "balancer", (0, 0)
        self.tag, self.digest = None, None

    def turn(self):
        begun = time.monotonic()
        wants_rules = self.chance.random() < 0.1
        path = f"/v1/apps/{self.ledger.app}/{'rules' if wants_rules else 'head'}"
        fields = {"If_None_Match": self.tag} if wants_rules and self.tag else {}
        try:
            status, headers, body = self.ask("GET", path, timeout=5, Authorization=None, **fields)
        except BROKEN as error:
            status, headers, body = 0, {}, repr(error).encode()
        ended = time.monotonic()
        self.judge(path, begun, ended, status, body)
        if status == 200 and wants_rules:
            self.tag = headers.get("etag")
        elif status == 200:
            self.follow(json.loads(body), ended)
            self.fetch(json.loads(body))
        if status == 0:
            self.stopping.wait(0.05)
        self.stopping.wait(0.012)

    def judge(self, path, begun, ended, status, body):
        ledger = self.ledger
        if self.node is None:
            return
        if self.node.gone.meets(begun - 0.1, ended, slack=0.1):
            return
        ledger.reads[self.place] = ledger.reads.get(self.place, 0) + 1
        ledger.slowest[self.place] = max(ledger.slowest.get(self.place, 0), ended - begun)
        if status not in (200, 304):
            ledger.problem("the data plane refused a request", node=self.place, path=path, status=status,
                           answer=body[:300].decode(errors="replace"))
        elif ended - begun > READ_SECONDS and not ledger.pulse.stalled(begun, ended):
            ledger.problem("the data plane answered late", node=self.place, path=path, seconds=round(ended - begun, 2))

    def fetch(self, head):
        """The body of each new release, as an app fetches it: its bytes have the digest that the head names."""
        if head["digest"] == self.digest:
            return
        begun = time.monotonic()
        try:
            status, _, body = self.ask("GET", head["body"], timeout=5, Authorization=None)
        except BROKEN as error:
            status, body = 0, repr(error).encode()
        if status == 200:
            self.digest = head["digest"]
            if hashlib.sha256(body).hexdigest() != head["digest"]:
                self.ledger.problem("a body is not what its head names", place=self.place, head=head)
        elif self.node is None:
            # The head came from another node; the app asks again.
            self.ledger.bodies_missed.append((begun, status, body[:200].decode(errors="replace")))
        self.judge(head["body"], begun, time.monotonic(), status, body)

    def follow(self, head, moment):
        key = self.ledger.saw(self.place, head, moment)
        if key < self.last:
            if self.node is None:
                self.ledger.older += 1  # another node, which the client's own comparison ignores
            else:
                self.ledger.problem("(epoch, sequence) fell on a node", node=self.place, before=self.last, after=key)
        self.last = max(self.last, key)


class Watcher(Client):
    """An event stream: heads rise on it, and it speaks of each one that stays."""

    def __init__(self, ledger, node, seed):
        super().__init__(ledger, node.port if node else ledger.cluster.port, seed)
        self.node, self.place, self.socket = node, node.name if node else "balancer", None

    def turn(self):
        last, connection = (0, 0), http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        try:
            connection.connect()
            self.socket = connection.sock
            connection.request("GET", f"/v1/apps/{self.ledger.app}/events")
            answer = connection.getresponse()
            if answer.status != 200:
                answer.read()
                return self.stopping.wait(0.2)
            self.ledger.streams += 1
            while not self.stopping.is_set():
                line = answer.readline()
                if not line:
                    return
                if line.startswith(b"data:"):
                    moment = time.monotonic()
                    head = json.loads(line[5:])
                    if "epoch" not in head:
                        continue
                    self.ledger.events += 1
                    key = self.ledger.saw(self.place, head, moment)
                    if key < last:
                        self.ledger.problem("an event stream went back", place=self.place, before=last, after=key)
                    last = key
        except BROKEN:
            self.stopping.wait(0.2)
        finally:
            connection.close()


    def stop(self):
        """Ends the wait for the next event."""
        self.stopping.set()
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except (AttributeError, OSError):
            pass

"""Clients that change something, through the balancer: rules, replacements with If-Match, releases, tokens. Each repeats what is
uncertain with its idempotency key until it is settled."""
import json
import socket
import time

from clients import BROKEN, VISIBLE_SECONDS, Client, Operation

# How long one request of a writer may take: a server waits five seconds for the others' turn, and five for its commit.
WRITE_SECONDS = 20


# The channel that needs a token.
PRIVATE = "staging"


def problem_code(body):
    try:
        return json.loads(body).get("type", "").rsplit(":", 1)[-1]
    except ValueError:
        return ""


class Writer(Client):
    """Sends one change after the other; repeats each with its key until the answer is certain."""

    pause = 0.05
    number = 0

    def settle(self, operation, method, path, body, good, **fields):
        """Sends an operation until it is acknowledged, or given up after a clean refusal."""
        if method == "POST":
            fields["Idempotency_Key"] = operation.key
        while self.deadline is None or time.monotonic() < self.deadline:
            begun = time.monotonic()
            try:
                status, headers, answer = self.ask(method, path, body, timeout=WRITE_SECONDS, **fields)
                code = problem_code(answer) if status >= 400 else ""
            except BROKEN as error:
                status, headers, answer, code = 0, {}, b"", repr(error)
            operation.answers.append([round(begun - operation.sent, 3), round(time.monotonic() - begun, 3), status, code,
                                      headers.get("waymark-node", "")])
            if status in good or code in good:
                operation.state, operation.done, operation.fields, operation.value = (
                    "acknowledged", time.monotonic(), headers, answer)
                return status
            if status in (0, 502, 504) or code == "outcome-unknown":
                operation.was_unknown = True
            elif code == "revision-mismatch" and fields.get("If_Match") == "*":
                # `*` accepts every state: refused because others were faster, without a way for the client to be faster.
                self.ledger.overtaken += 1
            elif status == 503 or code == "key-running":
                # A clean refusal says that nothing was changed: sometimes the client believes it, and goes away.
                if status == 503 and not operation.was_unknown and self.chance.random() < 0.2:
                    operation.state = "refused"
                    return None
            else:
                return status, code, answer
            # Repeating an uncertain PUT or DELETE could change something twice: the caller looks.
            if method != "POST" and operation.was_unknown:
                return status, code, answer
            time.sleep(0.1 + 0.2 * self.chance.random())
        return None

    def unexpected(self, operation, outcome):
        # While a dump replaces the tables, a read may find them with the rows of neither.
        if isinstance(outcome, tuple) and outcome[0] == 404 and self.ledger.loses_from is not None:
            operation.state = "refused"
            return
        if isinstance(outcome, tuple) and outcome[0] not in (0, 502, 504) and outcome[1] != "outcome-unknown":
            self.ledger.problem("an answer that nothing explains", operation=operation.describe(),
                                answer=outcome[2][:400].decode(errors="replace"))

    def next(self, kind, more=None):
        self.number += 1
        operation = Operation(kind, f"{self.name_prefix}-{self.number}", more)
        self.ledger.add(operation)
        return operation

    def __init__(self, ledger, prefix, seed):
        super().__init__(ledger, ledger.cluster.port, seed)
        self.name_prefix = prefix


class RuleWriter(Writer):
    """Adds rules; every acknowledged one is in the draft and in the audit exactly once."""

    def turn(self):
        operation = self.next("rule")
        rule = {"id": operation.name, "match": [f"/{operation.name}/:id"], "to": {"screen": "Item"}}
        outcome = self.settle(operation, "POST", f"/v1/apps/{self.ledger.app}/draft/rules", rule, {201})
        self.unexpected(operation, outcome)
        # A replayed answer may come from a node that did not make the change.
        if operation.state == "acknowledged" and ("idempotency-replayed" in operation.fields or self.chance.random() < 0.3):
            self.read_back(operation)
        self.stopping.wait(self.pause * self.chance.random())

    def read_back(self, operation):
        """A reader that sends the position of a write back reads what was written, from any node."""
        position = operation.fields.get("waymark-position")
        if position is None:
            return self.ledger.problem("an acknowledged write has no Waymark-Position", operation=operation.describe(),
                                       is_replayed="idempotency-replayed" in operation.fields)
        try:
            status, headers, answer = self.ask(
                "GET", f"/v1/apps/{self.ledger.app}/draft/rules/{operation.name}", Waymark_Position=position)
        except BROKEN:
            return
        if status not in (200, 502, 503, 504) and self.ledger.loses_from is None:
            self.ledger.problem("a reader with the position of a write did not find it", operation=operation.describe(),
                                status=status, node=headers.get("waymark-node"), position=position,
                                answer=answer[:300].decode(errors="replace"))


class SwapWriter(Writer):
    """Replaces one rule if its draft has not changed meanwhile (If-Match); two of them compete."""

    kind = "swap"
    path = "rules/shared"

    def content(self, name):
        return {"match": ["/shared/:id"], "to": {"screen": "Item"}, "note": name}

    def turn(self):
        draft = f"/v1/apps/{self.ledger.app}-swap/draft"
        try:
            # The settings are short and have the draft's revision.
            status, headers, _ = self.ask("GET", f"{draft}/settings")
        except BROKEN:
            return self.stopping.wait(0.1)
        tag = headers.get("etag") if status == 200 else None
        if tag is None:
            return self.stopping.wait(0.1)
        operation = self.next(self.kind, {"tag": tag, "revision": headers_revision({"etag": tag}) + 1})
        outcome = self.settle(
            operation, "PUT", f"{draft}/{self.path}".rstrip("/"), self.content(operation.name), {200, 201, 412}, If_Match=tag)
        if operation.state == "acknowledged":
            operation.state = "refused" if outcome == 412 else "acknowledged"
            if outcome != 412 and headers_revision(operation.fields) != operation.more["revision"]:
                self.ledger.problem("a replacement has not the next revision", operation=operation.describe(),
                                    etag=operation.fields.get("etag"))
        elif isinstance(outcome, tuple) and not operation.was_unknown:
            self.unexpected(operation, outcome)
        self.stopping.wait(self.pause * 2 * self.chance.random())


class DraftWriter(SwapWriter):
    """Replaces a whole draft, which takes a server a tenth of a second, beside those that replace one rule of it."""

    kind = "draft"
    path = ""
    pause = 0.5

    def content(self, name):
        rules = [{"id": f"r{number}", "match": [f"/r{number}"], "note": name, "to": {"screen": "Item"}} for number in range(1_500)]
        return {"settings": {"origins": [f"https://{self.ledger.app}-swap.example"]},
                "rules": rules + [{"id": "shared", **super().content(name)}]}


def headers_revision(headers):
    return int(headers.get("etag", '"r0"').strip('"').lstrip("r") or 0)


class Publisher(Writer):
    """Publishes; every acknowledged release is there exactly once, and is seen by all nodes."""

    def turn(self):
        operation = self.next("release")
        outcome = self.settle(operation, "POST", f"/v1/apps/{self.ledger.app}/releases", {"message": operation.name}, {201},
                              If_Match="*")
        self.unexpected(operation, outcome)
        if operation.state == "acknowledged":
            operation.more["version"] = json.loads(operation.value)["version"]
        self.stopping.wait(0.2 + 0.2 * self.chance.random())


class TokenWriter(Writer):
    """Makes tokens and revokes them; a revoked one is refused by every node that hears from the database."""

    def __init__(self, ledger, prefix, seed):
        super().__init__(ledger, prefix, seed)
        self.revoked = []

    def turn(self):
        making = self.next("token")
        order = {"name": making.name, "role": "viewer", "apps": [self.ledger.app]}
        outcome = self.settle(making, "POST", "/v1/tokens", order, {201, "already-made"})
        self.unexpected(making, outcome)
        if making.state != "acknowledged":
            return
        made = json.loads(making.value)
        secret = made.get("token")
        streams = self.open_streams(secret) if secret and self.chance.random() < 0.5 else {}
        deleting = self.next("revocation", {"id": made["id"]})
        while self.deadline is None or time.monotonic() < self.deadline:
            outcome = self.settle(deleting, "DELETE", f"/v1/tokens/{made['id']}", None, {204})
            if deleting.state == "acknowledged":
                break
            if isinstance(outcome, tuple) and outcome[0] == 404 and deleting.was_unknown:
                deleting.state, deleting.done = "acknowledged", time.monotonic()
                break
            if isinstance(outcome, tuple) and outcome[0] == 404:
                # The node that answers may not have heard of the token yet; it must within two seconds.
                if self.ledger.loses_from is not None:
                    deleting.state = "refused"
                    return None
                if time.monotonic() - making.done > 20:
                    return self.unexpected(deleting, outcome)
            elif deleting.state == "refused":
                deleting.state = "open"
            time.sleep(0.2)
        if secret and deleting.state == "acknowledged":
            self.revoked.append((secret, deleting))
            self.watch(secret, deleting)
            self.watch_streams(streams, deleting)
        for stream in streams.values():
            stream.close()
        self.stopping.wait(0.2 * self.chance.random())

    def watch(self, secret, deleting):
        waiting = {node.name: node for node in self.ledger.cluster.nodes}
        end = deleting.done + VISIBLE_SECONDS + 0.5
        while waiting and time.monotonic() < end and not self.stopping.is_set():
            for node in list(waiting.values()):
                begun = time.monotonic()
                try:
                    status = node.ask("GET", f"/v1/apps/{self.ledger.app}", timeout=2, Authorization=f"Bearer {secret}")[0]
                except BROKEN:
                    del waiting[node.name]
                    continue
                if status == 401:
                    self.ledger.seen.setdefault(f"revoked-{node.name}", {})[deleting.name] = time.monotonic()
                    del waiting[node.name]
                elif begun - deleting.done > VISIBLE_SECONDS and status == 200:
                    del waiting[node.name]
                    if not node.was_disturbed(deleting.done - 1, begun, VISIBLE_SECONDS):
                        self.ledger.problem("a revoked token is still accepted", node=node.name,
                                            after=round(begun - deleting.done, 2), operation=deleting.describe())
            self.stopping.wait(0.03)

    def open_streams(self, secret):
        """A stream of a private channel at each node that takes the token already, in the order of nodes."""
        streams = {}
        for node in self.ledger.cluster.nodes:
            try:
                stream = socket.create_connection(("127.0.0.1", node.port), timeout=2)
                stream.sendall((f"GET /v1/apps/{self.ledger.app}/events?channel={PRIVATE} HTTP/1.1\r\nHost: x\r\n"
                                f"Authorization: Bearer {secret}\r\n\r\n").encode())
                if stream.recv(4096).startswith(b"HTTP/1.1 200"):
                    streams[node] = stream
                else:
                    stream.close()
            except OSError:
                continue
        return streams

    def watch_streams(self, streams, deleting):
        """The streams that the token has opened end with it."""
        for node, stream in streams.items():
            try:
                while True:
                    stream.settimeout(max(0.05, deleting.done + VISIBLE_SECONDS + 0.3 - time.monotonic()))
                    if not stream.recv(65_536):
                        break
            except TimeoutError:
                if not node.was_disturbed(deleting.done - 1, time.monotonic(), VISIBLE_SECONDS):
                    self.ledger.problem("a private stream goes on without its token", node=node.name, operation=deleting.describe())
            except OSError:
                continue

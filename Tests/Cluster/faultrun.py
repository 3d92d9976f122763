"""One run: an app of its own, all clients, one fault, healing, and the checks."""
import json
import random
import statistics
import time
from contextlib import suppress

import clients
import faults
import history
import readers
import writers
from clients import BROKEN, VISIBLE_SECONDS

# How long clients may take to settle what is uncertain after healing: a server answers within 10 s, the gateway within 12.
SETTLE_SECONDS = 30


class Run:
    """A seeded run with one kind of fault."""

    def __init__(self, cluster, audit, pulse, seed, fault, is_brief=False):
        self.cluster, self.audit, self.seed, self.fault = cluster, audit, seed, fault
        self.chance, self.notes, self.promoted = random.Random(f"{seed} {fault}"), [], None
        self.app = f"run-{seed}-{int(time.time() * 1000) % 100_000_000}"
        self.ledger = clients.Ledger(cluster, self.app)
        self.ledger.pulse = pulse
        self.pace = 0.4 if is_brief else 1.0
        self.equal, self.lost_heads, self.outage = None, 0, None
        # Moments of the monotonic clock: the fault's begin, and when all nodes were equal again.
        self.begun, self.equal_at = 9e9, 9e9

    def node(self):
        return self.chance.choice(self.cluster.nodes)

    def hold(self, more=1.0, least=0.2):
        """The time for which a fault lasts."""
        time.sleep(least + self.pace * more * (0.5 + 2 * self.chance.random()))

    def go(self):
        ledger = self.ledger
        self.prepare()
        everyone = self.people()
        for client in everyone:
            client.start()
        time.sleep(1.0 + self.chance.random())
        skipped = None
        self.begun = time.monotonic()
        try:
            faults.NAMES[self.fault](self)
        except faults.Skip as error:
            skipped = str(error)
        healed = time.monotonic()
        if not skipped:
            position = self.cluster.pair.position()
            self.equal = history.reach(self.cluster, self.app, position, ledger.problem, "after healing")
            self.equal_at = time.monotonic()
            time.sleep(self.pace * (0.7 + self.chance.random()))
        self.end(everyone)
        if self.ledger.overtaken:
            self.notes.append(f"412 in spite of If-Match: * {self.ledger.overtaken} times")
        if self.ledger.bodies_missed:
            statuses = sorted({status for _, status, _ in self.ledger.bodies_missed})
            calm = sum(at < self.begun or at > self.equal_at for at, _, _ in self.ledger.bodies_missed)
            self.notes.append(f"a body was not at another node {len(self.ledger.bodies_missed)} times, {calm} of them without a fault, {statuses}")
        self.outage = self.longest_outage(healed)
        if not skipped:
            self.check(everyone)
            self.remove()
        return skipped

    def prepare(self):
        """Makes two apps with one release, seen by all nodes."""
        node = self.cluster.nodes[0]
        for app in (self.app, f"{self.app}-swap"):
            self.must(node, "POST", "/v1/apps", {"app": app, "title": app}, 201)
            self.must(node, "PUT", f"/v1/apps/{app}/draft/settings", {"origins": [f"https://{app}.example"]}, 200)
            self.must(node, "POST", f"/v1/apps/{app}/draft/rules", {"id": "first", "match": ["/first"], "to": {"screen": "First"}}, 201)
            self.must(node, "POST", f"/v1/apps/{app}/releases", {"message": "first"}, 201)
        private = {"message": "private", "channel": writers.PRIVATE, "createChannel": True, "public": False}
        self.must(node, "POST", f"/v1/apps/{self.app}/releases", private, 201)
        position = self.cluster.pair.position()
        history.reach(self.cluster, self.app, position, self.ledger.problem, "before the fault")

    def must(self, node, method, path, body, status):
        for _ in range(100):
            with suppress(*BROKEN):
                got, headers, answer = node.ask(method, path, body, If_Match="*")
                if got == status or got == 409:
                    return headers, answer
                if got != 503 and got != 404:
                    break
            time.sleep(0.1)
        raise SystemExit(f"{method} {path} through {node.name}: {got} {answer[:400]}")

    def people(self):
        ledger, seed = self.ledger, self.chance.random
        people = [writers.RuleWriter(ledger, f"w{number}", seed()) for number in range(3)]
        people += [writers.SwapWriter(ledger, f"s{number}", seed()) for number in range(2)]
        people += [writers.DraftWriter(ledger, f"d{number}", seed()) for number in range(2)]
        people += [writers.Publisher(ledger, "p", seed()), writers.TokenWriter(ledger, f"{self.app}-t", seed())]
        places = [*self.cluster.nodes, None]
        return people + [kind(ledger, place, seed()) for place in places for kind in (readers.Reader, readers.Watcher)]

    def end(self, everyone):
        deadline = time.monotonic() + SETTLE_SECONDS
        uncertain = [client for client in everyone if isinstance(client, writers.Writer)]
        for client in uncertain:
            client.deadline = deadline
            client.stop()
        for client in uncertain:
            client.join(SETTLE_SECONDS + 15)
        # Readers stay until they have seen the newest release, or should have.
        newest, end = max((o.more.get("version", 0) for o in self.ledger.operations), default=0), time.monotonic() + history.limit_seconds()
        while time.monotonic() < end and any(
                max(self.ledger.seen.get(node.name, {0: 0})) < newest for node in self.cluster.nodes):
            time.sleep(0.02)
        for client in everyone:
            client.stop()
        for client in everyone:
            client.join(20)
            if client.is_alive():
                self.ledger.problem("a client of the test did not end", client=type(client).__name__)

    def check(self, everyone):
        ledger, pair = self.ledger, self.cluster.pair
        position = pair.position()
        history.reach(self.cluster, self.app, position, ledger.problem, "at the end")
        node = self.node()
        rows = self.audit.read(node, ledger.problem)
        status, _, body = node.ask("GET", f"/v1/apps/{self.app}/draft", timeout=60)
        if status != 200:
            return ledger.problem("the draft cannot be read", node=node.name, status=status, answer=body[:300].decode())
        lost = history.compare_history(ledger, rows, json.loads(body), ledger.problem)
        self.lost_heads = history.compare_heads(ledger, rows, int(position.split(".")[0]), ledger.problem)
        if ledger.loses_from is not None:
            self.notes.append(f"{lost} acknowledged changes and {self.lost_heads} heads were lost, as they had to")
        history.compare_nodes(self.cluster, [self.app, f"{self.app}-swap"], ledger.problem)
        history.list_nodes(self.cluster, ledger.problem)
        for writer in everyone:
            for secret, operation in getattr(writer, "revoked", []) if ledger.loses_from is None else []:
                for node in self.cluster.nodes:
                    status = node.ask("GET", f"/v1/apps/{self.app}", Authorization=f"Bearer {secret}")[0]
                    if status != 401:
                        ledger.problem("a revoked token is accepted at the end", node=node.name, status=status,
                                       operation=operation.describe())
        for place in self.visibility():
            if place["seconds"] > history.limit_seconds() and place["is_calm"]:
                ledger.problem("a publish was not on all nodes in time", **place)

    def remove(self):
        """Deletes the apps; no node may serve them any more. The rows of these belong to the next run's part of the audit."""
        node = self.cluster.nodes[-1]
        for app in (self.app, f"{self.app}-swap"):
            self.must(node, "DELETE", f"/v1/apps/{app}", None, 204)
        end = time.monotonic() + history.limit_seconds()
        for node in self.cluster.nodes:
            while node.ask("GET", f"/v1/apps/{self.app}/head", Authorization=None)[0] != 404:
                if time.monotonic() > end:
                    self.ledger.problem("a deleted app is still served", node=node.name)
                    break
                time.sleep(0.05)

    def visibility(self):
        """Of each publish: how long after its acknowledgement the last node had it, and whether all heard meanwhile."""
        found = []
        for operation in self.ledger.operations:
            version = operation.more.get("version")
            if operation.kind != "release" or version is None:
                continue
            moments = {}
            for node in self.cluster.nodes:
                # A node that was asked late has a newer version first.
                seen = [at for number, at in list(self.ledger.seen.get(node.name, {}).items()) if number >= version]
                moments[node.name] = min(seen) if seen else None
            missing = [name for name, at in moments.items() if at is None]
            last = max((at for at in moments.values() if at), default=0)
            seconds = 9e9 if missing else max(0.0, last - operation.done)
            # Before the fault, or after all nodes were equal again.
            is_calm = not operation.was_unknown and (
                min(9e9 if missing else last, operation.done + VISIBLE_SECONDS) < self.begun or operation.sent > self.equal_at)
            found.append({"version": version, "seconds": seconds, "is_calm": is_calm, "missing": missing})
        return found

    def longest_outage(self, healed):
        """The longest time without an acknowledged write, in seconds."""
        times = sorted(o.done for o in self.ledger.operations if o.state == "acknowledged" and o.done)
        gaps = [after - before for before, after in zip(times, times[1:])]
        return max(gaps, default=0)

    def summary(self):
        operations = self.ledger.operations
        unknown = [o for o in operations if o.was_unknown]
        calm = sorted(place["seconds"] for place in self.visibility() if place["is_calm"] and place["seconds"] < 1e9)
        return {
            "seed": self.seed, "fault": self.fault, "acknowledged": sum(o.state == "acknowledged" for o in operations),
            "refused": sum(o.state == "refused" for o in operations), "unknown": len(unknown),
            "settled": sum(o.state != "open" or o.kind in ("swap", "draft") for o in unknown),
            "visible": [round(1000 * seconds) for seconds in calm],
            "equal": None if self.equal is None else round(1000 * self.equal),
            "outage": round(1000 * self.outage), "reads": sum(self.ledger.reads.values()),
            "slowest": round(1000 * max(self.ledger.slowest.values(), default=0)), "events": self.ledger.events,
            "late": sum(seconds > VISIBLE_SECONDS for seconds in [self.equal or 0, *calm]), "is busy": history.is_busy(),
            "older": self.ledger.older, "lost heads": self.lost_heads, "notes": self.notes,
            "overtaken": self.ledger.overtaken, "problems": len(self.ledger.problems),
        }


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else None


def median(values):
    return round(statistics.median(values)) if values else None

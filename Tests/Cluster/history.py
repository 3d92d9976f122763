"""What must hold after a run, read from the outside: the audit, drafts, releases and tokens as each node gives them."""
import json
import os
import threading
import time

from clients import BROKEN, VISIBLE_SECONDS
from writers import headers_revision

# What the driver itself may need for one look, beyond the time that a node has.
LOOK_SECONDS = 0.5
# On a machine with more work than processors, times say little of the servers: they are printed, and judged by this limit.
BUSY_SECONDS = 6.0


def is_busy():
    """Whether more than twice as many processes want to run as there are processors, by the average of a minute."""
    return os.getloadavg()[0] > 2 * (os.cpu_count() or 1)


def limit_seconds():
    """How long a node may need to be equal."""
    return (BUSY_SECONDS if is_busy() else VISIBLE_SECONDS) + LOOK_SECONDS


class Audit:
    """Follows the audit from run to run: one history without gaps, each row with the hash of the one before."""

    def __init__(self):
        self.sequence, self.hash, self.rows = 0, "0" * 64, 0

    def read(self, node, problem):
        """The rows since the last call."""
        rows, after = [], self.sequence
        while True:
            status, headers, body = node.ask("GET", f"/v1/audit/export?limit=1000&after={after}", timeout=60)
            if status != 200:
                problem("the audit cannot be read", node=node.name, status=status, answer=body[:300].decode(errors="replace"))
                return rows
            for line in body.splitlines():
                row = json.loads(line)
                if "sequence" not in row:
                    continue
                if row["sequence"] != self.sequence + 1 or row["previousHash"] != self.hash:
                    problem("the audit is not one history", row=row, expected=[self.sequence + 1, self.hash])
                self.sequence, self.hash = row["sequence"], row["hash"]
                rows.append(row)
            after = headers.get("waymark-next")
            if after is None:
                self.rows += len(rows)
                return rows


def reach(cluster, app, position, problem, why):
    """Waits until every node has a position; returns the seconds that the last one needed."""
    begun, slowest = time.monotonic(), {}

    def ask(node):
        answers = []
        while time.monotonic() - begun < 30:
            try:
                status, _, body = node.ask("GET", f"/v1/apps/{app}", timeout=10, Waymark_Position=position)
            except BROKEN as error:
                status, body = 0, repr(error).encode()
            answers.append([round(time.monotonic() - begun, 2), status, body[:200].decode(errors="replace")])
            if status == 200:
                break
            time.sleep(0.02)
        slowest[node.name] = time.monotonic() - begun
        if slowest[node.name] > limit_seconds():
            problem(f"a node is not equal in time, {why}", node=node.name, seconds=round(slowest[node.name], 2), position=position,
                    answers=answers[-6:])

    threads = [threading.Thread(target=ask, args=(node,)) for node in cluster.nodes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return max(slowest.values())


def compare_nodes(cluster, apps, problem):
    """Every node gives the same answers."""
    for app in apps:
        for path, is_public in [(f"/v1/apps/{app}/draft", False), (f"/v1/apps/{app}/head", True), (f"/v1/apps/{app}/releases", False),
                                (f"/v1/apps/{app}/rules", True)]:
            answers = {}
            for node in cluster.nodes:
                status, headers, body = node.ask("GET", path, **({"Authorization": None} if is_public else {}))
                answers[node.name] = (status, headers.get("etag"), body)
            if len(set(answers.values())) > 1:
                problem("two nodes give different answers", path=path,
                        answers={name: [a[0], a[1], a[2][:600].decode(errors="replace")] for name, a in answers.items()})


def list_nodes(cluster, problem):
    """Every node names all of them."""
    for node in cluster.nodes:
        status, _, body = node.ask("GET", "/v1/nodes")
        listed = json.loads(body) if status == 200 else {}
        names = [one["name"] for one in listed.get("nodes", [])]
        if names != [one.name for one in cluster.nodes] or listed["away"] or listed["store"] != "postgresql":
            problem("a node does not list all nodes", node=node.name, status=status, answer=body[:600].decode(errors="replace"))


def compare_history(ledger, rows, draft, problem):
    """Every acknowledged change is in the history exactly once, every refused one is not, and nothing is open.

    Returns how many acknowledged ones are missing because the fault loses them."""
    app, lost = ledger.app, 0
    kinds = {
        "rule": (["rule.add"], app, lambda row: row["after"]["rule"]["id"]),
        "release": (["release.publish"], app, lambda row: row["after"].get("message")),
        "token": (["token.create"], None, lambda row: row["after"]["name"]),
        "revocation": (["token.delete"], None, lambda row: (row.get("before") or {}).get("id")),
        "swap": (["rule.add", "rule.replace"], f"{app}-swap", lambda row: row["after"]["rule"].get("note")),
        "draft": (["draft.replace"], f"{app}-swap", lambda row: row["after"]["revision"]),
    }
    index = {}
    for kind, (actions, of_app, key) in kinds.items():
        for row in rows:
            if row["action"] in actions and (of_app is None or row.get("app") == of_app):
                index.setdefault((kind, key(row)), []).append(row)
    rules = [rule["id"] for rule in draft.get("rules", [])]
    present = set(rules)
    if len(rules) != len(present):
        problem("a rule is in the draft twice", rules=rules)
    for operation in list(ledger.operations):
        name = operation.more[more] if (more := {"revocation": "id", "draft": "revision"}.get(operation.kind)) else operation.name
        found = len(index.get((operation.kind, name), []))
        if ledger.loses_from is not None and operation.done and operation.done > ledger.loses_from - 1 and found < 2:
            lost += operation.state == "acknowledged" and found == 0
        elif operation.kind == "draft" and operation.state != "acknowledged":
            # Its revision may be that of another one's change: the audit has only the digest of a long draft.
            continue
        elif operation.kind == "swap" and operation.state == "open":
            if found > 1:
                problem("an uncertain replacement was done twice", operation=operation.describe())
        elif operation.state == "open":
            problem("a change was not settled", operation=operation.describe(), found=found)
        elif found != (1 if operation.state == "acknowledged" else 0):
            problem(f"a change that was {operation.state} is in the history {found} times", operation=operation.describe())
        if operation.kind == "rule" and operation.state != "open" and (name in present) != (found == 1):
            problem(f"a rule is {'' if name in present else 'not '}in the draft, and {found} times in the history",
                    operation=operation.describe())
        if operation.kind == "swap" and operation.state == "acknowledged" and found == 1:
            row = index["swap", name][0]
            if row["after"]["revision"] != headers_revision(operation.fields):
                problem("a replacement has another revision in the history", operation=operation.describe(), row=row)
    for of_app in (app, f"{app}-swap"):
        revisions = [row["after"]["revision"] for row in rows
                     if row.get("app") == of_app and row["action"].split(".")[0] in ("rule", "settings", "draft")]
        if revisions != list(range(2, len(revisions) + 2)):
            problem("the revisions of a draft have gaps", app=of_app, revisions=revisions)
    return lost


def compare_heads(ledger, rows, epoch, problem):
    """Every head of the last epoch that a client saw is in the history; returns how many of earlier epochs are not."""
    known = {(row["after"]["version"], row["after"]["digest"]) for row in rows
             if row["action"] == "release.publish" and row.get("app") == ledger.app}
    lost = 0
    for (of_epoch, sequence), (meaning, place) in ledger.meanings.items():
        if meaning not in known:
            lost += 1
            if of_epoch == epoch:
                problem("a client saw a release that is not in the history", head=[of_epoch, sequence, *meaning], place=place)
    return lost

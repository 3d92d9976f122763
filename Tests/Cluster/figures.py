"""Figures: ratios measured in one run on one machine, beside what the database alone can do. Each prints lines of a table."""
import os
import re
import selectors
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time

import clients
import databases
import loopback
import nodes
import readers
from loopback import free_port, send
from nodes import TOKEN

APP = "/v1/apps/shop"
ROUNDS, SECONDS, CALLERS = 5, 3, 16
WATCHERS = 10_000
PUBLISHES = 200
RULES = 10_000


def admin(node, method, path, body=None, status=200):
    got, headers, answer = node.ask(method, path, body, timeout=120, If_Match="*")
    if got != status:
        raise SystemExit(f"{method} {path}: {got} {answer[:400]}")
    return headers, answer


def make_app(node, rules):
    admin(node, "POST", "/v1/apps", {"app": "shop", "title": "Shop"}, 201)
    admin(node, "PUT", f"{APP}/draft", {"settings": {"origins": ["https://shop.example"]}, "rules": [
        {"id": f"r{i}", "match": [f"/p{i}/:id"], "to": {"screen": "Item"}} for i in range(rules)]})
    admin(node, "POST", f"{APP}/releases", {"message": "first"}, 201)


class Alone:
    """A node with a file, for comparison; has the interface of a node."""

    def __init__(self, binary, folder):
        self.folder, self.port, self.binary = folder, free_port(), binary
        os.makedirs(folder, exist_ok=True)
        self.process = subprocess.Popen(
            [binary, "serve", "--listen", f"127.0.0.1:{self.port}", "--database", f"{folder}/w.db"],
            env=os.environ | {"WAYMARK_ADMIN_TOKEN": TOKEN}, stdout=subprocess.DEVNULL, stderr=open(f"{folder}/log", "ab"))
        loopback.wait_for(self.port)

    ask = nodes.Node.ask

    def stop(self):
        self.process.kill()
        self.process.wait()


def processor_seconds(pid):
    """What a process has used of processors until now (proc(5), utime and stime)."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wrk(port, seconds, connections, script=None, *headers):
    """Requests a second that succeeded, by wrk with one thread."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
    if script:
        command += ["-s", script]
    for header in headers:
        command += ["-H", header]
    done = subprocess.run([*command, f"http://127.0.0.1:{port}{APP}/rules"], capture_output=True, text=True)
    failed = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    count = int(re.search(r"(\d+) requests in", done.stdout)[1]) - (int(failed[1]) if failed else 0)
    took = float(re.search(r"requests in ([\d.]+)s", done.stdout)[1])
    return count / took, int(failed[1]) if failed else 0


def reads(binary):
    """304s of a node on PostgreSQL beside those of one with a file, in turn."""
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster, alone = nodes.Cluster(folder, binary), None
    try:
        alone = Alone(binary, f"{folder}/alone")
        rates = {"file": [], "postgresql": []}
        servers, tags = {"file": alone, "postgresql": cluster.nodes[0]}, {}
        # Microseconds of processor time of the server for a request: they do not depend on what else runs.
        costs = {"file": [], "postgresql": []}
        for name, node in servers.items():
            make_app(node, 100)
            tags[name] = send(node.port, "GET", f"{APP}/rules")[1]["etag"]
        for number in range(2 * ROUNDS):
            for name, server in list(servers.items())[:: -1 if number % 2 else 1]:
                before = processor_seconds(server.process.pid)
                rate = wrk(server.port, SECONDS, 16, None, f"If-None-Match: {tags[name]}")[0]
                costs[name].append(1e6 * (processor_seconds(server.process.pid) - before) / (rate * SECONDS))
                rates[name].append(rate)
        file, server = (statistics.median(rates[name]) for name in rates)
        # Of neighbours in time, because a shared machine is faster in some moments.
        ratio = statistics.median(after / before for before, after in zip(*rates.values()))
        print(f"| 304s a second: one node with a file / on PostgreSQL, medians of {2 * ROUNDS} in turn | {file:.0f} / {server:.0f} | {ratio:.3f} |")
        file, server = (statistics.median(costs[name]) for name in costs)
        print(f"| their cost in processor time of the server, µs | {file:.1f} / {server:.1f} | {file / server:.3f} |")
    finally:
        if alone:
            alone.stop()
        cluster.stop()
        cluster.remove()


WRITE_SCRIPT = """
local number = 0
local own = "%s"
wrk.headers["Authorization"] = "Bearer %s"
wrk.headers["Content-Type"] = "application/json"
wrk.headers["If-Match"] = "*"
request = function()
  number = number + 1
  local rule = "w" .. own .. (number %% 50)
  return wrk.format("PUT", "%s/draft/rules/" .. rule, nil,
    '{"match":["/' .. rule .. '/:id"],"to":{"screen":"Item"},"note":"' .. number .. '"}')
end
"""

# No colon before a letter or digit in a text: pgbench takes it for a variable.
# The rows of one replaced rule, in one transaction that first counts, as a server's has.
BARE = """
\\set rule random(0, 49)
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
UPDATE cluster SET sequence = sequence + 1 WHERE id = 1 RETURNING sequence AS number \\gset
SELECT pg_notify('waymark', CAST(CAST(:number AS bigint) AS text));
SELECT json FROM draft_rules WHERE app_id = 1 AND id = 'wa' || CAST(CAST(:rule AS int) AS text);
UPDATE draft_rules SET json = '{"id":"wa","match":["/wa/x"],"note":"' || CAST(CAST(:number AS bigint) AS text) || '","to":{"screen":"Item"}}' WHERE app_id = 1 AND id = 'wa' || CAST(CAST(:rule AS int) AS text);
UPDATE drafts SET revision = revision + 1 WHERE app_id = 1;
INSERT INTO audit (sequence, at, principal_id, principal_name, address, action, app, before_json, after_json, previous_hash, hash)
  VALUES (:number, 1795717131007, '23b530549677f4f1', 'admin (environment)', '127.0.0.1', 'rule.replace', 'shop',
  '{"revision": 3,"rule":{"id":"r1","match":["https://x.example/r/x"],"note":"n1","to":{"screen":"Item"}}}',
  '{"revision": 4,"rule":{"id":"r1","match":["https://x.example/r/x"],"note":"n2","to":{"screen":"Item"}}}',
  sha256(CAST(CAST(CAST(:number AS bigint) AS text) AS bytea)), sha256('x'));
INSERT INTO audit_rules (app, rule, sequence) VALUES ('shop', 'wa' || CAST(CAST(:rule AS int) AS text), :number) ON CONFLICT DO NOTHING;
COMMIT;
"""


def writes(binary):
    """Durable writes with 16 callers: on one node, on three, and the same rows by pgbench; fsync on, a synchronous standby."""
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster, alone = nodes.Cluster(folder, binary, is_durable=True), None
    try:
        alone = Alone(binary, f"{folder}/alone")
        for node in (alone, cluster.nodes[0]):
            make_app(node, 50)
        position = cluster.pair.position()
        for node in cluster.nodes:
            node.ask("GET", APP, Waymark_Position=position)
        scripts = []
        for own in "abc":
            scripts.append(f"{folder}/write-{own}.lua")
            with open(scripts[-1], "w") as file:
                file.write(WRITE_SCRIPT % (own, TOKEN, APP))
        with open(f"{folder}/bare.sql", "w") as file:
            file.write(BARE)
        for script, node in zip(scripts, cluster.nodes):  # each rule exists before it is measured
            wrk(node.port, 1, 2, script)
        wrk(alone.port, 1, 2, scripts[0])
        figures = {"file": [], "one": [], "three": [], "bare": []}
        refused = 0

        def three():
            rates = [0, 0, 0]

            def drive(index):
                rates[index] = wrk(cluster.nodes[index].port, SECONDS, [6, 5, 5][index], scripts[index])
            threads = [threading.Thread(target=drive, args=(index,)) for index in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            return sum(rate for rate, _ in rates), sum(failed for _, failed in rates)

        for _ in range(ROUNDS):
            for name, measure in (("file", lambda: wrk(alone.port, SECONDS, CALLERS, scripts[0])),
                                  ("one", lambda: wrk(cluster.nodes[0].port, SECONDS, CALLERS, scripts[0])), ("three", three)):
                rate, failed = measure()
                refused += failed
                figures[name].append(rate)
        # At last, because these rows have no chain of hashes; in a database without the nodes.
        for node in cluster.nodes:
            node.stop()
        primary = cluster.pair.primary
        primary.query("UPDATE cluster SET sequence = (SELECT max(sequence) + 1000 FROM audit)")
        for _ in range(ROUNDS):
            done = databases.run(primary.program("pgbench"), "-n", "-c", str(CALLERS), "-j", "1", "-T", str(SECONDS), "-M", "prepared",
                                 "-f", f"{folder}/bare.sql", "-h", primary.home, "-p", str(primary.port), "-U", "waymark", "postgres")
            figures["bare"].append(float(re.search(r"tps = ([\d.]+)", done.stdout)[1]))
        file, one, three, bare = (statistics.median(figures[name]) for name in ("file", "one", "three", "bare"))
        print(f"| writes a second, {CALLERS} callers: pgbench, the same rows, a transaction each | {bare:.0f} | 1 |\n"
              f"| the same on one node on PostgreSQL | {one:.0f} | {one / bare:.2f} |\n"
              f"| the same on three nodes together | {three:.0f} | {three / bare:.2f} |\n"
              f"| the same on one node with a file | {file:.0f} | |\n"
              f"| of all these refused | {refused} | |")
    finally:
        if alone:
            alone.stop()
        cluster.stop()
        cluster.remove()


def far(binary):
    """Writes with the databases 10 ms away, by one caller and by 16; and how long a large draft keeps others waiting, near."""
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster = nodes.Cluster(folder, binary)
    try:
        node, other = cluster.nodes[0], cluster.nodes[1]
        make_app(node, 50)
        script = f"{folder}/write.lua"
        with open(script, "w") as file:
            file.write(WRITE_SCRIPT % ("a", TOKEN, APP))
        wrk(node.port, 1, 2, script)
        cluster.relays.delay(node.relays, 0.005)
        for callers in (1, CALLERS):
            rates = [wrk(node.port, SECONDS, callers, script) for _ in range(ROUNDS)]
            print(f"| writes a second with the databases 10 ms away, callers: {callers} | "
                  f"{statistics.median(rate for rate, _ in rates):.1f} | {sum(failed for _, failed in rates)} refused |")
        cluster.relays.delay(node.relays, 0)
        admin(node, "POST", "/v1/apps", {"app": "large", "title": "Large"}, 201)
        admin(other, "POST", "/v1/apps", {"app": "other", "title": "Other"}, 201)
        for count in (RULES, 90_000):
            rules = [{"id": f"r{i}", "match": [f"/{count}/{i}"], "to": {"screen": "S"}} for i in range(count)]
            draft = {"settings": {"origins": ["https://x.example"]}, "rules": rules}
            begun, longest, done = time.monotonic(), 0.0, []
            writer = threading.Thread(target=lambda draft=draft: done.append(admin(node, "PUT", "/v1/apps/large/draft", draft)))
            writer.start()
            while writer.is_alive():
                sent = time.monotonic()
                status = other.ask("PUT", "/v1/apps/other/draft/settings", {"origins": ["https://y.example"]}, If_Match="*")[0]
                longest = max(longest, time.monotonic() - sent if status == 200 else 9e9)
            print(f"| a draft of {count} rules: seconds, and the longest wait of another node's writes meanwhile, seconds | "
                  f"{time.monotonic() - begun:.1f} | {longest:.2f} |")
    finally:
        cluster.stop()
        cluster.remove()


def starts(binary):
    """From the start of the process to the first head, with 10,000 rules."""
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster = nodes.Cluster(folder, binary)
    try:
        make_app(cluster.nodes[0], RULES)
        node = cluster.nodes[1]
        position = cluster.pair.position()
        loopback.wait_for(node.port, f"{APP}/head")
        node.ask("GET", APP, Waymark_Position=position)

        def start():
            begun = time.monotonic()
            node.start()
            status = send(node.port, "GET", f"{APP}/rules")[0]
            took = 1000 * (time.monotonic() - begun)
            if status != 200:
                raise SystemExit(f"the rules are not served after a start: {status}")
            return took

        def forget():
            for name in os.listdir(node.folder):
                os.unlink(f"{node.folder}/{name}")

        times = {"own": [], "database": [], "away": []}
        for _ in range(3):
            node.stop()
            times["own"].append(start())
            node.stop()
            forget()
            times["database"].append(start())
            node.stop()
            cluster.relays.set(node.relays, "cut")
            times["away"].append(start())
            cluster.relays.set(node.relays, "open")
        own, database, away = (statistics.median(times[name]) for name in ("own", "database", "away"))
        print(f"| start with {RULES} rules until they are served, ms: with what it kept / from the database / without the database | "
              f"{own:.0f} / {database:.0f} / {away:.0f} | |")
    finally:
        cluster.stop()
        cluster.remove()


def watchers(binary):
    """Event streams on three nodes, told of a publish."""
    import resource
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    # This process has one descriptor for each; a node keeps a share of its own for other things.
    count = min(WATCHERS, limit - 2000)
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster = nodes.Cluster(folder, binary, more=["--streams-max", "8192", "--streams-per-address-max", "8192",
                                                  "--connections-per-address-max", "16384"])
    try:
        make_app(cluster.nodes[0], 10)
        for node in cluster.nodes:
            loopback.wait_for(node.port, f"{APP}/head")
        loop, texts, refused = selectors.DefaultSelector(), {}, 0
        for index in range(count):
            node = cluster.nodes[index % 3]
            one = socket.create_connection(("127.0.0.1", node.port))
            one.sendall(f"GET {APP}/events HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            one.setblocking(False)
            loop.register(one, selectors.EVENT_READ)
            texts[one] = b""

        def until(mark, seconds):
            """Reads until each stream had a text; the times at which they did."""
            times, end = {}, time.monotonic() + seconds
            while len(times) + refused < count and time.monotonic() < end:
                for key, _ in loop.select(0.1):
                    with_more = texts[key.fileobj] + key.fileobj.recv(65_536)
                    if mark in with_more and key.fileobj not in times:
                        times[key.fileobj] = time.monotonic()
                        with_more = b""
                    texts[key.fileobj] = with_more[-4000:]
            return times
        ready = until(b'"version":1', 60)
        results = []
        for version in (2, 3, 4):
            done = {}

            def publish():
                admin(cluster.nodes[version % 3], "POST", f"{APP}/releases", {"message": f"number {version}"}, 201)
                done["at"] = time.monotonic()
            thread = threading.Thread(target=publish)
            thread.start()
            times = until(f'"version":{version}'.encode(), 30)
            thread.join()
            late = sorted(1000 * (at - done["at"]) for at in times.values())
            results.append((len(late), late[len(late) // 2], late[int(0.99 * len(late))], late[-1]))
        told, half, most, last = results[1]
        note = "" if count == WATCHERS else f" (not {WATCHERS}: {limit} descriptors)"
        print(f"| {len(ready)} event streams on three nodes{note}: told of a publish {told}, ms after its answer p50 / p99 / last | "
              f"{max(0, half):.0f} / {max(0, most):.0f} / {max(0, last):.0f} | |")
    finally:
        cluster.stop()
        cluster.remove()


def visibility(binary):
    """From the answer to a publish until the last of three nodes has told an event stream and answers with it."""
    folder = tempfile.mkdtemp(prefix="waymark-cluster-", dir="/tmp")
    cluster = nodes.Cluster(folder, binary)
    try:
        make_app(cluster.nodes[0], 100)
        for node in cluster.nodes:
            loopback.wait_for(node.port, f"{APP}/head")
        ledger = clients.Ledger(cluster, "shop")
        watching = [readers.Watcher(ledger, node, 1) for node in cluster.nodes]
        for watcher in watching:
            watcher.start()
        late = []
        for version in range(2, PUBLISHES + 2):
            node = cluster.nodes[version % 3]
            admin(node, "POST", f"{APP}/releases", {"message": f"number {version}"}, 201)
            done, end = time.monotonic(), time.monotonic() + 10
            while any(version not in ledger.seen.get(one.name, {}) for one in cluster.nodes) and time.monotonic() < end:
                time.sleep(0.001)
            moments = [ledger.seen.get(one.name, {}).get(version, 9e9) for one in cluster.nodes]
            late.append(max(0, 1000 * (max(moments) - done)))
        for watcher in watching:
            watcher.stop()
        late.sort()
        print(f"| a publish is told by all nodes, ms after its answer, of {PUBLISHES}: p50 / p99 / worst | "
              f"{late[len(late) // 2]:.0f} / {late[int(0.99 * len(late))]:.0f} / {late[-1]:.0f} | |")
    finally:
        cluster.stop()
        cluster.remove()


FIGURES = {"reads": reads, "visibility": visibility, "writes": writes, "far": far, "starts": starts, "watchers": watchers}
ALL = list(FIGURES)


def print_all(names, binary):
    if not shutil.which("wrk"):
        raise SystemExit("wrk is not installed: Config/scripts/install-libraries cluster")
    print("| figure | value | ratio |\n|---|--:|--:|")
    for name in names:
        FIGURES[name](binary)
    return 0


def verify_audit(cluster, evidence):
    """The whole chain, computed again by the command line."""
    done = subprocess.run([cluster.binary, "audit", "verify", "--server", f"http://127.0.0.1:{cluster.nodes[0].port}"],
                          env=os.environ | {"WAYMARK_TOKEN": TOKEN}, capture_output=True, text=True)
    print("waymark audit verify: " + (done.stdout or done.stderr).strip().split("\n")[0][:200])
    if done.returncode:
        evidence.broken += 1

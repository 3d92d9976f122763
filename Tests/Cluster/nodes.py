"""The servers under test: three nodes with folders of their own, and nginx as balancer in front of them."""
import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import threading
import time

import databases
import loopback
import relay
from loopback import free_port, send

TOKEN = "wm_cluster_" + "x" * 40
# The folder of a node is a small file system where that is possible: so its disk can be full.
FOLDER_BYTES = 64 << 20


class Node:
    """One waymark process, its folder, and when it could not be expected to work."""

    def __init__(self, cluster, name, is_pooled=False):
        self.cluster, self.name, self.is_pooled = cluster, name, is_pooled
        self.port, self.process, self.clock, self.database = free_port(), None, None, "postgres"
        self.folder, self.log = f"{cluster.folder}/{name}", f"{cluster.folder}/{name}.log"
        os.makedirs(self.folder)
        self.is_small = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={FOLDER_BYTES}", "tmpfs", self.folder], capture_output=True).returncode == 0
        self.gone, self.troubled = Intervals(), Intervals()

    @property
    def relays(self):
        return [name for name in self.cluster.relays.ports if name.startswith(self.name + "-")]

    def arguments(self):
        ports = self.cluster.relays.ports
        direct = ("postgresql://waymark@127.0.0.1:{},127.0.0.1:{}/{}?target_session_attrs=read-write"
                  "&connect_timeout=2").format(ports[f"{self.name}-pg1"], ports[f"{self.name}-pg2"], self.database)
        if not self.is_pooled:
            return ["--database", direct]
        pooler = f"postgresql://waymark@127.0.0.1:{ports[f'{self.name}-pooler']}/postgres?connect_timeout=2"
        return ["--database", pooler, "--database-pooled", "yes", "--database-listen", direct]

    def run(self, port, folder, under=(), **more):
        """Starts the program."""
        return subprocess.Popen(
            [*under, self.cluster.binary, "serve", "--listen", f"127.0.0.1:{port}", "--node-folder", folder,
             "--node-name", self.name, "--failed-attempts-per-minute", "10000", "--log-format", "json", *self.arguments(), *self.cluster.more],
            env=os.environ | {"WAYMARK_ADMIN_TOKEN": TOKEN}, stdout=subprocess.DEVNULL, **more)

    def refusal(self, folder, seconds=20):
        """What a start in a folder says that must be refused; None if it was not."""
        process = self.run(free_port(), folder, stderr=subprocess.PIPE, text=True)
        try:
            said = process.communicate(timeout=seconds)[1]
            return said if process.returncode else None
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return None

    def start(self, seconds=60):
        """Starts it and waits until it is ready; the fault that ended it has noted that it is gone."""
        # The program of Debian's package; the monotonic clock stays, as on a machine whose wall clock alone is wrong.
        under = ["faketime", "-m", "--exclude-monotonic", *self.clock] if self.clock else []
        self.process = self.run(self.port, self.folder, under, stderr=open(self.log, "ab"))
        end = time.monotonic() + seconds
        while True:
            with contextlib.suppress(OSError):
                if send(self.port, "GET", "/readyz")[0] == 200:
                    return
            if self.process.poll() is not None or time.monotonic() > end:
                raise NotStarted(f"{self.name} did not start: {self.tail()}")
            time.sleep(0.02)

    def signal(self, number):
        """Sends a signal to the server; faketime runs it as its child."""
        children = databases.children(self.process.pid) if self.clock else []
        for pid in children or [self.process.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self):
        self.gone.begin()
        self.signal(signal.SIGKILL)
        self.process.wait()

    def restart(self):
        self.start()
        self.gone.end()

    def stop(self):
        self.gone.begin()
        self.signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self.process.wait()
            return "SIGTERM did not end it within 30 s"

    def pause(self):
        self.gone.begin()
        self.signal(signal.SIGSTOP)

    def go_on(self):
        self.signal(signal.SIGCONT)
        self.gone.end()

    def was_disturbed(self, first, last, slack):
        """Whether it was away, or could not hear from the database, in a time or some seconds before."""
        return self.gone.meets(first, last, slack) or self.troubled.meets(first, last, slack)

    def is_present(self):
        return not self.gone.is_open()

    def tail(self, count=2000):
        with open(self.log, errors="replace") as file:
            return file.read()[-count:]

    def ask(self, method, path, body=None, timeout=15, **fields):
        fields = {"Authorization": f"Bearer {TOKEN}"} | fields
        text = None if body is None else json.dumps(body)
        if text is not None:
            fields["Content_Type"] = "application/json"
        fields = {name: value for name, value in fields.items() if value is not None}
        return loopback.ask(http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout), method, path, text, **fields)


class NotStarted(Exception):
    """A node ended, or was not ready in time: a finding."""


class Intervals:
    """Times of the monotonic clock between which something held."""

    def __init__(self):
        self.lock, self.list = threading.Lock(), []

    def begin(self):
        with self.lock:
            if not self.list or self.list[-1][1] is not None:
                self.list.append([time.monotonic(), None])

    def end(self):
        with self.lock:
            if self.list and self.list[-1][1] is None:
                self.list[-1][1] = time.monotonic()

    def is_open(self):
        with self.lock:
            return bool(self.list) and self.list[-1][1] is None

    def meets(self, first, last, slack=0.0):
        """Whether one of them, lengthened by some seconds, has a moment of a time in it."""
        with self.lock:
            return any(begun <= last and (ended is None or ended + slack >= first) for begun, ended in self.list)


class Cluster:
    """Databases, relays, pooler, nodes and balancer."""

    def __init__(self, folder, binary, is_durable=False, more=()):
        self.folder, self.binary, self.more = folder, binary, list(more)
        os.chmod(folder, 0o755)
        self.relays, self.pair, self.pooler, self.nodes, self.balancer = relay.Relays(), None, None, [], None
        try:
            self.make(is_durable)
        except BaseException:
            self.stop()
            raise

    def make(self, is_durable):
        folder = self.folder
        self.pair = databases.Pair(
            f"{folder}/databases", is_durable, lambda server: self.relays.add(f"replication-{server.name}", server.port))
        self.relays.add("primary", self.pair.primary.port)
        if databases.Pooler.is_installed():
            self.pooler = databases.Pooler(f"{folder}/pooler", self.relays.ports["primary"])
            self.pooler.start()
        for name in ("a", "b", "c"):
            for server in self.pair.servers:
                self.relays.add(f"{name}-{server.name}", server.port)
            is_pooled = name == "c" and self.pooler is not None
            if is_pooled:
                self.relays.add(f"{name}-pooler", self.pooler.port)
            self.nodes.append(Node(self, name, is_pooled))
        for server in self.pair.servers:
            # The port of a server that is not there refuses connections.
            names = [f"{node.name}-{server.name}" for node in self.nodes]
            server.on_change = lambda is_there, names=names: self.relays.set(names, "open" if is_there else "cut")
        for node in self.nodes:
            node.start()
        self.port = free_port()
        self.start_balancer()

    def start_balancer(self):
        servers = "".join(f"server 127.0.0.1:{node.port} max_fails=1 fail_timeout=1s; " for node in self.nodes)
        self.balancer = loopback.nginx(self.folder, "balancer", f"""
            worker_processes 1; events {{ worker_connections 4096; }}
            http {{ access_log off; server_tokens off; client_max_body_size 64m; client_body_temp_path {self.folder}/nginx-bodies;
              proxy_temp_path {self.folder}/nginx-answers; proxy_http_version 1.1; proxy_set_header Connection "";
              proxy_connect_timeout 1s; proxy_read_timeout 12s;
              upstream waymark {{ {servers} keepalive 32; }}
              server {{ listen 127.0.0.1:{self.port};
                # nginx takes PUT and DELETE for repeatable, but one with If-Match that was done would get 412 then.
                error_page 418 = @write;
                location / {{ if ($request_method !~ ^(GET|HEAD)$) {{ return 418; }} proxy_pass http://waymark; }}
                location @write {{ proxy_next_upstream off; proxy_pass http://waymark; }}
                location ~ ^/v1/apps/[^/]+/events$ {{ proxy_pass http://waymark; proxy_buffering off; proxy_read_timeout 1h; }} }} }}""")
        loopback.wait_for(self.port)

    def present(self):
        return [node for node in self.nodes if node.is_present()]

    def aim_pooler(self):
        """What an operator does after a failover: the pooler gets the new primary."""
        self.relays.aim("primary", self.pair.primary.port)

    def stop(self):
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.signal(signal.SIGCONT)
                node.signal(signal.SIGKILL)
                node.process.wait()
        if self.balancer:
            self.balancer.terminate()
            self.balancer.wait()
        if self.pooler:
            self.pooler.kill()
        if self.pair:
            self.pair.stop()
        self.relays.stop()
        for node in self.nodes:
            if node.is_small:
                subprocess.run(["umount", "-l", node.folder], capture_output=True)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


"""Shared code of the tests with standard proxies: a real server on loopback, requests to it, and failed checks."""
import http.client
import json
import os
import socket
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BINARY = os.path.join(ROOT, ".build", "waymark")
failures = []



def check(name, holds, detail=""):
    if not holds:
        failures.append(f"{name}: {detail}")
        print(f"  FAILED {name}: {detail}", flush=True)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ask(connection, method, path, body=None, **fields):
    try:
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def send(port, method, path, body=None, **fields):
    return ask(http.client.HTTPConnection("127.0.0.1", port, timeout=15), method, path, body, **fields)


def wait_for(port, path="/healthz", statuses=(200,)):
    for _ in range(600):
        try:
            if send(port, "GET", path)[0] in statuses:
                return
        except OSError:
            pass
        time.sleep(0.05)
    raise SystemExit(f"nothing answers on port {port}")


def nginx(folder, name, text):
    """Standard nginx with a given configuration, in the foreground."""
    with open(f"{folder}/{name}.conf", "w") as file:
        file.write(f"daemon off; pid {folder}/{name}.pid; error_log {folder}/{name}.log;\n" + text)
    return subprocess.Popen(
        ["nginx", "-p", folder, "-c", f"{folder}/{name}.conf"], stdout=subprocess.DEVNULL,
        stderr=open(f"{folder}/{name}.err", "wb"))


def edge_nginx(folder, port, origin, workers="auto", more=""):
    """Config/deploy/nginx-edge.conf between two ports; with further directives for its http block."""
    with open(f"{ROOT}/Config/deploy/nginx-edge.conf") as file:
        text = file.read()
    text = text.replace("listen 8081", f"listen 127.0.0.1:{port}").replace(
        "server 127.0.0.1:8080", f"server 127.0.0.1:{origin}").replace(
        "/var/lib/nginx/waymark", f"{folder}/cache").replace("worker_processes auto", f"worker_processes {workers}").replace(
        "server_tokens off;", f"server_tokens off; {more}")
    return nginx(folder, "edge", text)


def edge_varnish(folder, port, origin):
    """Config/deploy/varnish.vcl between two ports."""
    with open(f"{ROOT}/Config/deploy/varnish.vcl") as file:
        text = file.read().replace('.port = "8080"', f'.port = "{origin}"')
    with open(f"{folder}/edge.vcl", "w") as file:
        file.write(text)
    return subprocess.Popen(
        ["varnishd", "-F", "-n", f"{folder}/varnish", "-a", f"127.0.0.1:{port}", "-f", f"{folder}/edge.vcl",
         "-s", "malloc,64m", "-p", "http_gzip_support=off"],
        stdout=open(f"{folder}/varnish.log", "wb"), stderr=subprocess.STDOUT)


EDGES = {"nginx": edge_nginx, "varnish": edge_varnish}


def show_logs(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith((".log", ".err")) and "seen" not in name:
            print(name, open(f"{folder}/{name}", errors="replace").read()[-1500:])


class Origin:
    def __init__(self, folder, listen=(), arguments=()):
        self.folder, self.port, self.process = folder, free_port(), None
        self.token = "wm_edge_" + "x" * 40
        self.listen, self.arguments = list(listen), list(arguments)
        self.start()

    def start(self):
        environment = dict(os.environ, WAYMARK_ADMIN_TOKEN=self.token)
        places = ",".join([f"127.0.0.1:{self.port}"] + self.listen)
        self.process = subprocess.Popen(
            [BINARY, "serve", "--listen", places, "--database", f"{self.folder}/w.db"] + self.arguments,
            env=environment, stdout=subprocess.DEVNULL, stderr=open(f"{self.folder}/serve.log", "ab"))
        wait_for(self.port)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def control(self, method, path, value, status):
        got, _, body = send(
            self.port, method, path, json.dumps(value), Authorization=f"Bearer {self.token}", If_Match="*",
            Content_Type="application/json")
        if got != status:
            raise SystemExit(f"{method} {path}: {got} {body[:400]}")
        return json.loads(body)

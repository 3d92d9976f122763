"""Two PostgreSQL servers, a primary and a synchronous standby, from Debian's programs; and a pooler in front of them."""
import errno
import glob
import os
import pwd
import shutil
import signal
import subprocess
import time

from loopback import free_port

# The folder of a server is a file system of its own where that is possible, so that its disk can be full.
DISK_BYTES = 2 << 30

# root cannot run PostgreSQL: then this account does, which owns nothing.
AS_USER = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []


def programs():
    """The folder with the programs of the newest installed version; None without PostgreSQL."""
    found = [os.path.dirname(path) for path in glob.glob("/usr/lib/postgresql/*/bin/initdb")]
    return max(found, key=lambda path: int(path.split("/")[-2]), default=None)


def give(path):
    """Lets the account of the databases write a folder."""
    if os.geteuid() == 0:
        account = pwd.getpwnam("nobody")
        os.chown(path, account.pw_uid, account.pw_gid)


class Failure(Exception):
    """A program of the test's own setting failed; says nothing about Waymark."""


def run(*command, check=True, timeout=120, **more):
    done = subprocess.run([*AS_USER, *command], capture_output=True, text=True, timeout=timeout, cwd="/tmp", **more)
    if check and done.returncode:
        raise Failure(f"{' '.join(command)}: {done.stdout[-500:]} {done.stderr[-1500:]}")
    return done


def is_alive(pid):
    """Whether a process exists and has not ended; one that its parent has not asked about yet has."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def children(pid):
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True).stdout.split()
    return [int(one) for one in found]


class Server:
    """One PostgreSQL server with its own folder and port."""

    SETTINGS = {
        "listen_addresses": "127.0.0.1", "max_connections": "300", "shared_buffers": "64MB",
        "wal_keep_size": "512MB", "max_wal_senders": "10", "hot_standby": "on", "wal_retrieve_retry_interval": "100ms",
        "autovacuum_naptime": "10s", "log_line_prefix": "%m [%p] %a ", "max_wal_size": "512MB", "checkpoint_timeout": "10min",
    }

    def __init__(self, folder, name, is_durable):
        self.name, self.port, self.programs = name, free_port(), programs()
        self.home, self.data, self.log = folder, f"{folder}/{name}", f"{folder}/{name}.log"
        # Killed processes lose nothing that they have written; only a machine without power needs fsync.
        self.settings = self.SETTINGS | {"fsync": "on" if is_durable else "off"}
        self.process, self.source, self.on_change = None, None, lambda is_there: None
        # Where standbys reach it.
        self.replication_port = self.port
        os.makedirs(self.data)
        # What is measured is the disk of this machine, and not its memory.
        self.is_small = not is_durable and os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES},mode=700", "tmpfs", self.data], capture_output=True).returncode == 0
        give(self.data)

    def program(self, name):
        return os.path.join(self.programs, name)

    def make(self):
        run(self.program("initdb"), "--pgdata", self.data, "--username=waymark", "--encoding=UTF8", "--locale=C",
            "--auth=trust", "--data-checksums", "--no-sync", "--no-instructions")  # pg_rewind needs checksums
        # In the file, not among the arguments: pg_rewind starts the server by itself to recover it.
        with open(f"{self.data}/postgresql.conf", "a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in self.settings.items())
        with open(f"{self.data}/pg_hba.conf", "w") as file:
            file.write("local all all trust\nhost all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n")

    def start(self, source=None):
        """Starts as a primary, or as a standby of another server."""
        self.source = source
        marker = f"{self.data}/standby.signal"
        if source:
            open(marker, "w").close()
            give(marker)
        settings = {"port": str(self.port), "unix_socket_directories": self.home, "cluster_name": self.name}
        if source:
            settings["primary_conninfo"] = (
                f"host=127.0.0.1 port={source.replication_port} user=waymark application_name={self.name} connect_timeout=2")
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self.process = subprocess.Popen(
            [*AS_USER, self.program("postgres"), "-D", self.data, *options], stdout=open(self.log, "ab"),
            stderr=subprocess.STDOUT, start_new_session=True)
        self.wait_until(lambda: run(self.program("pg_isready"), "-q", "-h", self.home, "-p", str(self.port), check=False).returncode == 0,
                        "accepts connections")
        self.on_change(True)

    def wait_until(self, holds, what, seconds=60):
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end or (self.process and self.process.poll() is not None):
                with open(self.log, errors="replace") as file:
                    raise Failure(f"{self.name} never {what}: {file.read()[-3000:]}")
            time.sleep(0.03)

    def query(self, text, check=True):
        done = run(self.program("psql"), "-XAtq", "-h", self.home, "-p", str(self.port), "-U", "waymark", "-d", "postgres",
                   "-c", text, check=check, timeout=30)
        return done.stdout.strip() if done.returncode == 0 else None

    def dump(self, path):
        """Writes the store as SQL, while servers use it."""
        run(self.program("pg_dump"), "-h", self.home, "-p", str(self.port), "-U", "waymark", "--schema=public", "--file", path, "postgres")

    def put_back(self, path):
        """Replaces the store by that of a dump, in one transaction, while servers use it."""
        # Servers take the locks of tables in another order: each try ends soon, before the server looks for a deadlock. Where
        # they are so busy that some transaction is always open, their connections are ended, as `dropdb --force` does.
        for count in range(100):
            ending = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'waymark%'"
            done = run(self.program("psql"), "-Xq", "-h", self.home, "-p", str(self.port), "-U", "waymark", "-d", "postgres",
                       "--single-transaction", "--set=ON_ERROR_STOP=1", "-c", ending if count % 10 == 9 else "SELECT 1",
                       "-c", "SET LOCAL lock_timeout = '200ms'", "-c", "DROP SCHEMA public CASCADE",
                       "-c", "SET LOCAL lock_timeout = 0", "-f", path, check=False)
            if "deadlock" not in done.stderr and "lock timeout" not in done.stderr:
                break
        if done.returncode:
            raise Failure(done.stderr[-1500:])

    def kill(self):
        """SIGKILL for all of its processes, as if the machine were gone."""
        self.on_change(False)
        others = children(self.process.pid)
        for pid in [self.process.pid, *others]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        end = time.monotonic() + 10
        while any(is_alive(pid) for pid in others) and time.monotonic() < end:
            time.sleep(0.01)
        for name in [f"{self.data}/postmaster.pid", f"{self.home}/.s.PGSQL.{self.port}.lock"]:
            if os.path.exists(name):
                os.unlink(name)

    def fill_disk(self):
        """Takes the last free byte of the disk; the file lies beside the files of the database, where pg_rewind leaves it alone."""
        with open(f"{self.data}/ballast", "wb", buffering=0) as file:
            place, size = 0, DISK_BYTES
            while size >= 4096:
                try:
                    os.posix_fallocate(file.fileno(), place, size)
                    place += size
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2

    def free_disk(self):
        os.unlink(f"{self.data}/ballast")

    def signal_all(self, number):
        for pid in [self.process.pid, *children(self.process.pid)]:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def stop(self, mode="fast"):
        """Ends it as `pg_ctl stop` does: fast ends connections, immediate recovers at the next start."""
        if self.process and self.process.poll() is None:
            self.on_change(False)
            self.process.send_signal(signal.SIGQUIT if mode == "immediate" else signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()

    def is_running(self):
        return self.process is not None and self.process.poll() is None


class Pair:
    """A primary and a standby without which no commit is acknowledged."""

    STRICT, ALONE = "ANY 1 (pg1, pg2)", ""

    def __init__(self, folder, is_durable=False, link=lambda server: server.port):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        give(folder)
        self.servers = [Server(folder, name, is_durable) for name in ("pg1", "pg2")]
        self.primary, self.standby = self.servers
        for server in self.servers:
            server.replication_port = link(server)
        try:
            self.primary.make()
            self.primary.start()
            self.base_backup()
            self.standby.start(self.primary)
            self.wait_for_standby()
            self.require_standby(True)
        except BaseException:
            self.stop()
            raise

    def require_standby(self, is_strict):
        self.primary.query(f"ALTER SYSTEM SET synchronous_standby_names = '{self.STRICT if is_strict else self.ALONE}'")
        self.primary.query("SELECT pg_reload_conf()")

    def is_streaming(self):
        return self.primary.query("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", check=False) == "1"

    def wait_for_standby(self):
        self.primary.wait_until(self.is_streaming, "had a standby that streams")

    def base_backup(self):
        shutil.rmtree(self.standby.data, ignore_errors=True)
        run(self.primary.program("pg_basebackup"), "-h", "127.0.0.1", "-p", str(self.primary.port), "-U", "waymark",
            "-D", self.standby.data, "--checkpoint=fast", "--no-sync", "--wal-method=stream")

    def promote(self):
        """Makes the standby the primary; returns when it takes writes."""
        self.standby.query("SELECT pg_promote(wait => true)")
        self.primary, self.standby = self.standby, self.primary
        self.primary.wait_until(lambda: self.primary.query("SELECT pg_is_in_recovery()", check=False) == "f", "was promoted")

    def rejoin(self, by_copy):
        """The old primary, which has ended, follows the new one: by pg_rewind, or by a new copy. Returns how."""
        # pg_rewind reads the timeline from the control file, which has the new one after a checkpoint.
        self.primary.query("CHECKPOINT")
        how = "pg_basebackup"
        if not by_copy:
            done = run(self.primary.program("pg_rewind"), "--target-pgdata", self.standby.data, "--no-sync", "--source-server",
                       f"host=127.0.0.1 port={self.primary.port} user=waymark dbname=postgres", check=False)
            how = "pg_rewind" if done.returncode == 0 else "pg_basebackup after pg_rewind failed"
        if how != "pg_rewind":
            self.base_backup()
        self.standby.start(self.primary)
        self.wait_for_standby()
        return how

    def position(self):
        """Epoch and newest row of the audit, as the database has them; None if it does not answer."""
        text = self.primary.query("SELECT f.epoch || '.' || (SELECT coalesce(max(sequence), 0) FROM audit) FROM facts f", check=False)
        return text or None

    def stop(self):
        for server in self.servers:
            if server.is_running():
                server.signal_all(signal.SIGCONT)
                server.stop("immediate")
            if server.is_small:
                subprocess.run(["umount", "-l", server.data], capture_output=True)


class Pooler:
    """pgbouncer in transaction mode."""

    def __init__(self, folder, target):
        self.folder, self.port, self.process = folder, free_port(), None
        os.makedirs(folder, exist_ok=True)
        give(folder)
        with open(f"{folder}/pgbouncer.ini", "w") as file:
            file.write(f"""[databases]
postgres = host=127.0.0.1 port={target} dbname=postgres user=waymark
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {self.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = 20
server_login_retry = 0.2
server_connect_timeout = 2
ignore_startup_parameters = extra_float_digits,options
""")

    @staticmethod
    def is_installed():
        return shutil.which("pgbouncer", path="/usr/sbin:/usr/bin") is not None

    def start(self):
        self.process = subprocess.Popen(
            [*AS_USER, shutil.which("pgbouncer", path="/usr/sbin:/usr/bin"), f"{self.folder}/pgbouncer.ini"],
            stdout=open(f"{self.folder}/pgbouncer.log", "ab"), stderr=subprocess.STDOUT)

    def kill(self):
        self.process.kill()
        self.process.wait()

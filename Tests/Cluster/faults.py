"""Every kind of fault. Each function does its harm, heals it, and returns; seconds and victims come from the run's seed."""
import contextlib
import errno
import os
import shutil
import signal
import time


# The database ends the open transaction of a silent node after 4 s; others wait that long, and for their turn.
OTHERS_SECONDS = 6.0


class Skip(Exception):
    """The fault is not possible on this machine."""


@contextlib.contextmanager
def trouble(nodes):
    """Nodes that cannot hear from the database meanwhile: they serve, but need not be up to date."""
    for node in nodes:
        node.troubled.begin()
    yield
    for node in nodes:
        node.troubled.end()


def kill_node(run):
    """SIGKILL for a node, and a start later."""
    node = run.node()
    node.kill()
    run.hold()
    node.restart()


def kill_all_nodes(run):
    """SIGKILL for all nodes at the same moment."""
    for node in run.cluster.nodes:
        node.kill()
    run.hold(0.5)
    for node in run.cluster.nodes:
        node.restart()


def roll_nodes(run):
    """SIGTERM and a start for each node after the other, as an upgrade does."""
    for node in run.cluster.nodes:
        status = node.stop()
        if status != 0:
            run.ledger.problem("a node that was asked to stop did not end well", node=node.name, status=status)
        node.restart()


def pause_node(run):
    """SIGSTOP for a node, SIGCONT later: it wakes up with old connections and an old idea of the time."""
    node = run.node()
    node.pause()
    run.hold(1.5)
    node.go_on()


def pause_node_for_long(run):
    """SIGSTOP for a node for longer than others wait for its turn: another one must be able to write."""
    node = run.node()
    other = run.chance.choice([one for one in run.cluster.nodes if one is not node])
    node.pause()
    longest = _longest_wait(run, other, 7.0 + 3 * run.chance.random())
    node.go_on()
    run.notes.append(f"another node could not write for {longest:.1f} s")
    if longest > OTHERS_SECONDS:
        run.ledger.problem("a paused node stopped the writes of another one", node=node.name, other=other.name, seconds=round(longest, 1))


def _longest_wait(run, node, seconds):
    """Writes through one node, without the balancer, and returns the longest time without success."""
    begun = last = time.monotonic()
    longest, number = 0.0, 0
    while time.monotonic() - begun < seconds:
        number += 1
        rule = {"match": ["/probe/:id"], "to": {"screen": "Item"}, "note": f"{number}"}
        with contextlib.suppress(OSError):
            if node.ask("PUT", f"/v1/apps/{run.app}/draft/rules/probe", rule, If_Match="*")[0] in (200, 201):
                last = time.monotonic()
        longest = max(longest, time.monotonic() - last)
        time.sleep(0.05)
    return longest


def partition_node(run):
    """Nothing passes between a node and the databases, and nothing is closed."""
    node = run.node()
    with trouble([node]):
        run.cluster.relays.set(node.relays, "held")
        run.hold(1.5)
        run.cluster.relays.set(node.relays, "open")


def cut_node(run):
    """The connections between a node and the databases are reset, and new ones closed."""
    node = run.node()
    with trouble([node]):
        run.cluster.relays.set(node.relays, "cut")
        run.hold()
        run.cluster.relays.set(node.relays, "open")


def partition_all(run):
    """Nothing passes between any node and the databases."""
    relays = [name for node in run.cluster.nodes for name in node.relays]
    with trouble(run.cluster.nodes):
        run.cluster.relays.set(relays, "held")
        run.hold(1.5)
        run.cluster.relays.set(relays, "open")


def restart_database(run):
    """The primary is stopped, by `fast` or `immediate`, and started again."""
    pair = run.cluster.pair
    with trouble(run.cluster.nodes):
        pair.primary.stop(run.chance.choice(["fast", "immediate"]))
        pair.primary.start()
        pair.wait_for_standby()


def kill_database(run):
    """SIGKILL for all processes of the primary, and a start later on the same machine."""
    pair = run.cluster.pair
    with trouble(run.cluster.nodes):
        pair.primary.kill()
        run.hold()
        pair.primary.start()
        pair.wait_for_standby()


def lose_standby(run):
    """The synchronous standby is away for longer than a commit is waited for: no write may be acknowledged."""
    pair = run.cluster.pair
    with trouble(run.cluster.nodes):
        pair.standby.kill()
        gone = time.monotonic()
        run.hold(1.0, least=5.5)
        acknowledged = [o for o in run.ledger.operations
                        if o.state == "acknowledged" and o.kind not in ("swap", "draft") and o.done > gone + 1
                        and o.sent > gone + 0.5 and not o.fields.get("idempotency-replayed")]
        if acknowledged:
            run.ledger.problem("acknowledged without the standby", operation=acknowledged[0].describe())
        pair.standby.start(pair.primary)
        pair.wait_for_standby()


def partition_standby(run):
    """Nothing passes between the primary and its standby for longer than a commit is waited for, and then it does."""
    pair = run.cluster.pair
    link = [f"replication-{pair.primary.name}"]
    with trouble(run.cluster.nodes):
        run.cluster.relays.set(link, "held")
        run.hold(1.0, least=5.5)
        run.cluster.relays.set(link, "open")
        pair.wait_for_standby()


def failover_with_loss(run):
    """An asynchronous standby that lacks the last commits is promoted: they are lost, and the epoch must say so."""
    pair, link = run.cluster.pair, [f"replication-{run.cluster.pair.primary.name}"]
    with trouble(run.cluster.nodes):
        pair.require_standby(False)
        time.sleep(0.3)
        run.ledger.loses_from = time.monotonic()
        run.cluster.relays.set(link, "cut")
        run.hold(0.7)
        pair.primary.kill()
        pair.promote()
        run.cluster.relays.set(link, "open")
        run.cluster.aim_pooler()
        run.hold(0.5)
        pair.rejoin(by_copy=run.chance.random() < 0.3)
        pair.require_standby(True)


def _failover(run, fence=None):
    pair = run.cluster.pair
    run.hold(0.3)
    pair.promote()
    run.promoted = time.monotonic()
    run.cluster.aim_pooler()
    # Either the operator lets the new primary work alone, or no write is acknowledged until there is a standby again.
    is_alone = run.chance.random() < 0.5
    if is_alone:
        pair.require_standby(False)
    run.hold()
    if fence:
        fence()
    how = pair.rejoin(by_copy=run.chance.random() < 0.3)
    pair.require_standby(True)
    run.notes.append(f"{'alone' if is_alone else 'strict'}, {how}")


def failover(run):
    """The primary's machine is gone, the standby is promoted, and the old primary comes back as its standby."""
    with trouble(run.cluster.nodes):
        run.cluster.pair.primary.kill()
        _failover(run)


def failover_of_a_living_primary(run):
    """The standby is promoted while the old primary still takes connections: it may acknowledge nothing."""
    old = run.cluster.pair.primary
    with trouble(run.cluster.nodes):
        _failover(run, fence=old.kill)


def failover_of_a_paused_primary(run):
    """The primary's processes stop without a word (SIGSTOP), the standby is promoted, the old one wakes up and is ended."""
    old = run.cluster.pair.primary

    def fence():
        old.signal_all(signal.SIGCONT)
        time.sleep(0.3)
        old.kill()

    with trouble(run.cluster.nodes):
        old.signal_all(signal.SIGSTOP)
        _failover(run, fence)


def failover_during_a_pause(run):
    """A node sleeps through a failover."""
    node = run.node()
    with trouble(run.cluster.nodes):
        node.pause()
        run.cluster.pair.primary.kill()
        _failover(run)
        node.go_on()


def failover_and_kill(run):
    """The primary and a node are gone at the same moment; the node starts while there is no primary."""
    node = run.node()
    with trouble(run.cluster.nodes):
        node.kill()
        run.cluster.pair.primary.kill()
        node.restart()
        _failover(run)


def start_without_database(run):
    """A node is killed and started while it cannot reach the databases: it serves what it had."""
    node = run.node()
    with trouble([node]):
        run.cluster.relays.set(node.relays, run.chance.choice(["cut", "held"]))
        node.kill()
        run.hold(0.3)
        node.restart()
        run.hold(0.5)
        run.cluster.relays.set(node.relays, "open")


def lose_everything(run):
    """All nodes and the primary are killed; the nodes start first."""
    pair = run.cluster.pair
    with trouble(run.cluster.nodes):
        for node in run.cluster.nodes:
            node.kill()
        pair.primary.kill()
        for node in run.cluster.nodes:
            node.restart()
        run.hold(0.5)
        pair.primary.start()
        pair.wait_for_standby()


def restart_pooler(run):
    """The pooler is killed and started again; one node has its connections through it."""
    if run.cluster.pooler is None:
        raise Skip("pgbouncer is not installed")
    node = next(node for node in run.cluster.nodes if node.is_pooled)
    with trouble([node]):
        run.cluster.pooler.kill()
        run.hold(0.5)
        run.cluster.pooler.start()
        time.sleep(0.2)


def fill_disk(run):
    """The file system of a node's own folder is full."""
    node = run.node()
    if not node.is_small:
        raise Skip("only root can mount a small file system")
    ballast = f"{node.folder}/ballast"
    with trouble([node]):
        with open(ballast, "wb", buffering=0) as file:
            size = 1 << 20
            while size:
                try:
                    file.write(b"x" * size)
                except OSError as error:
                    if error.errno != errno.ENOSPC:
                        raise
                    size //= 2
        run.hold(2.0)
        os.unlink(ballast)


def fill_database_disk(run):
    """The file system of the primary is full: statements fail, or the server ends, and nothing is acknowledged that is not kept."""
    pair = run.cluster.pair
    if not pair.primary.is_small:
        raise Skip("only root can mount a small file system")
    with trouble(run.cluster.nodes):
        pair.primary.fill_disk()
        ends = run.chance.random() < 0.5
        if ends:
            # The next segment of the log has no room: PostgreSQL ends itself, and cannot start again.
            pair.primary.query("SELECT pg_switch_wal()", check=False)
        run.hold(2.0)
        pair.primary.free_disk()
        was_running = pair.primary.is_running()
        if not was_running:
            pair.primary.start()
        pair.wait_for_standby()
        run.notes.append(f"{'log' if ends else 'tables'} full, the server {'went on' if was_running else 'ended'}")


def skew_clock(run):
    """The clock of one node is minutes or hours wrong, for its whole life."""
    if shutil.which("faketime") is None:
        raise Skip("faketime is not installed")
    node = run.node()
    offset = run.chance.choice(["+3s", "-3s", "+5m", "-5m", "+1d", "-1d"])
    run.notes.append(offset)
    node.stop()
    _with_clock(run, node, ["-f", offset], run.hold)


def jump_clock(run):
    """The clock of one node jumps a year ahead, or back, and is right again after seconds."""
    if shutil.which("faketime") is None:
        raise Skip("faketime is not installed")
    node, clock = run.node(), f"{run.cluster.folder}/clock"

    def write(offset):
        with open(clock + ".new", "w") as file:
            file.write(offset)
        os.replace(clock + ".new", clock)

    def jump():
        run.hold(0.3)
        offset = run.chance.choice(["+365d", "-365d", "+30h"])
        run.notes.append(offset)
        write(offset)
        run.hold(1.0, least=1.5)
        write("+0d")
        run.hold(0.5, least=1.5)

    write("+0d")
    _with_clock(run, node, ["-f", "+0d", "env", "-u", "FAKETIME", f"FAKETIME_TIMESTAMP_FILE={clock}", "FAKETIME_CACHE_DURATION=1"], jump)


def _with_clock(run, node, clock, work):
    node.stop()
    node.clock = clock
    node.restart()
    work()
    node.stop()
    node.clock = None
    node.restart()


def put_dump_back(run):
    """A dump is put back under running nodes: what was written after it is lost, and the epoch must say so."""
    primary = run.cluster.pair.primary
    path = f"{primary.home}/dump.sql"
    with trouble(run.cluster.nodes):
        run.ledger.loses_from = time.monotonic()
        primary.dump(path)
        run.hold()
        primary.put_back(path)
        os.unlink(path)


def empty_database(run):
    """A node is started with an empty database by mistake: it refuses that, and keeps what it had."""
    node = run.node()
    primary = run.cluster.pair.primary
    primary.query("DROP DATABASE IF EXISTS empty", check=False)
    primary.query("CREATE DATABASE empty TEMPLATE template0")
    node.stop()
    node.database = "empty"
    said = node.refusal(node.folder) if not node.is_pooled else "has no store"
    node.database = "postgres"
    if "has no store" not in (said or ""):
        run.ledger.problem("a node took an empty database", node=node.name, said=said)
    node.restart()
    primary.query("DROP DATABASE empty WITH (FORCE)", check=False)


def start_twin(run):
    """A cloned machine starts a server with the name of a node: it is refused, and the node goes on."""
    node = run.node()
    folder = f"{run.cluster.folder}/twin-{run.seed}"
    os.makedirs(folder)
    said = node.refusal(folder)
    if "Another server with the name" not in (said or ""):
        run.ledger.problem("two nodes of one name run", node=node.name, said=said)
    shutil.rmtree(folder)


def move_databases_away(run):
    """The databases are ten milliseconds away: everything takes longer, and nothing fails."""
    relays = [name for node in run.cluster.nodes for name in node.relays]
    with trouble(run.cluster.nodes):
        run.cluster.relays.delay(relays, 0.005)
        run.hold(2.0, least=2.0)
        run.cluster.relays.delay(relays, 0)


ALL = [kill_node, pause_node, pause_node_for_long, partition_node, cut_node, failover, restart_database, kill_database, restart_pooler,
       fill_disk, fill_database_disk, skew_clock, start_without_database, lose_standby, partition_all, roll_nodes, kill_all_nodes,
       lose_everything, partition_standby, failover_with_loss, failover_of_a_living_primary, failover_of_a_paused_primary,
       failover_during_a_pause, failover_and_kill, put_dump_back, empty_database, start_twin, move_databases_away, jump_clock]
NAMES = {fault.__name__.replace("_", "-"): fault for fault in ALL}
# One of each kind, for a short look.
SLICE = ["kill-node", "pause-node", "partition-node", "cut-node", "failover", "restart-database", "restart-pooler", "fill-disk",
         "skew-clock", "start-without-database", "lose-standby", "lose-everything", "put-dump-back", "empty-database",
         "start-twin", "move-databases-away", "jump-clock"]

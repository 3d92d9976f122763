import CanonicalJSON
package import ServerLog
import Synchronization
package import SystemIO

/// Notifies a service manager such as systemd of the server's state: ready, reloading, stopping, alive (sd_notify(3)).
package final class Supervisor: Sendable {
    private let socket: SupervisorSocket
    private let beatMilliseconds: Int32?
    private let log: ServerLogger
    private let isStopping = Atomic(false)
    private let heart = Mutex<RepeatingThread?>(nil)

    /// The variables of the service manager.
    package struct Environment: Sendable {
        /// `NOTIFY_SOCKET`: the manager's socket; nil without a manager.
        var socket: String?
        /// `WATCHDOG_USEC`: the longest time between two notifications, in microseconds.
        var watchdogMicroseconds: String?
        /// `WATCHDOG_PID`: the process that must send them.
        var watchdogProcess: String?

        /// Takes the three variables.
        package init(socket: String?, watchdogMicroseconds: String?, watchdogProcess: String?) {
            self.socket = socket
            self.watchdogMicroseconds = watchdogMicroseconds
            self.watchdogProcess = watchdogProcess
        }
    }

    /// Makes the object for the manager's variables; nil without a service manager.
    ///
    /// Throws if the address of its socket has an unknown form, because the service manager would wait for
    /// notifications that never arrive.
    package init?(_ environment: Environment, log: ServerLogger) throws(ServerStartError) {
        guard let text = environment.socket, !text.isEmpty else { return nil }
        guard let socket = SupervisorSocket(text) else {
            throw ServerStartError(
                "NOTIFY_SOCKET is \(text), which is neither a path nor an abstract name", hint: "unset it")
        }
        self.socket = socket
        self.log = log
        let within = SupervisorSocket.watchdogMicroseconds(
            environment.watchdogMicroseconds, process: environment.watchdogProcess)
        // A third of the time, so that one late notification has no effect.
        beatMilliseconds = within.map { Int32(clamping: max(1, $0 / 3000)) }
    }

    /// Notifies that the server is ready, and from now on at an interval that it is alive, as long as all event loops
    /// run.
    package func begin(_ server: RunningServer) throws(Errno) {
        if let beatMilliseconds {
            let heart = try RepeatingThread(everyMilliseconds: beatMilliseconds) {
                // While the server stops, loops no longer answer; stopping has its own time limit.
                if server.haveLoopsRun() || self.isStopping.load(ordering: .relaxed) { self.notify("WATCHDOG=1") }
            }
            self.heart.withLock { $0 = heart }
        }
        notifyReady()
    }

    /// Notifies that the server is ready.
    package func notifyReady() { notify("READY=1") }

    /// Notifies that the configuration is being read again.
    package func notifyReloading() { notify("RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.microseconds)") }

    /// Notifies that the server is stopping.
    package func notifyStopping() {
        isStopping.store(true, ordering: .relaxed)
        notify("STOPPING=1")
    }

    /// Ends the periodic notifications.
    package func end() {
        let heart = heart.withLock { heart in
            defer { heart = nil }
            return heart
        }
        heart?.stop()
    }

    /// A failure is only logged, because the server works without a service manager.
    private func notify(_ lines: String...) {
        do throws(Errno) { try socket.send(lines) } catch {
            log.warning(
                "the service manager was not notified",
                ["lines": .string(lines.joined(separator: " ")), "reason": .string("\(error)")])
        }
    }
}

import CanonicalJSON
package import ServerLog
import Synchronization
package import SystemIO

/// What a service manager such as systemd hears of a server: that it is ready, reloads, stops, and works (sd_notify(3)).
package final class Supervisor: Sendable {
    private let socket: SupervisorSocket
    private let beatMilliseconds: Int32?
    private let log: ServerLog
    private let isStopping = Atomic(false)
    private let heart = Mutex<RepeatingThread?>(nil)

    /// What the process's environment says.
    package struct Environment: Sendable {
        /// `NOTIFY_SOCKET`: where it listens; nil where nobody does.
        package var socket: String?
        /// `WATCHDOG_USEC`: within how many microseconds it wants a sign of life.
        package var watchdogMicroseconds: String?
        /// `WATCHDOG_PID`: the process that shall give it.
        package var watchdogProcess: String?

        /// Takes the three variables.
        package init(socket: String?, watchdogMicroseconds: String?, watchdogProcess: String?) {
            self.socket = socket
            self.watchdogMicroseconds = watchdogMicroseconds
            self.watchdogProcess = watchdogProcess
        }
    }

    /// Nil where no service manager listens; throws where it listens in a way that is not known here, because it would
    /// wait in vain.
    package init?(_ environment: Environment, log: ServerLog) throws(ServerStartError) {
        guard let text = environment.socket, !text.isEmpty else { return nil }
        guard let socket = SupervisorSocket(text) else {
            throw ServerStartError(
                "NOTIFY_SOCKET is \(text), which is neither a path nor an abstract name", hint: "unset it")
        }
        self.socket = socket
        self.log = log
        let within = SupervisorSocket.watchdogMicroseconds(
            environment.watchdogMicroseconds, process: environment.watchdogProcess)
        // A third: a loop that answers just too late for one sign is in time for the next.
        beatMilliseconds = within.map { Int32(clamping: max(1, $0 / 3000)) }
    }

    /// Says that the server is ready; from now on gives signs of life as long as all its event loops do.
    package func begin(_ server: RunningServer) throws(Errno) {
        if let beatMilliseconds {
            let heart = try RepeatingThread(everyMilliseconds: beatMilliseconds) {
                // Stopping has a limit of its own, and loops that have stopped answer no more.
                if server.askLoops() || self.isStopping.load(ordering: .relaxed) { self.tell("WATCHDOG=1") }
            }
            self.heart.withLock { $0 = heart }
        }
        tellReady()
    }

    /// Says that the server serves what it was told last.
    package func tellReady() { tell("READY=1") }

    /// Says that the configuration is being read again.
    package func tellReloading() { tell("RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.microseconds)") }

    /// Says that the server finishes what was begun.
    package func tellStopping() {
        isStopping.store(true, ordering: .relaxed)
        tell("STOPPING=1")
    }

    /// Gives no more signs of life.
    package func end() {
        let heart = heart.withLock { heart in
            defer { heart = nil }
            return heart
        }
        heart?.stop()
    }

    /// A manager that went away is no reason to stop serving.
    private func tell(_ lines: String...) {
        do throws(Errno) { try socket.send(lines) } catch {
            log.warning(
                "the service manager was not told",
                ["lines": .string(lines.joined(separator: " ")), "reason": .string("\(error)")])
        }
    }
}

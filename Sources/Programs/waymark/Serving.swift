#if os(Linux)
import CanonicalJSON
import RouteModel
import RouteServer
import ServerLog
import SystemIO
import WaymarkCommands

/// One run of `waymark serve`: reads the settings, starts the server, handles signals until it stops.
struct Serving {
    private let arguments: Arguments
    private let terminal: Terminal

    init(_ arguments: Arguments, _ terminal: Terminal) {
        self.arguments = arguments
        self.terminal = terminal
    }

    func run() throws(CommandError) -> ExitCode {
        // Done before any other thread exists: threads inherit the signal mask, so only this thread receives signals.
        let signals = try orRefuse { () throws(Errno) in try Signals() }
        let settings = try settings()
        let terminal = terminal
        let sink: LogSink
        do throws(LogFileError) {
            sink = try LogSink(settings.logFile, standardError: terminal.writeError)
        } catch {
            throw CommandError(.negative, error.detail, hint: error.hint)
        }
        let log = ServerLogger(
            settings.logging, clock: { Instant(milliseconds: WallClock.milliseconds) }, write: sink.write)
        for variable in ConfigurationSources.misspellings(terminal) {
            log.warning(
                "a variable of the environment is not a setting",
                ["variable": .string(variable.name), "hint": .string("did you mean \(variable.meant)?")])
        }
        let adminToken = try Self.adminToken(terminal)
        let inherited = try inherited()
        let supervisor = try supervisor(log)
        let server: RunningServer
        do throws(ServerStartError) {
            server = try RunningServer(
                settings, adminToken: adminToken, acceptsHead: arguments.has("--accept-head"), inherited: inherited,
                log: log
            ) { line in
                // A secret is printed only to a terminal, never into a file that collects the standard error.
                if Files.isTerminal(Files.standardError) { terminal.printError(line) }
            }
        } catch {
            throw CommandError(.negative, error.detail, hint: error.hint)
        }
        if let supervisor { try orRefuse { () throws(Errno) in try supervisor.begin(server) } }
        serving: while true {
            switch try orRefuse({ () throws(Errno) in try signals.next() }) {
            case .stop: break serving
            case .reopen: reopen(server, sink, server.logFile)
            case .reload:
                supervisor?.notifyReloading()
                reload(server, sink)
                supervisor?.notifyReady()
            }
        }
        supervisor?.notifyStopping()
        server.stop()
        supervisor?.end()
        return .done
    }

    /// Reloads the configuration; if it is invalid, logs that and keeps the old one.
    private func reload(_ server: RunningServer, _ sink: LogSink) {
        do throws(CommandError) {
            let fresh = try settings()
            reopen(server, sink, fresh.logFile, fresh)
        } catch {
            server.refuseReload(error.message, hint: error.hint ?? "")
        }
    }

    /// Opens the log files again; with settings, applies these meanwhile.
    private func reopen(_ server: RunningServer, _ sink: LogSink, _ path: String?, _ fresh: ServerSettings? = nil) {
        let refusal = sink.use(path)
        if let fresh { server.reload(fresh) } else { server.reopenLogs() }
        if let refusal { server.refuseLogFile(refusal) }
    }

    private func settings() throws(CommandError) -> ServerSettings {
        let sources = try ConfigurationSources(arguments, terminal)
        do throws(ConfigurationError) { return try ServerSettings(sources) } catch { throw CommandError(error) }
    }

    /// The administrator's token of the environment; nil if there is none.
    static func adminToken(_ terminal: Terminal) throws(CommandError) -> String? {
        if let token = terminal.environment("WAYMARK_ADMIN_TOKEN"), !token.isEmpty { return token }
        guard let path = terminal.environment("WAYMARK_ADMIN_TOKEN_FILE"), !path.isEmpty else { return nil }
        let text = String(decoding: try ConfigurationSources.read(path), as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    }

    private func inherited() throws(CommandError) -> [InheritedSocket] {
        let announcement = InheritedSocket.Announcement(
            process: terminal.environment("LISTEN_PID"), count: terminal.environment("LISTEN_FDS"),
            names: terminal.environment("LISTEN_FDNAMES"))
        do throws(InheritedSocket.Refusal) { return try InheritedSocket.take(announcement) } catch {
            throw CommandError(.negative, error.description, hint: "unset LISTEN_FDS, or pass listening sockets")
        }
    }

    private func supervisor(_ log: ServerLogger) throws(CommandError) -> Supervisor? {
        let environment = Supervisor.Environment(
            socket: terminal.environment("NOTIFY_SOCKET"),
            watchdogMicroseconds: terminal.environment("WATCHDOG_USEC"),
            watchdogProcess: terminal.environment("WATCHDOG_PID"))
        do throws(ServerStartError) { return try Supervisor(environment, log: log) } catch {
            throw CommandError(.negative, error.detail, hint: error.hint)
        }
    }

    /// Runs a call; an errno becomes an error of the command.
    private func orRefuse<Value>(_ call: () throws(Errno) -> Value) throws(CommandError) -> Value {
        do throws(Errno) { return try call() } catch {
            throw CommandError(.negative, "a system call failed: \(error)")
        }
    }
}
#endif

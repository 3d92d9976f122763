import AccessControl
import CanonicalJSON
import ConsoleServing
import ControlPlane
package import DataPlane
import HTTPExchange
import HTTPServing
import HTTPWire
import ReleaseStore
import RouteDocuments
import RouteModel
package import ServerLog
import ServerMetrics
import StoreDatabases
import StoreRecords
import Synchronization
package import SystemIO

/// A running server with its listeners.
package final class RunningServer: Sendable {
    /// The settings at the start.
    private let settings: ServerSettings
    /// The current settings, including reloaded ones.
    private let inForce: Mutex<ServerSettings>
    private let store: any RuleStore
    /// Follows a database that is shared with other servers; nil for a file.
    private let node: NodeParts?
    private let maintenance: MaintenanceTasks
    private let backups: ScheduledBackups
    /// The threads of maintenance and of backups, which may wait for a disk, and the thread of reports, which does not.
    private let threads: [RepeatingThread]
    private let readiness: Readiness
    private let proxies: ProxyTrust
    private let sessions: ConsoleSessions?
    private let report: SettingReport
    private let accessLog: AccessLog
    private let http: HTTPServer
    private let log: ServerLogger
    private let clocks: Clocks

    /// Opens the database and the listeners, and serves.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - adminToken: The administrator's token, if the operator set one.
    ///   - acceptsHead: Whether the database may lack a head file that fits it.
    ///   - inherited: Listening sockets that the process inherited.
    ///   - engine: The files that `/v1/engine` serves; tests give others than those that the program was built with.
    ///   - log: The server log.
    ///   - tell: Receives texts that are only for a person at a terminal, such as a new token.
    /// - Throws: The reason why the server did not start; nothing stays open.
    package init(
        _ settings: ServerSettings, adminToken: String?, acceptsHead: Bool = false,
        inherited: [InheritedSocket] = [], engine: EngineFiles = EngineFiles(), log: ServerLogger,
        tell: (String) -> Void
    ) throws(ServerStartError) {
        ProcessMemory.returnLargePiecesAtOnce()
        // Before the database is made: a wrong address leaves nothing behind.
        let listeners = try ListenerPlan(settings, inherited).listeners
        try StartCheck.console(settings)
        let clocks = Clocks.system
        self.settings = settings
        inForce = Mutex(settings)
        self.log = log
        self.clocks = clocks
        let fresh = NewFiles(settings)
        let opened = try Self.open(settings, at: clocks.now(), acceptsHead: acceptsHead, log, fresh)
        let store = opened.store
        self.store = store
        if settings.place.isFile { Backups.removeLeftovers(of: settings.filePrefix) }
        var openedLog: AccessLog?
        let first: FirstAdmin.Outcome
        do {
            if let clock = try opened.shared?.clock() {
                clocks.difference.note(clock.milliseconds - clocks.machine().milliseconds)
            }
            let outcome = try Self.ensureAdmin(settings, opened, given: adminToken, at: clocks.now())
            Self.report(outcome, log, tell)
            let components = try ServerComponents(settings, opened, clocks, log, engine: engine)
            node = components.node
            first = outcome
            sessions = components.sessions
            maintenance = components.maintenance
            maintenance.reportDamage()
            maintenance.writeCheckpoint()
            backups = components.backups
            readiness = components.readiness
            proxies = components.proxies
            report = components.settings
            let accessLog = try AccessLog(
                settings.accessLog, loops: components.loops, proxies: components.proxies, now: clocks.now, log: log)
            self.accessLog = accessLog
            openedLog = accessLog
            let configuration = ServingConfiguration(
                listeners: listeners, loops: components.loops,
                workers: settings.workers, adminWorkers: settings.adminWorkers,
                limits: ServingLimits(settings.limits), answerLog: accessLog, streamSlots: components.streamSlots)
            http = try HTTPServer(configuration, handler: components.handler)
            // Before the first request, so that the first answer of /readyz has a test of the disk.
            readiness.tryWriting()
            threads = try Self.startThreads(
                Self.work(components, accessLog, clocks, hasBackups: settings.backups != nil))
            connect(components)
            do { try http.start() } catch {
                backups.stop()
                components.node?.follower.stop()
                for thread in threads { thread.stop() }
                backups.close()
                throw error
            }
        } catch {
            openedLog?.stop()
            opened.shared?.close()
            store.close()
            fresh.remove()
            throw ServerStartError(error)
        }
        announce()
        if case .made(let secret, _) = first { tellSignIn(secret, tell) }
    }

    /// The addresses that it listens on, public ones first.
    var addresses: [String] { http.addresses.map { Self.text($0.address) } }

    /// Whether every event loop has run since the last call; signals all of them for the next call.
    func haveLoopsRun() -> Bool { http.haveLoopsRun() }

    /// Applies reloadable settings, and logs which settings changed and which ones need a restart.
    package func reload(_ fresh: ServerSettings) {
        log.use(fresh.logging)
        proxies.use(fresh.trustedProxies)
        sessions?.use(fresh.proxySignIn, at: clocks.now())
        http.reviewStreams()
        let hasAccessLog = accessLog.use(fresh.accessLog)
        report.reload(fresh.rows.filter { hasAccessLog || !$0.name.hasPrefix("accessLog") })
        let before = inForce.withLock { settings in
            defer { settings = fresh }
            return settings
        }
        let changed = fresh.names(differingFrom: before) {
            $0.isReloadable && (hasAccessLog || !$0.name.hasPrefix("accessLog"))
        }
        // Compared with the settings at the start, so that each reload logs all settings that need a restart.
        let waiting = fresh.names(differingFrom: settings) { !$0.isReloadable }
        log.info(
            changed.isEmpty ? "configuration reloaded without changes" : "configuration reloaded",
            ["changed": changed.isEmpty ? .null : .string(changed.joined(separator: ", "))])
        guard !waiting.isEmpty else { return }
        log.warning(
            "restart the server to apply these settings",
            ["settings": .string(waiting.joined(separator: ", "))])
    }

    /// The file of the server log in force; nil for standard error.
    package var logFile: String? { inForce.withLock { $0.logFile } }

    /// Opens the access log again; the server log is its owner's.
    package func reopenLogs() {
        _ = accessLog.use(inForce.withLock { $0.accessLog })
        log.info("log files opened again", [:])
    }

    /// Logs that the log file could not be reopened.
    package func refuseLogFile(_ reason: String) {
        log.error(
            "log file not reopened, the old file stays in use",
            ["reason": .string(reason), "hint": "give the server's account the right to write there, then send SIGHUP"])
    }

    /// Logs that a configuration was refused.
    package func refuseReload(_ reason: String, hint: String) {
        log.error(
            "configuration not reloaded, the old settings stay in use",
            ["reason": .string(reason), "hint": hint.isEmpty ? .null : .string(hint)])
    }

    /// Stops the server: readiness fails, answers in progress are sent, the database is closed.
    package func stop() {
        log.info(
            "stopping after unfinished answers are sent",
            ["atMostSeconds": .integer(Int64(settings.limits.stopSeconds))])
        readiness.startDraining()
        http.drain(milliseconds: Int64(settings.limits.stopSeconds) * 1000)
        backups.stop()
        node?.follower.stop()
        for thread in threads { thread.stop() }
        backups.close()
        accessLog.stop()
        maintenance.writeDeferredLines()
        maintenance.recordUses()
        maintenance.recordAdoption()
        maintenance.writeCheckpoint()
        node?.database.close()
        store.close()
        log.info("stopped")
    }

    /// Makes the first administrator's token if there is none.
    private static func ensureAdmin(
        _ settings: ServerSettings, _ opened: OpenedDatabase, given token: String?, at now: Instant
    ) throws -> FirstAdmin.Outcome {
        let admin = FirstAdmin(store: opened.store, filePrefix: settings.filePrefix, given: token)
        // Without the database, the copy has the tokens of a start before.
        let outcome = opened.shared?.isAway == true ? .present : try admin.ensure(at: now)
        // A token that was made now is in the node's copy, too.
        if let shared = opened.shared, !shared.isAway { try shared.copy.bringUp() }
        return outcome
    }

    /// The work that no request starts, each with the milliseconds between two turns.
    private static func work(
        _ components: ServerComponents, _ accessLog: AccessLog, _ clocks: Clocks, hasBackups: Bool
    ) -> [(Int32, @Sendable () -> Void)] {
        let (readiness, maintenance) = (components.readiness, components.maintenance)
        let (backups, slots) = (components.backups, components.dispatcher.slots)
        let second = ServerLimits.maintenanceMilliseconds
        var work: [(Int32, @Sendable () -> Void)] = [
            (second, { readiness.runDiskWork { maintenance.run(atMilliseconds: clocks.milliseconds) } }),
            (
                second,
                {
                    readiness.report()
                    accessLog.report(atMilliseconds: clocks.milliseconds)
                    slots.refuseLate(atMilliseconds: clocks.milliseconds)
                }
            ),
        ]
        if hasBackups { work.append((second, { backups.run() })) }
        if let node = components.node {
            work.append((ServerLimits.hearingMilliseconds, { node.follower.turn() }))
        }
        return work
    }

    /// Starts a thread for each kind of work; if one cannot be started, the others are stopped.
    private static func startThreads(_ kinds: [(Int32, @Sendable () -> Void)]) throws(Errno) -> [RepeatingThread] {
        var threads: [RepeatingThread] = []
        do throws(Errno) {
            for (interval, work) in kinds {
                threads.append(try RepeatingThread(everyMilliseconds: interval, work))
            }
        } catch {
            for thread in threads { thread.stop() }
            throw error
        }
        return threads
    }

    private static func open(
        _ settings: ServerSettings, at now: Instant, acceptsHead: Bool, _ log: ServerLogger, _ fresh: NewFiles
    ) throws(ServerStartError) -> OpenedDatabase {
        do throws(StoreError) {
            return try OpenedDatabase(
                node: settings.place, settings.sharedUse, at: now, acceptsHead: acceptsHead
            ) { notice in
                let values: KeyValuePairs<String, JSONValue> = ["notice": .string(notice.text)]
                if notice.isWarning { log.warning("database", values) } else { log.info("database", values) }
            }
        } catch {
            fresh.remove()
            throw ServerStartError("the database \(settings.place) cannot be opened: \(error.detail)", hint: error.hint)
        }
    }

    private static func report(_ outcome: FirstAdmin.Outcome, _ log: ServerLogger, _ tell: (String) -> Void) {
        switch outcome {
        case .present: break
        case .taken: log.info("the administrator's token was taken from the environment")
        case .made(let secret, let path):
            log.info(
                "an administrator's token was created: use it for waymark login, then keep the file secret or delete it",
                ["file": .string(path)])
            tell("admin token: \(secret.text)")
        }
    }

    /// Tells event streams what has changed, and adds the listeners' counters to the metrics.
    private func connect(_ components: ServerComponents) {
        let (http, accessLog) = (http, accessLog)
        components.snapshots.onStreamChange { change in
            switch change {
            case .moved(let channel):
                http.broadcast(channel.topic, channel.preparedHead.event, number: channel.number)
            case .hidden(let topic): http.endStreams(topic, keepingHeld: true)
            case .deleted(let topic): http.endStreams(topic, keepingHeld: false)
            }
        }
        components.changes.onDelivery { delivery in
            switch delivery {
            case .events(let topic, let number, let bytes): http.broadcast(topic, bytes, number: number)
            case .end(let topic): http.endStreams(topic, keepingHeld: false)
            }
        }
        components.authenticator.onChange { http.reviewStreams() }
        components.operations.addMetrics { text in
            http.statistics.write(into: &text)
            components.node?.status.write(into: &text)
            accessLog.counters.write(into: &text)
        }
    }

    /// Tells a person at the terminal of a first start how to open the console without copying the token.
    private func tellSignIn(_ secret: Secret, _ tell: (String) -> Void) {
        let isAdmin = settings.adminListen != nil
        let port = http.addresses.first { listener in
            (listener.number == IncomingRequest.Listener.admin.rawValue) == isAdmin && listener.address.unixPath == nil
        }?.address.port
        guard let port, let link = sessions?.makeCode(secretHash: secret.hash, at: clocks.now()) else { return }
        tell("console: http://localhost:\(port)/console/#\(link) (signs in once, within ten minutes)")
    }

    private func announce() {
        for warning in settings.warnings { log.warning("settings", ["warning": .string(warning)]) }
        let listeners = http.addresses
        for listener in listeners {
            let purpose = IncomingRequest.Listener(rawValue: listener.number)?.purpose.map { " (\($0))" } ?? ""
            log.announce("listening on \(Self.text(listener.address))\(purpose)")
        }
        let open = listeners.map(\.address).filter { $0.unixPath == nil && !$0.isLoopback }
        guard !settings.isBehindTLS, !open.isEmpty else { return }
        log.warning(
            "other machines can reach an address without TLS, and tokens are sent unencrypted",
            [
                "addresses": .string(open.map(\.description).joined(separator: ", ")),
                "hint": "put a proxy with TLS in front and listen on loopback, or set behindTls to yes",
            ])
    }

    private static func text(_ address: SocketAddress) -> String {
        address.unixPath == nil ? "http://\(address)" : "\(address)"
    }
}

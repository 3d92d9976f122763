import AccessControl
import CanonicalJSON
import ConsoleServing
import ControlPlane
package import ServerLog
import StoreDatabases
import StoreRecords

/// The settings of a server as typed values.
package struct ServerSettings: Sendable {
    /// The public listeners: `HOST:PORT`, `unix:PATH` or `inherited`, separated by commas.
    var listen: String
    /// The control plane's own listeners, if there are any.
    var adminListen: String?
    /// The own listeners of links on the web, if there are any.
    var linkListen: String?
    /// The mode of unix sockets' files (chmod(2)).
    var socketMode: UInt32
    /// Where the database is.
    let place: DatabasePlace
    /// What the names of this node's own files begin with: the path of the database, if it is a file.
    let filePrefix: String
    /// How a database server is used.
    let sharedUse: SharedUse
    /// The name of this server among its like; nil for that of the machine.
    let nodeName: String
    /// Seconds without the database after which tokens count no more.
    let staleAccessSeconds: Int
    /// Scheduled backups; nil for none.
    var backups: BackupSettings?
    /// What is kept of the releases of apps without their own values.
    var retention: RetentionRule
    /// Event loops; 0 means one per processor.
    var loops: Int
    /// Worker threads.
    var workers: Int
    /// Worker threads of administrators.
    var adminWorkers: Int
    /// Proxies whose forwarding fields name the client.
    var trustedProxies: TrustedProxies
    /// Whether TLS ends in front of the server.
    var isBehindTLS: Bool
    /// Sign-in to the console through proxies that know the person; nil for none.
    var proxySignIn: ProxySignIn?
    /// The console for browsers; nil if it is off.
    var console: ConsoleSettings?
    /// Format and level of the server log.
    package var logging: LogSettings
    /// The file for the log; nil is standard error.
    package var logFile: String?
    var accessLog: AccessLogSettings
    /// Limits of connections and times.
    var limits: ConnectionLimits
    /// Newest releases of each app kept in memory.
    var releasesInMemory: Int
    /// Bytes of bodies of these releases, above which idle ones leave memory.
    var releaseBytes: Int
    /// Bytes of older bodies kept in memory.
    var bodyCacheBytes: Int
    /// Bytes of compiled indexes of older releases kept in memory.
    var indexBytes: Int
    /// Wrong tokens that a source may send in a minute.
    var failedAttemptsPerMinute: Int
    /// Expensive requests of callers with a token that run at once; at most half of the workers of either lane.
    var expensiveAtOnce: Int
    /// Expensive requests that a caller may have, running and waiting.
    var expensivePerCaller: Int
    /// Default of new apps for the time between two polls of a client, in seconds.
    var pollInterval: Int
    /// Default of new apps for the longest random delay of a poll, in seconds.
    var pollJitter: Int
    /// The values of all settings by name.
    let values: [String: JSONValue]
    /// Where the values of settings come from that do not have their default, by name.
    private(set) var origins: [String: String] = [:]

    struct ConsoleSettings: Sendable, Hashable {
        /// The folder with its files; nil for those of the program.
        var folder: String?
        /// The names under which it may be used, besides localhost and addresses.
        var hosts: [String]
    }

    /// Limits of connections and times.
    struct ConnectionLimits: Sendable, Hashable {
        /// Open connections at once.
        var connectionsMax: Int
        /// Open connections per source address.
        var connectionsPerAddressMax: Int
        /// Open connections at once on the administrators' own listeners.
        var adminConnectionsMax: Int
        /// Slots for connections that are lent for two seconds.
        var connectionsLent: Int
        /// Open event streams at once.
        var streamsMax: Int
        /// Open event streams per source address.
        var streamsPerAddressMax: Int
        /// Megabytes of large answers in memory.
        var answerMegabytes: Int
        /// Megabytes of request bodies in memory.
        var bodyMegabytes: Int
        /// Megabytes of these for requests without a live token.
        var strangerBodyMegabytes: Int
        /// Seconds for the body of a request without a live token, however fast it arrives.
        var strangerBodySeconds: Int
        /// Seconds for a head to arrive.
        var headSeconds: Int
        /// Seconds within which a request body must arrive.
        var bodySeconds: Int
        /// Seconds that a connection may stay open without a request.
        var idleSeconds: Int
        /// Seconds after which a connection is closed if the client reads nothing.
        var sendSeconds: Int
        /// Kilobytes a second that the client of a backup download must take; 0: no limit.
        var downloadKilobytesPerSecond: Int
        /// Seconds before a stopping server refuses connections.
        var stopDelaySeconds: Int
        /// Seconds that it then waits for unfinished answers.
        var drainSeconds: Int

        /// Seconds that a stop may take.
        var stopSeconds: Int { stopDelaySeconds + drainSeconds }
    }

    /// Backups at an interval.
    struct BackupSettings: Sendable, Hashable {
        var folder: String
        /// Seconds between two backups.
        var everySeconds: Int
        /// Backups that are kept.
        var keep: Int
    }

    /// Reads the sources.
    package init(_ sources: ConfigurationSources) throws(ConfigurationError) {
        let choices = try sources.choices()
        do throws(ConfigurationError) { try self.init(values: choices.mapValues(\.value)) } catch {
            throw error.at(error.setting.flatMap { choices[$0]?.source })
        }
        origins = choices.compactMapValues(\.source)
    }

    /// Converts values that were checked with ``SettingTable``.
    init(values: [String: JSONValue]) throws(ConfigurationError) {
        func text(_ name: String) -> String { values[name]?.stringValue ?? "" }
        func number(_ name: String) -> Int { Int(values[name]?.integerValue ?? 0) }
        // A flag or a variable cannot be null, so an empty text means null.
        func path(_ name: String) -> String? { text(name).isEmpty ? nil : text(name) }
        self.values = values
        listen = text("listen")
        adminListen = values["adminListen"]?.stringValue
        linkListen = values["linkListen"]?.stringValue
        socketMode = try Self.mode(text("socketMode"))
        do throws(StoreError) { place = try DatabasePlace(text("database")) } catch {
            throw ConfigurationError("database: \(error.detail)", hint: error.hint)
        }
        filePrefix = place.filePrefix(in: text("nodeFolder"))
        nodeName = try SettingValues(values).nodeName()
        sharedUse = try SettingValues(values).sharedUse(name: nodeName, stateFile: "\(filePrefix)-state.db")
        staleAccessSeconds = number("staleAccessSeconds")
        guard place.isFile || path("backupFolder") == nil else {
            throw ConfigurationError(
                "backupFolder is for a database that is a file",
                hint: "back up the database server with pg_dump or pg_basebackup")
        }
        backups = path("backupFolder").map {
            BackupSettings(folder: $0, everySeconds: number("backupEvery"), keep: number("backupKeep"))
        }
        loops = number("loops")
        workers = number("workers")
        adminWorkers = number("adminWorkers")
        trustedProxies = try SettingValues(values).proxies("trustedProxies")
        proxySignIn = try SettingValues(values).proxySignIn()
        isBehindTLS = text("behindTls") == "yes"
        let hosts = (values["consoleHosts"]?.arrayValue ?? []).compactMap(\.stringValue)
        if let mistake = ConsoleHosts.mistake(in: hosts) {
            throw ConfigurationError(
                "consoleHosts holds \(mistake), which is not the name of a host",
                hint: "write a name without scheme and port, such as waymark.example.com", of: "consoleHosts")
        }
        console = text("console") == "off" ? nil : ConsoleSettings(folder: path("consoleFolder"), hosts: hosts)
        logging = LogSettings(
            format: LogSettings.Format(rawValue: text("logFormat")) ?? .text,
            level: LogLevel(rawValue: text("logLevel")) ?? .info)
        logFile = path("logFile")
        accessLog = AccessLogSettings(
            path: path("accessLog"),
            format: AccessLogSettings.Format(rawValue: text("accessLogFormat")) ?? .combined)
        limits = ConnectionLimits(
            connectionsMax: number("connectionsMax"), connectionsPerAddressMax: number("connectionsPerAddressMax"),
            adminConnectionsMax: number("adminConnectionsMax"), connectionsLent: number("connectionsLent"),
            streamsMax: number("streamsMax"), streamsPerAddressMax: number("streamsPerAddressMax"),
            answerMegabytes: number("answerMegabytes"), bodyMegabytes: number("bodyMegabytes"),
            strangerBodyMegabytes: number("strangerBodyMegabytes"),
            strangerBodySeconds: number("strangerBodySeconds"),
            headSeconds: number("headSeconds"), bodySeconds: number("bodySeconds"),
            idleSeconds: number("idleSeconds"), sendSeconds: number("sendSeconds"),
            downloadKilobytesPerSecond: number("downloadKilobytesPerSecond"),
            stopDelaySeconds: number("stopDelaySeconds"), drainSeconds: number("drainSeconds"))
        retention = RetentionRule(releases: number("retentionReleases"), days: number("retentionDays"))
        releasesInMemory = number("releasesInMemory")
        releaseBytes = number("releaseMegabytes") << 20
        bodyCacheBytes = number("bodyCacheMegabytes") << 20
        indexBytes = number("indexMegabytes") << 20
        failedAttemptsPerMinute = number("failedAttemptsPerMinute")
        expensiveAtOnce = min(number("expensiveAtOnce"), max(1, min(workers, adminWorkers) / 2))
        expensivePerCaller = number("expensivePerCaller")
        pollInterval = number("pollInterval")
        pollJitter = number("pollJitter")
    }

    /// The names of settings with other values in `others`.
    func names(differingFrom others: ServerSettings, where isWanted: (Setting) -> Bool) -> [String] {
        SettingTable.all.filter { isWanted($0) && values[$0.name] != others.values[$0.name] }.map(\.name)
    }

    private static func mode(_ text: String) throws(ConfigurationError) -> UInt32 {
        guard let mode = UInt32(text, radix: 8), mode <= 0o777, (3...4).contains(text.utf8.count) else {
            throw ConfigurationError(
                "socketMode \(text) is not a file mode", hint: "write octal digits, such as 0660", of: "socketMode")
        }
        return mode
    }

    /// Settings that are allowed and hardly meant, one sentence each.
    var warnings: [String] { SettingValues(values).warnings }

    /// The settings as administrators read them, in the order of the table.
    var rows: [SettingRow] {
        SettingTable.all.map { setting in
            SettingRow(
                setting.name, values[setting.name] ?? .null, source: origins[setting.name],
                isReloadable: setting.isReloadable)
        }
    }
}

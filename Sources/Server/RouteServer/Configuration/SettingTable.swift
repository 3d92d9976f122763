import CanonicalJSON
import StoreRecords

/// Every setting of the server, in the order of the documentation.
package enum SettingTable {
    /// The whole table.
    package static let all: [Setting] = [
        Setting(
            "listen", .text, "127.0.0.1:8080",
            "Addresses that the server listens on, separated by commas: HOST:PORT (port 0 selects a free port), unix:PATH, or inherited for sockets from systemd (inherited:NAME for the ones with that name)."
        ),
        Setting(
            "adminListen", .optionalText, nil,
            "Addresses of a separate listener for the control plane and /metrics; the public listener then answers 404 for them. inherited uses the socket named admin."
        ),
        Setting(
            "linkListen", .optionalText, nil,
            "Addresses of a separate listener for links on the web: it answers requests for the hosts of apps and nothing of the API. Without it, listen answers these hosts, too. inherited uses the socket named links."
        ),
        Setting(
            "socketMode", .text, "0660", "Octal file mode of unix sockets; it decides which accounts may connect."),
        Setting(
            "database", .text, "waymark.db",
            "The SQLite file; its -wal, -shm, -lock, -head and -admin-token files are in the same directory. Or a database of PostgreSQL, as postgresql://USER@HOST/NAME without a password, which libpq takes from its password file or a service file."
        ),
        Setting(
            "nodeFolder", .text, ".",
            "Folder of this server's own files if the database is not a file: the first start writes the administrator's token to waymark-admin-token there."
        ),
        Setting(
            "nodeName", .optionalText, nil,
            "Name of this server among those that share a database server; null takes the name of the machine. No two may have the same."
        ),
        Setting(
            "databaseListen", .optionalText, nil,
            "Direct URI of the database server if database is the URI of a pooler: notifications of changes come on it. null uses database."
        ),
        Setting(
            "databasePooled", .words(["no", "yes"]), "no",
            "Whether database leads to a pooler that gives each transaction another connection, such as pgbouncer in transaction mode: then the server prepares no statements and keeps no locks between transactions, and without databaseListen it asks for changes four times a second."
        ),
        Setting(
            "staleAccessSeconds", .integer(1...86_400), 300,
            "Seconds after which a server that cannot reach its database server answers 503 to requests that need a token, because tokens may have been revoked; a database that is a file needs no such limit."
        ),
        Setting(
            "backupFolder", .optionalText, nil,
            "Folder for backups that the server makes and verifies itself; it should be on another disk. null makes none."
        ),
        Setting(
            "backupEvery", .integer(60...2_678_400), 86_400,
            "Seconds between two of these backups; one that is due when the server starts is made at once."),
        Setting(
            "backupKeep", .integer(1...1000), 14,
            "Number of these backups that are kept; older ones of this database are removed after a new one was verified."
        ),
        Setting(
            "retentionReleases", .integer(RetentionRule.releasesRange), 100,
            "Newest releases of each app whose bytes are kept; older ones are removed if no channel points at them. An app can have its own number."
        ),
        Setting(
            "retentionDays", .integer(RetentionRule.daysRange), 90,
            "Days for which the bytes of a release are kept after it was made, or after a channel last pointed at it. An app can have its own number."
        ),
        Setting("loops", .integer(0...256), 0, "Number of event loops; 0 means one per processor."),
        Setting(
            "workers", .integer(1...64), 16,
            "Number of threads that run requests which event loops do not answer themselves; administrators have adminWorkers."
        ),
        Setting(
            "adminWorkers", .integer(1...64), 16,
            "Number of threads for administrators alone: for requests on adminListen or, without it, for requests with a live token. Writes that wait for the disk at the same time share one flush."
        ),
        Setting(
            "trustedProxies", .list, [], reloadable: true,
            "Proxies whose Forwarded and X-Forwarded-For fields name the client: addresses or CIDR ranges, or unix for the peers on unix sockets."
        ),
        Setting(
            "behindTls", .words(["no", "yes"]), "no",
            "Whether TLS ends in front of the server, at a proxy that other machines use; yes ends the warning at start about addresses that are not loopback."
        ),
        Setting(
            "console", .words(["on", "off"]), "on",
            "Whether /console/ has the console for browsers, and / leads there; on adminListen if there is one, never on the public listener beside it."
        ),
        Setting(
            "consoleFolder", .optionalText, nil,
            "Folder with the console's files, read at each request, for people who change them; null serves the files in the program."
        ),
        Setting(
            "consoleHosts", .list, [],
            "Names under which browsers may use the console, such as waymark.example.com; localhost and addresses always may."
        ),
        Setting(
            "signInProxies", .list, [], reloadable: true,
            "Proxies that know who uses the console: addresses or CIDR ranges, or unix for the peers on unix sockets. Each can sign in as anyone, so this is a list of its own, and needs adminListen."
        ),
        Setting(
            "signInHeader", .text, "Remote-User", reloadable: true,
            "Field in which signInProxies name the person; it counts at POST /console/session alone, gives a session of an hour, and is refused if it comes twice."
        ),
        Setting(
            "signInGroupsHeader", .text, "Remote-Groups", reloadable: true,
            "Field in which signInProxies name the groups of the person, separated by commas; one with commas stands in double quotes."
        ),
        Setting(
            "signInGroups", .list, [], reloadable: true,
            "What groups may do: GROUP=ROLE for all apps, or GROUP=ROLE:APP+APP; * is every person. A person of several groups has the highest role, for the apps of the groups with that role."
        ),
        Setting(
            "logFormat", .words(["text", "json"]), "text", reloadable: true,
            "Format of the server log: text for people, json for programs."),
        Setting(
            "logLevel", .words(["debug", "info", "warning", "error"]), "info", reloadable: true,
            "Lowest level of the lines that are written."),
        Setting(
            "logFile", .optionalText, nil, reloadable: true,
            "File of the server log; null writes to standard error, which systemd and containers collect. SIGHUP opens the file again."
        ),
        Setting(
            "accessLog", .optionalText, nil, reloadable: true,
            "File of the access log, one line for each answer; - is standard output, null is no access log. SIGHUP opens the file again."
        ),
        Setting(
            "accessLogFormat", .words(["combined", "json"]), "combined", reloadable: true,
            "Format of the access log: combined as in nginx and Apache, followed by more fields, or json for one JSON object a line."
        ),
        Setting("connectionsMax", .integer(16...1_000_000), 16_384, "Maximum number of open connections."),
        Setting(
            "connectionsPerAddressMax", .integer(1...1_000_000), 4096,
            "Maximum number of open connections from one source address; all clients behind a proxy share its address."),
        Setting(
            "adminConnectionsMax", .integer(16...100_000), 1024,
            "Maximum number of open connections on adminListen, besides connectionsMax; at most a quarter of the file descriptors."
        ),
        Setting(
            "connectionsLent", .integer(0...100_000), 64,
            "Number of the last places for connections, in all and from one address (at most a quarter of them), which a connection loses after 2 seconds unless a request with a live token arrives on it."
        ),
        Setting(
            "streamsMax", .integer(0...1_000_000), 8192,
            "Maximum number of open event streams, which use connections (connectionsMax); more get 503, and their clients poll."
        ),
        Setting(
            "streamsPerAddressMax", .integer(1...1_000_000), 2048,
            "Maximum number of open event streams from one source address; more get 429. With trustedProxies the address is the client's, not the proxy's."
        ),
        Setting(
            "bodyMegabytes", .integer(64...65_536), 192,
            "Megabytes of request bodies that arrive or wait for a worker, for administrators and for others each."),
        Setting(
            "answerMegabytes", .integer(1...65_536), 16,
            "Megabytes of large answers that clients have not read yet, for administrators and for others each. Without room, the token or client address that holds most loses its oldest one."
        ),
        Setting(
            "strangerBodyMegabytes", .integer(1...65_536), 64,
            "Megabytes of bodyMegabytes that requests without a live token may use."),
        Setting(
            "strangerBodySeconds", .integer(1...86_400), 30,
            "Seconds within which the body of a request without a live token must arrive, however fast it arrives."),
        Setting("headSeconds", .integer(1...3600), 10, "Seconds within which a request's head must arrive."),
        Setting("bodySeconds", .integer(1...86_400), 60, "Seconds within which a request's body must arrive."),
        Setting("idleSeconds", .integer(1...86_400), 75, "Seconds that a connection may stay open without a request."),
        Setting(
            "sendSeconds", .integer(1...86_400), 60,
            "Seconds after which a connection is closed if the client reads nothing of its answer."),
        Setting(
            "downloadKilobytesPerSecond", .integer(0...65_536), 16,
            "Kilobytes a second that the client of a backup download must take; one that falls two minutes behind this rate is closed. 0 sets no limit."
        ),
        Setting(
            "stopDelaySeconds", .integer(0...3600), 0,
            "Seconds for which a server that is told to stop goes on as before, except that /readyz is 503: as long as the balancers in front need to notice. Then it refuses connections and ends event streams. 0 accepts connections until none has come for a tenth of a second, for a second at most."
        ),
        Setting(
            "drainSeconds", .integer(0...3600), 20,
            "Maximum seconds that a stopping server waits for unfinished answers, after stopDelaySeconds; it ends event streams in this time, 500 a second or faster."
        ),
        Setting(
            "releasesInMemory", .integer(1...1000), 4,
            "Number of newest releases of each app in memory, besides those that channels point at."),
        Setting(
            "releaseMegabytes", .integer(0...65_536), 128,
            "Megabytes of memory for bodies of these releases. Above it, bodies that no client asked for in the last ten minutes leave memory, and a start leaves bodies in the database; the next client that asks gets them from there."
        ),
        Setting(
            "bodyCacheMegabytes", .integer(1...65_536), 64,
            "Megabytes of memory for bodies of older releases, which are loaded when a client requests them."),
        Setting(
            "indexMegabytes", .integer(1...65_536), 128,
            "Megabytes of memory for compiled indexes of older releases that resolve is asked about; releases that channels point at have twice as much besides."
        ),
        Setting(
            "failedAttemptsPerMinute", .integer(1...10_000), 20,
            "Wrong tokens that one source address may send in a minute; after that it gets 429."),
        Setting(
            "expensiveAtOnce", .integer(1...32), 4,
            "Checks, comparisons, imports, explanations, backups and publishes that run at once, and at most half of workers and of adminWorkers; the others wait without a thread. Callers without a token have half as many, apart from these. Each holds a draft in several forms, about 300 MB for 100,000 rules."
        ),
        Setting(
            "expensivePerCaller", .integer(1...1000), 8,
            "Checks, comparisons, imports, explanations and backups that one token, or one source address without a token, may have at once, running and waiting; after that it gets 429."
        ),
        Setting(
            "pollInterval", .integer(1...86_400), 60,
            "Seconds between polls of a client; the default for new apps."),
        Setting(
            "pollJitter", .integer(0...86_400), 15,
            "Maximum random delay in seconds added to each poll; the default for new apps."),
    ]

    /// The setting with this name, or nil if there is none.
    static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    /// The table of settings as Markdown: name, flag, variable, default, meaning.
    static var markdown: String {
        let head = "| setting | flag | variable | default | meaning |\n|---|---|---|---|---|\n"
        return head
            + all.map { setting in
                let reload = setting.isReloadable ? " Reloaded by SIGHUP." : ""
                let cells = [setting.name, setting.flag, setting.variable, setting.fallback.text].map { "`\($0)`" }
                return "| \(cells.joined(separator: " | ")) | \(setting.meaning)\(reload) |\n"
            }.joined()
    }

    /// The text of `Config/settings.md`: the sources of settings, and the table.
    static var document: String {
        """
        # Settings

        The server reads each setting from the flags of `waymark serve`; if there is no flag, from the `WAYMARK_*` variables; if
        there is no variable, from the configuration file (`--config FILE`, JSON; an unknown name is an error). `waymark.json`, in
        the sources `Config/deploy/waymark.json`, holds every default. `WAYMARK_ADMIN_TOKEN` or `WAYMARK_ADMIN_TOKEN_FILE` sets the
        administrator's token; without them the first start creates one and writes it to `<database>-admin-token`, mode 0600.

        \(markdown)
        """
    }
}

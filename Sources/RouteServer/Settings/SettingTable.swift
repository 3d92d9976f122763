import CanonicalJSON

/// Every setting of the server, in the order of the documentation.
package enum SettingTable {
    /// The whole table.
    package static let all: [Setting] = [
        Setting(
            "listen", .text, "127.0.0.1:8080",
            "Where clients come: HOST:PORT (port 0 takes a free one), unix:PATH, or inherited for sockets given by systemd (inherited:NAME for one of them); several with commas between."
        ),
        Setting(
            "adminListen", .optionalText, nil,
            "The same for a listener of its own for the control plane and /metrics; the public one answers 404 for them then. inherited takes the socket named admin."
        ),
        Setting(
            "socketMode", .text, "0660", "Who may connect to unix sockets, as the octal mode of their files."),
        Setting(
            "database", .text, "waymark.db",
            "The SQLite file; -wal, -shm, -lock and -admin-token files stand beside it."),
        Setting("loops", .integer(0...256), 0, "Event loops; 0 makes one per processor."),
        Setting(
            "workers", .integer(1...64), 16,
            "Threads that run control-plane requests; writes that wait for the disk at once share one flush."),
        Setting(
            "trustedProxies", .list, [], reloadable: true,
            "Addresses or CIDR ranges, or unix for the peers on unix sockets, whose Forwarded and X-Forwarded-For fields are believed."
        ),
        Setting("logFormat", .words(["text", "json"]), "text", reloadable: true, "Lines for people or for machines."),
        Setting(
            "logLevel", .words(["debug", "info", "warning", "error"]), "info", reloadable: true,
            "The least important lines that are written."),
        Setting(
            "logFile", .optionalText, nil, reloadable: true,
            "The file for these lines instead of standard error, which systemd and containers collect; SIGHUP opens it anew."
        ),
        Setting(
            "accessLog", .optionalText, nil, reloadable: true,
            "The file for a line for each answer, - for standard output, null for none; SIGHUP opens it anew."),
        Setting(
            "accessLogFormat", .words(["combined", "json"]), "combined", reloadable: true,
            "Lines as nginx and Apache write them, with more behind, or JSON objects."),
        Setting("connectionsMax", .integer(16...1_000_000), 16_384, "Open connections at once."),
        Setting(
            "connectionsPerAddressMax", .integer(1...1_000_000), 4096,
            "Open connections of one source address; proxies share one."),
        Setting("headSeconds", .integer(1...3600), 10, "Time for a request's head to arrive."),
        Setting("bodySeconds", .integer(1...86_400), 60, "Time for a request's body to arrive."),
        Setting("idleSeconds", .integer(1...86_400), 75, "How long a connection may wait for its next request."),
        Setting("sendSeconds", .integer(1...86_400), 60, "How long a reader may take nothing of an answer."),
        Setting("drainSeconds", .integer(0...3600), 20, "How long a stopping server waits for answers under way."),
        Setting(
            "releasesInMemory", .integer(1...1000), 4,
            "Newest releases of each app kept in memory beside the channels'."),
        Setting(
            "bodyCacheMegabytes", .integer(1...65_536), 64, "Older bodies kept in memory once somebody asked for them."),
        Setting(
            "failedAttemptsPerMinute", .integer(1...10_000), 20,
            "Wrong tokens that one source address may send in a minute before it gets 429."),
        Setting(
            "pollInterval", .integer(1...86_400), 60,
            "Seconds between polls of clients, for new apps."),
        Setting(
            "pollJitter", .integer(0...86_400), 15, "Seconds of random delay on top, for new apps."),
    ]

    /// The setting with a name; nil where there is none.
    package static func named(_ name: String) -> Setting? { all.first { $0.name == name } }

    /// The table for the documentation: name, flag, variable, default, meaning; Markdown.
    package static var markdown: String {
        let head = "| setting | flag | variable | default | meaning |\n|---|---|---|---|---|\n"
        return head
            + all.map { setting in
                let reload = setting.isReloadable ? " Reloaded by SIGHUP." : ""
                let cells = [setting.name, setting.flag, setting.variable, setting.fallback.text].map { "`\($0)`" }
                return "| \(cells.joined(separator: " | ")) | \(setting.meaning)\(reload) |\n"
            }.joined()
    }

    /// `Config/settings.md`: how settings are given, and the table.
    package static var document: String {
        """
        # Settings

        Settings come from flags of `waymark serve`, then from `WAYMARK_*` variables, then from the configuration file
        (`--config FILE`, JSON; an unknown name is an error). `waymark.json` beside this page holds every default.
        `WAYMARK_ADMIN_TOKEN` or `WAYMARK_ADMIN_TOKEN_FILE` gives the administrator's token; without them the first start
        writes one to `<database>-admin-token`, mode 0600.

        \(markdown)
        """
    }

    /// The configuration file with every setting at its default, in table order.
    package static var defaultFile: String {
        let lines = all.map { "  \"\($0.name)\": \($0.fallback.text)" }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }
}

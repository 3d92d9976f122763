import CanonicalJSON
import RouteDocuments
import RouteModel
import SQLKit
import StoreRecords

/// The manifests of one app's builds.
///
/// Each is stored twice: as JSON, for lists, and as a row for each screen, so that a check reads only the screens that
/// its rules name.
struct ScreenRows {
    let session: StoreSession
    /// The number of the app.
    let app: Int

    init(_ session: StoreSession, of app: String) throws(StoreError) {
        self.session = session
        self.app = try session.appID(app)
    }

    /// A page of the manifests, by platform and version; it ends soon after ``StatementLimits/screensPageBytes``.
    func page(after build: ScreenTable.Build?, limit: Int) throws(StoreError) -> ScreensPage {
        var (rows, byteCount, last) = ([ScreensRecord](), 0, build)
        while rows.count <= limit, byteCount < StatementLimits.screensPageBytes {
            // One row more than the page has shows whether there are more.
            let wanted = min(StatementLimits.screensBatchRows, limit + 1 - rows.count)
            let batch = try manifests(after: last, limit: wanted)
            rows += batch
            byteCount += batch.reduce(0) { $0 + $1.json.count }
            last = batch.last.map { ScreenTable.Build(platform: $0.platform, version: $0.version) }
            if batch.count < wanted { return ScreensPage(rows: rows, hasMore: false) }
        }
        return ScreensPage(rows: Array(rows.prefix(limit)), hasMore: true)
    }

    private func manifests(after build: ScreenTable.Build?, limit: Int) throws(StoreError) -> [ScreensRecord] {
        try session.all(
            """
            \(Self.selection)
            WHERE app_id = ?1 AND (platform, version) > (?2, ?3) ORDER BY platform, version LIMIT ?4
            """,
            [.integer(app), .text(build?.platform ?? ""), .text(build?.version ?? ""), .integer(limit)]
        ) { row in Self.record(row) }
    }

    private static let selection = "SELECT platform, version, revision, json, changed_at FROM screens"

    private static func record(_ row: borrowing SQLRow) -> ScreensRecord {
        ScreensRecord(
            platform: row.text(0), version: row.text(1), revision: row.integer(2), json: row.bytes(3),
            changedAt: row.instant(4))
    }

    /// What the builds have of some screens, and which hosts they declare if that is asked for.
    func table(naming names: @autoclosure () -> [String], withHosts: Bool) throws(StoreError) -> ScreenTable {
        let builds = try session.all(
            "SELECT platform, version FROM screens WHERE app_id = ?1 ORDER BY platform, version", [.integer(app)]
        ) { row in ScreenTable.Build(platform: row.text(0), version: row.text(1)) }
        guard !builds.isEmpty else { return ScreenTable() }
        let positions = Dictionary(builds.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        var table = ScreenTable(builds: builds)
        for name in names() { table.needs[Array(name.utf8)] = try needs(name, positions) }
        if withHosts { table.hosts = try hosts(positions) }
        return table
    }

    /// The hosts that builds declare, by the position of the build.
    ///
    /// Canonical JSON has `hosts` before `screens`, so that manifests without it are not read.
    private func hosts(
        _ positions: [ScreenTable.Build: Int]
    ) throws(StoreError) -> [Int: [String: [String]]] {
        let start = #"{"hosts":"#
        var hosts: [Int: [String: [String]]] = [:]
        try session.forEach(
            "SELECT platform, version, json FROM screens WHERE app_id = ?1 AND substr(json, 1, ?2) = ?3",
            [.integer(app), .integer(start.utf8.count), .text(start)]
        ) { row in
            let (platform, version) = (row.text(0), row.text(1))
            guard let position = positions[ScreenTable.Build(platform: platform, version: version)] else { return }
            hosts[position] = DraftDecoder.screens(row.bytes(2), platform: platform, version: version).value?.hosts
        }
        return hosts
    }

    /// What the builds need for a screen.
    private func needs(
        _ name: String, _ positions: [ScreenTable.Build: Int]
    ) throws(StoreError) -> [ScreenTable.Need] {
        let key: [SQLValue] = [.integer(app), .text(name)]
        let common = try session.first(
            """
            SELECT count(*), min(parameters), min(parameters) = max(parameters) FROM screen_needs
            WHERE app_id = ?1 AND name = ?2
            """, key
        ) { row in (count: row.integer(0), parameters: row.optionalText(1), isOne: row.integer(2) == 1) }
        guard let common, let parameters = common.parameters else { return [] }
        if common.isOne, common.count == positions.count {
            return [ScreenTable.Need(parameters: try Self.parameters(parameters), builds: nil)]
        }
        var builds: [[UInt8]: [Int]] = [:]
        try session.forEach(
            "SELECT platform, version, parameters FROM screen_needs WHERE app_id = ?1 AND name = ?2", key
        ) { row in
            guard let position = positions[ScreenTable.Build(platform: row.text(0), version: row.text(1))] else {
                return
            }
            builds[row.bytes(2), default: []].append(position)
        }
        return try builds.map { parameters, builds throws(StoreError) in
            ScreenTable.Need(
                parameters: try Self.parameters(String(decoding: parameters, as: UTF8.self)), builds: builds.sorted())
        }
    }

    /// The manifest of a build; nil if there is none.
    func find(platform: String, version: String) throws(StoreError) -> ScreensRecord? {
        try session.first(
            "\(Self.selection) WHERE app_id = ?1 AND platform = ?2 AND version = ?3", key(platform, version)
        ) { row in Self.record(row) }
    }

    /// Stores a manifest, whose record is `after`, over the one before.
    func put(_ manifest: ScreenManifest, _ after: ScreensRecord, over before: [UInt8]?) throws(StoreError) {
        let key = key(manifest.platform, manifest.version)
        try session.run(
            """
            INSERT INTO screens (app_id, platform, version, json, changed_at, revision)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (app_id, platform, version) DO UPDATE SET json = excluded.json,
                changed_at = excluded.changed_at, revision = excluded.revision
            """, key + [.utf8(after.json), .instant(after.changedAt), .integer(after.revision)])
        try replaceNeeds(key, before: before, after: manifest.screens)
    }

    /// Deletes a build's manifest, whose JSON is `before`.
    func delete(platform: String, version: String, _ before: [UInt8]) throws(StoreError) {
        let key = key(platform, version)
        try replaceNeeds(key, before: before, after: [:])
        try session.run("DELETE FROM screens WHERE app_id = ?1 AND platform = ?2 AND version = ?3", key)
    }

    private func key(_ platform: String, _ version: String) -> [SQLValue] {
        [.integer(app), .text(platform), .text(version)]
    }

    /// Writes the rows of the screens in which a build's manifest differs from the one before.
    private func replaceNeeds(
        _ build: [SQLValue], before: [UInt8]?, after: [String: [String]]
    ) throws(StoreError) {
        let old = before.map { DraftDecoder.screens($0, platform: "", version: "").value?.screens ?? [:] } ?? [:]
        for name in old.keys where ExactText.value(of: name, in: after) == nil {
            try session.run(
                "DELETE FROM screen_needs WHERE app_id = ?1 AND platform = ?2 AND version = ?3 AND name = ?4",
                build + [.text(name)])
        }
        for (name, parameters) in after {
            if let same = ExactText.value(of: name, in: old), ExactText.isSame(same, parameters) { continue }
            try session.run(
                """
                INSERT INTO screen_needs (app_id, platform, version, name, parameters) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (app_id, name, platform, version) DO UPDATE SET parameters = excluded.parameters
                """, build + [.text(name), .utf8(JSONValue.array(parameters.map(JSONValue.string)).canonicalBytes)])
        }
    }

    private static func parameters(_ json: String) throws(StoreError) -> [String] {
        guard let list = try? JSONValue(parsing: Array(json.utf8)).arrayValue else {
            throw StoreError(
                .corrupt, "The stored parameters of a screen cannot be read.",
                hint: "Restore the latest backup; keep the damaged file for analysis.")
        }
        return list.compactMap(\.stringValue)
    }
}

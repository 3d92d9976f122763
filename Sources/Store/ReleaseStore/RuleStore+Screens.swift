import CanonicalJSON
package import RouteDocuments
package import RouteModel
import SQLKit
package import StoreRecords

extension RuleStore {
    /// The app's test addresses.
    package func expectations(_ app: String) throws(StoreError) -> ExpectationsRecord {
        try read { session in try session.expectations(app) }
    }

    /// Replaces the app's test addresses.
    package func replaceExpectations(
        _ app: String, _ json: [UInt8], if precondition: Precondition, by: Principal, at: Instant
    ) throws(StoreError) -> ExpectationsRecord {
        try write { session in
            let before = try session.expectations(app)
            try precondition.verify("The list of expectations of \(app)", current: before.revision)
            let after = ExpectationsRecord(revision: before.revision + 1, json: json)
            try session.run(
                """
                INSERT INTO expectations (app_id, revision, json, changed_at) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (app_id) DO UPDATE SET revision = excluded.revision, json = excluded.json,
                    changed_at = excluded.changed_at
                """,
                [.integer(try session.appID(app)), .integer(after.revision), .utf8(json), .instant(at)])
            try session.audit(
                .expectationsReplace, app: app, before: AuditText.expectations(before),
                after: AuditText.expectations(after),
                change: try AuditChange(.expectations, before: before.json, after: json), Stamp(by: by, at: at))
            return after
        }
    }

    /// A page of an app's manifests, by platform and version; it ends soon after ``StatementLimits/screensPageBytes``.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - build: The build behind which the page begins; nil for the first page.
    ///   - limit: The most rows, at most ``StoreLimits/pageRowsMax``.
    /// - Returns: The page.
    /// - Throws: `notFound`.
    package func screens(
        _ app: String, after build: ScreenTable.Build? = nil, limit: Int = StoreLimits.pageRowsMax
    ) throws(StoreError) -> ScreensPage {
        try read { session in
            try ScreenRows(session, of: app).page(after: build, limit: max(1, min(limit, StoreLimits.pageRowsMax)))
        }
    }

    /// What the builds of an app have of some screens.
    ///
    /// It reads the names of the builds, and for each screen one row, or one row for each build where the builds differ.
    /// The names are asked for only if the app has builds: to list those of a large draft takes a while. It reads no
    /// manifest, unless the hosts are asked for: then those that declare hosts.
    package func screens(
        _ app: String, naming names: @autoclosure () -> [String], withHosts: Bool = false
    ) throws(StoreError) -> ScreenTable {
        try read { session in try ScreenRows(session, of: app).table(naming: names(), withHosts: withHosts) }
    }

    /// The manifest of one build; nil if there is none, `notFound` if there is no such app.
    package func findScreens(
        _ app: String, platform: String, version: String
    ) throws(StoreError) -> ScreensRecord? {
        try read { session in try ScreenRows(session, of: app).find(platform: platform, version: version) }
    }

    /// Stores the manifest of one build.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - manifest: The screens, and the build.
    ///   - precondition: The revision that the stored manifest must have; 0 for none.
    ///   - by: The author.
    ///   - at: The present instant.
    /// - Returns: The stored manifest.
    /// - Throws: `notFound` for the app, `revisionMismatch`, and the errors of writing to the database.
    package func putScreens(
        _ app: String, _ manifest: ScreenManifest, if precondition: Precondition = .any, by: Principal, at: Instant
    ) throws(StoreError) -> ScreensRecord {
        let json = manifest.json.canonicalBytes
        let (platform, version) = (manifest.platform, manifest.version)
        return try write { session in
            let rows = try ScreenRows(session, of: app)
            let before = try rows.find(platform: platform, version: version)
            try precondition.verify("The manifest of \(platform) \(version)", current: before?.revision ?? 0)
            let after = ScreensRecord(
                platform: platform, version: version, revision: try session.head().sequence + 1, json: json,
                changedAt: at)
            try rows.put(manifest, after, over: before?.json)
            try session.audit(
                .screensReplace, app: app,
                before: before.map { AuditText.screens($0.json, platform: platform, version: version) },
                after: AuditText.screens(json, platform: platform, version: version),
                change: try AuditChange(.screens, before: before?.json, after: json), Stamp(by: by, at: at))
            return after
        }
    }

    /// Deletes the manifest of one build, if it has the revision of the precondition; throws `notFound`, `revisionMismatch`.
    package func deleteScreens(
        _ app: String, platform: String, version: String, if precondition: Precondition = .any, by: Principal,
        at: Instant
    ) throws(StoreError) {
        try write { session in
            let rows = try ScreenRows(session, of: app)
            guard let before = try rows.find(platform: platform, version: version) else {
                throw StoreError.notFound(
                    .screens, "manifest of \(platform) \(version)", hint: "List them with GET …/screens.")
            }
            try precondition.verify("The manifest of \(platform) \(version)", current: before.revision)
            try rows.delete(platform: platform, version: version, before.json)
            try session.audit(
                .screensDelete, app: app,
                before: AuditText.screens(before.json, platform: platform, version: version), after: nil,
                change: try AuditChange(.screens, before: before.json, after: nil), Stamp(by: by, at: at))
        }
    }
}

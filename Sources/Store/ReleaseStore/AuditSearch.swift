import CanonicalJSON
import SQLKit
import StoreRecords

/// A search for one page of the audit.
///
/// Rows are always in the order of their sequence, so that a cursor stays valid whatever is added. One index gives the
/// candidates in that order: that of the filter that usually passes the fewest rows. The other filters are tested on
/// each candidate, of which a page looks at ``StoreLimits/auditScanRowsMax`` at most.
struct AuditSearch {
    let session: StoreSession
    let query: AuditQuery

    /// The index that gives the candidates.
    private struct Source {
        /// The table, named `s`.
        let table: String
        /// The condition on its key, which is in the parameters 1 and 2.
        let condition: String
        let key: [SQLValue]
        /// Whether the search has filters besides this one.
        var isFiltered = true
    }

    /// The page.
    func page() throws(StoreError) -> AuditPage {
        guard var window = try window() else { return AuditPage(rows: [], next: nil) }
        let actor = try actor()
        let source = source(actor)
        let border = try source.isFiltered ? border(of: source, window) : nil
        if let border { window = query.isOldestFirst ? window.lowerBound...border : border...window.upperBound }
        let limit = max(1, min(query.limit, StoreLimits.pageRowsMax))
        var rows: [AuditRecord] = []
        var byteCount = 0
        while true {
            let wanted = min(StatementLimits.auditBatchRows, limit + 1 - rows.count)
            let batch = try self.rows(of: source, actor, window, limit: wanted)
            for record in batch {
                byteCount += (record.before?.count ?? 0) + (record.after?.count ?? 0)
                let isTooLong = byteCount > StoreLimits.auditPageBytes && !rows.isEmpty
                if isTooLong || rows.count == limit { return AuditPage(rows: rows, next: rows.last?.sequence) }
                rows.append(record)
            }
            guard batch.count == wanted, let rest = rest(of: window, behind: rows.last?.sequence) else { break }
            window = rest
        }
        // Behind the border there are candidates that no page has looked at.
        return AuditPage(rows: rows, next: border)
    }

    // MARK: Which rows

    /// The sequences between the cursors that can have the wanted instants; nil if there are none.
    private func window() throws(StoreError) -> ClosedRange<Int>? {
        var low = max(0, query.after ?? 0) + 1
        var high = min(query.before ?? .max, .max - 1) - 1
        if query.from != nil || query.to != nil {
            // Spans of 1,024 rows: those before the first and behind the last of these are not looked at.
            let spans = try session.first(
                """
                SELECT min(number), max(number) FROM audit_spans
                WHERE (CAST(?1 AS BIGINT) IS NULL OR at_max >= ?1) AND (CAST(?2 AS BIGINT) IS NULL OR at_min < ?2)
                """, [.optional(query.from), .optional(query.to)]
            ) { row in row.isNull(0) ? nil : row.integer(0) * Self.spanRows...(row.integer(1) + 1) * Self.spanRows - 1 }
            guard let spans, let spans else { return nil }
            low = max(low, spans.lowerBound)
            high = min(high, spans.upperBound)
        }
        return low <= high ? low...high : nil
    }

    /// Rows of a span of `audit_spans`, which the schema's trigger divides by.
    private static let spanRows = 1024

    /// The rest of a window behind a row; nil if there is none.
    private func rest(of window: ClosedRange<Int>, behind last: Int?) -> ClosedRange<Int>? {
        guard let last else { return nil }
        if query.isOldestFirst { return last < window.upperBound ? last + 1...window.upperBound : nil }
        return last > window.lowerBound ? window.lowerBound...last - 1 : nil
    }

    /// The last candidate that the page looks at; nil if it looks at all of them.
    private func border(of source: Source, _ window: ClosedRange<Int>) throws(StoreError) -> Int? {
        let candidates = """
            SELECT s.sequence FROM \(source.table) WHERE \(source.condition) AND s.sequence BETWEEN ?3 AND ?4
            ORDER BY s.sequence \(order) LIMIT 2 OFFSET ?5
            """
        let values =
            source.key + [
                .integer(window.lowerBound), .integer(window.upperBound), .integer(StoreLimits.auditScanRowsMax - 1),
            ]
        let found = try session.all(candidates, values) { row in row.integer(0) }
        return found.count == 2 ? found[0] : nil
    }

    private var order: String { query.isOldestFirst ? "ASC" : "DESC" }

    /// The only app whose rows are wanted, if there is one.
    private var app: String? {
        if let app = query.app { return app }
        if case .only(let apps) = query.scope, apps.count == 1 { return apps.first }
        return nil
    }

    /// Whether the actor is the id of a token or a name.
    private func actor() throws(StoreError) -> (id: String?, name: String?) {
        guard let actor = query.actor else { return (nil, nil) }
        let isID = try session.first("SELECT 1 FROM audit WHERE principal_id = ?1 LIMIT 1", [.text(actor)]) { _ in true
        }
        return isID == true ? (actor, nil) : (nil, actor)
    }

    // MARK: Statements

    private func source(_ actor: (id: String?, name: String?)) -> Source {
        func indexed(_ index: String, _ column: String, _ key: String) -> Source {
            Source(
                table: session.dialect.table("audit", as: "s", by: index),
                condition: "s.\(column) = ?1 AND CAST(?2 AS TEXT) IS NULL", key: [.text(key), .null])
        }
        var source: Source
        if let app, let rule = query.rule {
            source = Source(
                table: "audit_rules s", condition: "s.app = ?1 AND s.rule = ?2", key: [.text(app), .text(rule)])
        } else if let app {
            source = indexed("audit_by_app", "app", app)
        } else if let id = actor.id {
            source = indexed("audit_by_principal", "principal_id", id)
        } else if let name = actor.name {
            source = indexed("audit_by_name", "principal_name", name)
        } else if let action = query.action {
            source = indexed("audit_by_action", "action", action)
        } else {
            source = Source(
                table: session.dialect.table("audit", as: "s", by: nil),
                condition: "CAST(?1 AS TEXT) IS NULL AND CAST(?2 AS TEXT) IS NULL", key: [.null, .null])
        }
        let filters = [
            app != nil, query.actor != nil, query.action != nil, query.from != nil || query.to != nil,
            query.scope != .all && app.map(query.scope.contains) != true, app == nil && query.rule != nil,
        ]
        let ownFilters = source.key == [.null, .null] ? 0 : 1
        source.isFiltered = filters.count { $0 } > ownFilters
        return source
    }

    private func rows(
        of source: Source, _ actor: (id: String?, name: String?), _ window: ClosedRange<Int>, limit: Int
    ) throws(StoreError) -> [AuditRecord] {
        var apps: String?
        if case .only(let names) = query.scope {
            apps = JSONValue.array(names.sorted().map { JSONValue.string($0) }).text
        }
        return try session.all(
            """
            SELECT \(StoreSession.joinedAuditColumns) FROM \(source.table)
            \(session.dialect.orderedJoin) audit a ON a.sequence = s.sequence
            WHERE \(source.condition) AND s.sequence BETWEEN ?3 AND ?4
                AND (CAST(?6 AS TEXT) IS NULL OR a.app = ?6) AND (CAST(?7 AS TEXT) IS NULL OR a.principal_id = ?7)
                AND (CAST(?8 AS TEXT) IS NULL OR a.principal_name = ?8) AND (CAST(?9 AS TEXT) IS NULL OR a.action = ?9)
                AND (CAST(?10 AS BIGINT) IS NULL OR a.at >= ?10) AND (CAST(?11 AS BIGINT) IS NULL OR a.at < ?11)
                AND (CAST(?12 AS TEXT) IS NULL OR a.app IN (\(session.dialect.elements(of: "?12"))))
                AND (CAST(?13 AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM audit_rules r
                    WHERE r.app = a.app AND r.rule = ?13 AND r.sequence = a.sequence))
            ORDER BY s.sequence \(order) LIMIT ?5
            """,
            source.key + [
                .integer(window.lowerBound), .integer(window.upperBound), .integer(limit), .optional(app),
                .optional(actor.id), .optional(actor.name), .optional(query.action), .optional(query.from),
                .optional(query.to), .optional(apps), .optional(app == nil ? query.rule : nil),
            ]
        ) { row in StoreSession.auditRecord(row) }
    }
}

import CanonicalJSON
import HTTPExchange
import ReleaseStore
import RouteModel
import StoreRecords

/// `…/draft/rules/{id}/history` and `…/restore`: what a rule was, and the way back.
struct RuleHistory: Sendable {
    let store: any RuleStore
    let rules: DraftRules

    var endpoints: [Endpoint] {
        let one = "/v1/apps/{app}/draft/rules/{id}"
        return [
            Endpoint(
                "ruleHistory", .get, "\(one)/history", access: .role(.viewer),
                summary: "The versions of one rule: the releases that changed it, and its edits between them.",
                query: [
                    QueryParameter(
                        "after", "the cursor `next` of the page before", .integer(1...ExchangeLimits.cursorMax))
                ],
                cost: { _ in .expensive }, success: .init(200, .ruleHistory), handler: .answer(history)),
            Endpoint(
                "restoreRule", .post, "\(one)/restore", access: .role(.editor),
                summary: "Puts a rule back into the draft as a release has it, in its place or at the end.",
                query: DraftWriter.publishQuery, cost: DraftWriter.cost, checkQuery: DraftWriter.checkTarget,
                precondition: .init(.draft, current: rules.read),
                request: .json(.ruleRestoration, example: #"{"from": 1}"#),
                success: .init(200, .rule, tag: .number(.draft)),
                alternatives: [.init(201, "The draft had no such rule.")],
                readsReleases: true, handler: .answer(restore)),
        ]
    }

    // MARK: History

    /// A release that was read for a page: its row, and the rule that it has.
    private struct Version {
        let record: ReleaseRecord
        let rule: [UInt8]?
        /// Whether the stored draft of the release cannot be read, so that it is not known whether it has the rule.
        var isDamaged = false

        var json: JSONValue {
            var json: [String: JSONValue] = [
                "version": .integer(Int64(record.version)), "publishedAt": .string(record.publishedAt.description),
                "author": .string(record.author.name), "message": .string(record.message),
                "rule": rule.map { JSONValue(stored: $0) } ?? .null,
            ]
            if let notes = record.notes { json["notes"] = .string(notes) }
            return .object(json)
        }
    }

    /// The releases that were read for a page.
    private struct Reading {
        var versions: [Version] = []
        /// How many of them the page covers; one more may be there, to compare the last with.
        var covered = 0
        /// The last release that the page covers; nil if none is before it.
        var last: ReleaseRecord?
    }

    @Sendable private func history(_ request: EndpointRequest) throws -> Answer {
        let (app, id) = (request.app, request.value("id"))
        let after = try request.query.integer("after", in: 1...ExchangeLimits.cursorMax, default: .max)
        _ = try store.app(app)
        guard NameGrammar.isRuleID(id) else { throw Problem.notFound(.rule, "\(id) is not the id of a rule") }
        let newer = after == .max ? nil : try store.release(app, after)
        let reading = try read(id, of: app, below: newer?.version)
        // A release is a version of the rule where the one before it has another text, or none.
        let changed = (0..<reading.covered).filter { place in
            let older = place + 1 < reading.versions.count ? reading.versions[place + 1].rule : nil
            return reading.versions[place].rule != older
        }
        let damaged = reading.versions.prefix(reading.covered).filter(\.isDamaged)
        let (edits, isIncomplete) = try edits(
            of: id, in: app, from: reading.last?.publishedAt, to: newer?.publishedAt)
        var json: [String: JSONValue] = [
            "rule": .string(id),
            "releases": .array(changed.map { reading.versions[$0] }.filter { !$0.isDamaged }.map(\.json)),
            "edits": .array(edits), "editsIncomplete": .bool(isIncomplete),
            "next": reading.last.map { .string(String($0.version)) } ?? .null,
        ]
        if !damaged.isEmpty { json["damaged"] = .array(damaged.map { .integer(Int64($0.record.version)) }) }
        let next = reading.last.map { String($0.version) }
        return .json(200, .object(json), fields: ListPage.link(to: next, after: request))
    }

    /// Reads releases from new to old until a page is full.
    private func read(_ id: String, of app: String, below version: Int?) throws -> Reading {
        let limit = ControlLimits.historyReleasesPerPage + 1
        let records = try store.releases(app, below: version, limit: limit)
        var (reading, byteCount, isFull) = (Reading(), 0, records.count == limit)
        for record in records where record.removedAt == nil {
            if reading.versions.count > 1, byteCount > ControlLimits.historyBytesPerPage {
                isFull = true
                break
            }
            do throws(StoreError) {
                let source = try store.releaseSource(app, record.version)
                byteCount += source.draft.count
                reading.versions.append(Version(record: record, rule: DraftText.rule(id, in: source.draft)))
            } catch {
                // Retention may have removed it since the rows were read; a damaged one does not hide the others.
                guard error.code == .removed || error.code == .corrupt else { throw error }
                if error.code == .corrupt {
                    reading.versions.append(Version(record: record, rule: nil, isDamaged: true))
                }
            }
        }
        reading.covered = reading.versions.count
        guard isFull else { return reading }
        if reading.covered > 1 {
            reading.covered -= 1
            reading.last = reading.versions[reading.covered - 1].record
        } else {
            // Retention removed what is here; the next page is behind it.
            reading.last = records.last
        }
        return reading
    }

    /// What the audit has of the rule within an interval, newest first; says whether it has more.
    private func edits(
        of id: String, in app: String, from: Instant?, to: Instant?
    ) throws -> (edits: [JSONValue], isIncomplete: Bool) {
        var query = AuditQuery(app: app, limit: ControlLimits.historyEditsPerPage)
        (query.rule, query.from, query.to) = (id, from, to)
        let page = try store.auditPage(query)
        let edits = try page.rows.filter { AuditAction(rawValue: $0.action)?.isEdit == true }.map { row in
            var json: [String: JSONValue] = [
                "sequence": .integer(Int64(row.sequence)), "at": .string(row.at.description),
                "by": .string(row.by.name), "action": .string(row.action),
            ]
            // The first page of a large change may not have the rule; the audit's row then has it.
            let detail = try store.auditDetail(
                row.sequence, limit: StoreLimits.pageRowsMax, inPercent: true)
            if let item = detail?.items.first(where: { $0.subject == .rule(id) }) {
                json["change"] = .string(item.change.rawValue)
                if let before = item.before { json["before"] = JSONValue(stored: before) }
                if let after = item.after { json["after"] = JSONValue(stored: after) }
            }
            return JSONValue.object(json)
        }
        return (edits, page.next != nil)
    }

    // MARK: The way back

    @Sendable private func restore(_ request: EndpointRequest) throws -> Answer {
        let (app, id) = (request.app, request.value("id"))
        _ = try request.ifMatch.precondition(.draft, current: try rules.writer.revision(of: app))
        var reader = try ObjectReader(request.body, known: ["from"])
        let from = reader.integer("from", in: 1...Int(Int32.max), required: true)
        try reader.finish()
        guard let from else { throw Problem.fault("a checked version is missing") }
        guard let text = DraftText.rule(id, in: try store.releaseSource(app, from).draft) else {
            throw Problem.notFound(
                .rule, "release \(from) of \(app) has no rule \(id); …/history lists the releases that have it")
        }
        let rule = try RequestDecoding.rule(text, settings: try store.draftSettings(app), id: id)
        return try rules.put(
            request, rule, from: from)
    }
}

extension Schema {
    private static let ruleVersion = Schema.record(
        "RuleVersion",
        [
            "version": count, "publishedAt": instant, "author": .text(), "message": .text(), "notes?": .text(),
            "rule": .nullable(rule),
        ])
    private static let ruleEdit = Schema.record(
        "RuleEdit",
        [
            "sequence": .integer(1...ExchangeLimits.cursorMax), "at": instant, "by": .text(), "action": .text(),
            "change?": .words(AuditItem.Change.allCases.map(\.rawValue)), "before?": rule, "after?": rule,
        ])
    fileprivate static let ruleHistory = Schema.record(
        "RuleHistory",
        [
            "rule": ruleID, "releases": .list(ruleVersion), "edits": .list(ruleEdit), "editsIncomplete": .flag,
            "next": .nullable(.text()), "damaged?": .list(version),
        ])
    fileprivate static let ruleRestoration = Schema.record("RuleRestoration", ["from": version])
}

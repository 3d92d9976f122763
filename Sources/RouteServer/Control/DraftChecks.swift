import CanonicalJSON
import ReleaseStore
import RouteAnalysis
import RouteModel

/// `…/draft/check`, `…/draft/diff` and `…/releases/{a}/diff/{b}`.
struct DraftChecks: Sendable {
    let store: any RuleStore
    let publisher: Publisher
    let counters: ControlCounters

    func check(_ request: ControlRequest) throws(Problem) -> Answer {
        let start = ContinuousClock.now
        let answer = try publisher.slots.use { () throws(Problem) in try checkNow(request) }
        counters.noteCheck(since: start)
        return answer
    }

    private func checkNow(_ request: ControlRequest) throws(Problem) -> Answer {
        let record = try asking { () throws(StoreError) in try store.draft(request.app) }
        let findings = try publisher.findings(
            try DraftText.stored(record.content), of: request.app, at: request.now)
        let json: JSONValue = [
            "revision": .integer(Int64(record.header.revision)),
            "blocks": .bool(findings.contains { $0.severity == .error }),
        ]
        return .json(200, json.adding(findings), fields: [.tag(.draft, record.header.revision)])
    }

    func diffDraft(_ request: ControlRequest) throws(Problem) -> Answer {
        try publisher.slots.use { () throws(Problem) in try diffDraftNow(request) }
    }

    private func diffDraftNow(_ request: ControlRequest) throws(Problem) -> Answer {
        let record = try asking { () throws(StoreError) in try store.draft(request.app) }
        let against = request.query["against"] ?? ChannelRecord.production
        let version = try version(against, of: request.app)
        let old = try version.map { (number) throws(Problem) in try source(request.app, number) } ?? Draft()
        let difference = try difference(
            request, from: old, to: try DraftText.stored(record.content))
        let members: JSONValue = difference.adding("against", version.map { .integer(Int64($0)) } ?? .null)
        return .json(200, members, fields: [.tag(.draft, record.header.revision)])
    }

    func diffReleases(_ request: ControlRequest) throws(Problem) -> Answer {
        try publisher.slots.use { () throws(Problem) in try diffReleasesNow(request) }
    }

    private func diffReleasesNow(_ request: ControlRequest) throws(Problem) -> Answer {
        let (a, b) = (try request.number("a"), try request.number("b"))
        let difference = try difference(
            request, from: try source(request.app, a), to: try source(request.app, b))
        return .json(200, difference)
    }

    private func difference(_ request: ControlRequest, from old: Draft, to new: Draft) throws(Problem) -> JSONValue {
        let expectations = try asking { () throws(StoreError) in try store.expectations(request.app) }
        let stored = try DraftText.expectations(expectations.json)
        do {
            return try DraftDifference(from: old, to: new, expectations: stored, at: request.now).json
        } catch {
            throw .unprocessable("cannot-compare", "one of the two cannot be frozen: \(error)")
        }
    }

    /// A release's number, or what a channel points at; nil for a channel that points nowhere yet.
    private func version(_ against: String, of app: String) throws(Problem) -> Int? {
        if let number = Int(against) { return number }
        return try asking { () throws(StoreError) in try store.channel(app, against) }.version
    }

    private func source(_ app: String, _ version: Int) throws(Problem) -> Draft {
        let source = try asking { () throws(StoreError) in try store.releaseSource(app, version) }
        return try DraftText.stored(source.draft)
    }
}

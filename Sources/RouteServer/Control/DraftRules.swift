import CanonicalJSON
import Digests
import ReleaseStore
import RouteModel

/// `/v1/apps/{app}/draft/rules`: one rule at a time.
struct DraftRules: Sendable {
    let store: any RuleStore
    let writer: DraftWriter
    let readSettings = ReadSettings()

    func list(_ request: ControlRequest) throws(Problem) -> Answer {
        let after = try request.query.integer("after", in: 0...ServerLimits.cursorMax, default: -1)
        let query = RuleQuery(contains: request.query["q"], after: after < 0 ? nil : after, limit: try request.limit())
        let page = try asking { () throws(StoreError) in
            _ = try store.app(request.app)
            return try store.rules(request.app, query)
        }
        var writer = CanonicalWriter(reserving: page.rules.reduce(64) { $0 + $1.json.count + 1 })
        writer.beginObject()
        writer.name("next")
        if let next = page.next { writer.string(String(next)) } else { writer.null() }
        writer.name("rules")
        writer.beginArray()
        for rule in page.rules { writer.raw(rule.json) }
        writer.endArray()
        writer.endObject()
        return Drafts.raw(200, writer.bytes + [0x0A], revision: page.revision)
    }

    func read(_ request: ControlRequest) throws(Problem) -> Answer {
        let reading = try asking { () throws(StoreError) in try store.rule(request.app, request.value("id")) }
        return Drafts.raw(200, reading.rule.json + [0x0A], revision: reading.revision)
    }

    func add(_ request: ControlRequest) throws(Problem) -> Answer {
        let rule = try newRule(request, try settings(of: request.app))
        let text = RuleText(rule)
        let app = request.app
        let change = DraftWriter.Change(
            edit: .addRule(text),
            apply: { draft throws(Problem) in
                guard !draft.rules.contains(where: { $0.id == rule.id }) else { throw .exists(rule.id) }
                return Draft(settings: draft.settings, rules: draft.rules + [rule])
            }, summary: "add \(rule.id)")
        return try writer.write(request, change) { written in
            var answer = Drafts.raw(201, text.json + [0x0A], revision: written.outcome.revision)
            answer.fields.append(ProblemField("Location", "/v1/apps/\(app)/draft/rules/\(rule.id)"))
            return answer
        }
    }

    func replace(_ request: ControlRequest) throws(Problem) -> Answer {
        let id = request.value("id")
        guard NameGrammar.isRuleID(id) else {
            throw .unprocessable("invalid-value", "\(id) is not the id of a rule: a-z, 0-9, dot, hyphen, underscore")
        }
        _ = try request.ifMatch.precondition(.draft, current: try writer.revision(of: request.app))
        let rule = try DraftText.rule(request.body, settings: try settings(of: request.app), id: id)
        let text = RuleText(rule)
        let change = DraftWriter.Change(
            edit: .putRule(text),
            apply: { draft in
                var rules = draft.rules
                if let index = rules.firstIndex(where: { $0.id == id }) {
                    rules[index] = rule
                } else {
                    rules.append(rule)
                }
                return Draft(settings: draft.settings, rules: rules)
            }, summary: "replace \(id)")
        return try writer.write(request, change) { written in
            Drafts.raw(written.outcome.isCreated ? 201 : 200, text.json + [0x0A], revision: written.outcome.revision)
        }
    }

    func delete(_ request: ControlRequest) throws(Problem) -> Answer {
        let id = request.value("id")
        let change = DraftWriter.Change(
            edit: .deleteRule(id: id),
            apply: { draft throws(Problem) in
                guard draft.rules.contains(where: { $0.id == id }) else { throw .notFound("there is no rule \(id)") }
                return Draft(settings: draft.settings, rules: draft.rules.filter { $0.id != id })
            }, summary: "remove \(id)")
        return try writer.write(request, change) { written in .done(fields: [.tag(.draft, written.outcome.revision)]) }
    }

    private func settings(of app: String) throws(Problem) -> Settings {
        let bytes = try asking { () throws(StoreError) in try store.draftSettings(app) }
        return try readSettings.settings(bytes)
    }

    /// The rule that was sent; where it has no id, one made from its first pattern that no other rule has.
    private func newRule(_ request: ControlRequest, _ settings: Settings) throws(Problem) -> Rule {
        var taken: Set<String> = []
        var rule = try DraftText.rule(request.body, settings: settings)
        guard let document = try? JSONDocument(parsing: request.body), document.root["id"] == nil else { return rule }
        while isTaken(rule.id, in: request.app) {
            taken.insert(rule.id)
            guard taken.count < Self.derivedIDsMax else {
                rule.id = String(rule.id.prefix(50)) + "-" + hex(SecureRandom.bytes(4))
                return rule
            }
            rule = try DraftText.rule(request.body, settings: settings, taken: taken)
        }
        return rule
    }

    private func isTaken(_ id: String, in app: String) -> Bool { (try? store.rule(app, id)) != nil }

    /// Numbered ids tried before a random one is taken: enough for people, few enough for scripts.
    private static let derivedIDsMax = 16
}

extension Problem {
    static func exists(_ id: String) -> Problem {
        .conflict("exists", "there is a rule \(id) already; PUT replaces it")
    }
}

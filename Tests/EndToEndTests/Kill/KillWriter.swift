import CanonicalJSON
import HTTPFetching
import TestSupport

/// Sends writes of one kind, one after another, until the server does not answer any more.
struct KillWriter: Sendable {
    /// The kind of writes.
    enum Kind: String, CaseIterable, Sendable {
        case rules, moreRules, publishes, publishedEdits, channels, tokens, expectations
    }

    let kind: Kind
    let round: Int
    let target: KillTarget
    let ledger: KillLedger

    /// Runs until a request has no answer.
    func run(_ generator: SeededGenerator) {
        var generator = generator
        for number in 0... {
            let isAlive =
                switch kind {
                case .rules, .moreRules: writeRule(number, &generator)
                case .publishes: publish("p-\(round)-\(number)", edit: nil)
                case .publishedEdits: publish("e-\(round)-\(number)", edit: "edited-\(number % 5)")
                case .channels: moveChannel(&generator)
                case .tokens: makeToken(number)
                case .expectations: replaceExpectations(number)
                }
            if !isAlive { return }
        }
    }

    private func writeRule(_ number: Int, _ generator: inout SeededGenerator) -> Bool {
        let id = "\(kind.rawValue.lowercased())-\(Int.random(in: 0..<12, using: &generator))"
        let isThere = ledger.with { $0.cells[id]?.known != nil }
        let value = "\(round)-\(number)"
        if !isThere {
            return write(id, value, "POST", "/v1/apps/kill/draft/rules", Self.rule(id, value))
        }
        let path = "/v1/apps/kill/draft/rules/\(id)"
        return Int.random(in: 0..<3, using: &generator) == 0
            ? write(id, nil, "DELETE", path, nil) : write(id, value, "PUT", path, Self.rule(id, value))
    }

    private func replaceExpectations(_ number: Int) -> Bool {
        let value = "https://kill.example/\(round)/\(number)"
        let list: JSONValue = ["expectations": [["url": .string(value), "expect": ["unmatched": true]]]]
        return write("expectations", value, "PUT", "/v1/apps/kill/expectations", list)
    }

    /// Writes one rule or the expectations; the value is noted as pending before the request is sent.
    private func write(_ name: String, _ value: String?, _ method: String, _ path: String, _ body: JSONValue?) -> Bool {
        ledger.with { $0.cells[name, default: .init()].pending.append(value) }
        guard let answer = target.send(method, path, body) else { return unanswered() }
        let revision = answer["etag"].flatMap { Int($0.drop { !$0.isNumber }.prefix { $0.isNumber }) } ?? 0
        ledger.with { state in
            state.cells[name]?.pending = []
            if answer.isSuccess { state.cells[name]?.known = value }
            if answer.isSuccess, name != "expectations" { state.revision = max(state.revision, revision) }
        }
        return acknowledge(answer)
    }

    /// Publishes, or edits a rule and publishes in the same transaction; other writers may have removed most rules.
    private func publish(_ message: String, edit: String?) -> Bool {
        let key = edit == nil ? message : nil
        let open = KillLedger.OpenPublish(message: message, key: key, edit: edit.map { ($0, message) })
        ledger.with { state in
            state.open.append(open)
            if let edit { state.cells[edit, default: .init()].pending.append(message) }
        }
        let answer =
            if let edit {
                target.send(
                    "PUT", "/v1/apps/kill/draft/rules/\(edit)?publish=1&allowShrink=1&message=\(message)",
                    Self.rule(edit, message))
            } else {
                target.send(
                    "POST", "/v1/apps/kill/releases", ["message": .string(message), "allowShrink": true], key: key)
            }
        guard let answer else { return unanswered() }
        ledger.with { state in
            state.open.removeAll { $0.message == message }
            guard let edit else { return }
            state.cells[edit]?.pending = []
            if answer.isSuccess { state.cells[edit]?.known = message }
        }
        if edit == nil { Self.note(answer, message, ledger) }
        if edit != nil, answer.isSuccess { ledger.with { _ = $0.acknowledgedMessages.insert(message) } }
        return acknowledge(answer)
    }

    private func moveChannel(_ generator: inout SeededGenerator) -> Bool {
        let versions = ledger.with { $0.digests.keys.sorted() }
        guard let version = versions.randomElement(using: &generator) else {
            return target.send("GET", "/healthz") != nil
        }
        let move: JSONValue = ["version": .integer(Int64(version)), "public": true]
        guard let answer = target.send("PUT", "/v1/apps/kill/channels/canary", move) else { return unanswered() }
        let sequence = Int(answer.json["sequence"]?.integerValue ?? 0)
        ledger.with { $0.sequences["canary"] = max($0.sequences["canary"] ?? 0, sequence) }
        return acknowledge(answer)
    }

    private func makeToken(_ number: Int) -> Bool {
        let token: JSONValue = ["name": .string("\(round)-\(number)"), "role": "viewer"]
        guard let answer = target.send("POST", "/v1/tokens", token) else { return unanswered() }
        if let secret = answer.json["token"]?.stringValue { ledger.with { $0.secrets.append(secret) } }
        return acknowledge(answer)
    }

    private func acknowledge(_ answer: FetchResponse) -> Bool {
        guard answer.isSuccess else {
            ledger.complain("\(kind) got \(answer.status): \(String(decoding: answer.content, as: UTF8.self))")
            return false
        }
        ledger.acknowledge(kind.rawValue)
        return true
    }

    private func unanswered() -> Bool {
        ledger.with { $0.unanswered += 1 }
        return false
    }

    /// Records an acknowledged publish.
    static func note(_ answer: FetchResponse, _ message: String, _ ledger: KillLedger) {
        guard answer.isSuccess, let version = answer.json["version"]?.integerValue,
            let digest = answer.json["digest"]?.stringValue,
            let sequence = answer.json["channel"]?["sequence"]?.integerValue
        else { return }
        ledger.note(version: Int(version), digest: digest, message: message)
        ledger.with { $0.sequences["production"] = max($0.sequences["production"] ?? 0, Int(sequence)) }
    }

    /// A rule whose value is the first word of its note.
    static func rule(_ id: String, _ value: String, path: String? = nil) -> JSONValue {
        [
            "id": .string(id), "match": [.string("https://kill.example/\(path ?? id)/:x")], "to": ["screen": "S"],
            "note": .string(value),
        ]
    }
}

import CanonicalJSON
import RouteImport
import StoreRecords

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import ServerLog
@testable import ServerMetrics

/// The text of `Config/guides/http.md`, made from the OpenAPI document and the contract's session.
struct HTTPReference {
    private var lines: [String] = []
    /// Steps whose endpoint already has a section; the next section shows them first, because it depends on them.
    private var waiting: [ContractSession.Step] = []
    private var shown: Set<String> = []

    /// The whole page.
    static var text: String {
        var page = HTTPReference()
        page.lines = [introduction]
        for chapter in ContractSession.chapters { page.add(chapter.title, chapter.steps) }
        page.addProblems()
        page.addFindings()
        page.addMembers()
        return page.lines.joined(separator: "\n") + "\n"
    }

    private mutating func add(_ title: String, _ steps: [ContractSession.Step]) {
        lines += ["", "## \(title)", ""]
        if let prose = Self.prose[title] { lines += [prose, ""] }
        lines += ["| request | access | what it does |", "|---|---|---|"]
        var listed: Set<String> = []
        for step in steps where listed.insert(step.id).inserted && !shown.contains(step.id) {
            let endpoint = Self.endpoint(step.id)
            lines.append(
                "| `\(endpoint.method.rawValue) \(endpoint.path)` | \(Self.role(endpoint)) | \(endpoint.summary) |")
        }
        for step in steps {
            if shown.insert(step.id).inserted { show(step) } else { waiting.append(step) }
        }
    }

    private mutating func show(_ step: ContractSession.Step) {
        let endpoint = Self.endpoint(step.id)
        let operation = Self.operation(endpoint)
        lines += ["", "### \(endpoint.method.rawValue) \(endpoint.path)", "", endpoint.summary, ""]
        lines += Self.parameters(operation)
        lines.append("```sh")
        for step in waiting { lines += ["# first", Self.command(step)] }
        lines += [Self.command(step), "```", ""]
        waiting = []
        lines += Self.success(endpoint, operation)
        lines.append(Self.refusals(operation))
    }

    static func endpoint(_ id: String) -> Endpoint {
        guard let endpoint = Contract.table.endpoints.first(where: { $0.id == id }) else {
            preconditionFailure("\(id)")
        }
        return endpoint
    }

    static func operation(_ endpoint: Endpoint) -> JSONValue {
        let path = Contract.document["paths"]?[endpoint.path.description]
        return path?[endpoint.method.rawValue.lowercased()] ?? .null
    }

    /// The access that an endpoint requires, as the tables show it.
    private static func role(_ endpoint: Endpoint) -> String {
        switch endpoint.access {
        case .open: "no token"
        case .operators: "no token³"
        case .console: "the cookie"
        case .data: "no token¹"
        case .token: "any token"
        case .role(let role): role.rawValue
        case .unlimited(let role): "\(role.rawValue)²"
        }
    }

    private mutating func addProblems() {
        lines += [
            "", "## Problems", "", Self.problems, "", "| `type` | status | what happened | what to do |",
            "|---|---|---|---|",
        ]
        for kind in ProblemCatalogue.all {
            let statuses = kind.statuses.map(String.init).joined(separator: ", ")
            lines.append("| `\(kind.code)` | \(statuses) | \(kind.meaning) | \(kind.remedy) |")
        }
        lines += ["", "Some of them as they are sent:", ""]
        for status in [412, 422, 500] {
            lines += ["```json", PrettyJSON.text(ContractAnswers.refusals[status] ?? .null) + "```", ""]
        }
        lines.removeLast()
    }

    private mutating func addFindings() {
        lines += [
            "", "## Codes of findings", "", Self.findings, "", "| code | what it means | what to do |", "|---|---|---|",
        ]
        for entry in FindingCatalogue.findings + FindingCatalogue.members {
            lines.append("| `\(entry.code)` | \(entry.meaning) | \(entry.remedy) |")
        }
        let json = FindingCatalogue.json.map { "`\($0)`" }.joined(separator: ", ")
        lines += ["", "For a body that is not JSON, `code` is one of \(json)."]
    }

    private mutating func addMembers() {
        lines += ["", "## Members", "", Self.members, "", "| member | what it is |", "|---|---|"]
        let meanings = SchemaMeanings.texts.filter { $0.key.first?.isUppercase == false || $0.key.contains(".") }
        let words = meanings.map { key, meaning in
            let parts = key.split(separator: ".")
            let name = parts.last.map(String.init) ?? key
            let place = parts.count < 2 ? "" : parts[0] == "{}" ? " in a path" : " of `\(parts[0])`"
            return (name: name, text: "| `\(name)`\(place) | \(meaning) |")
        }
        lines += words.sorted { ($0.name, $0.text) < ($1.name, $1.text) }.map(\.text)
    }
}

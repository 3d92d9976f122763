import CanonicalJSON

@testable import HTTPExchange
@testable import ServerFixtures
@testable import ServerMetrics

/// The state of a contract session: values of earlier answers that later requests need.
struct SessionRun {
    private var digest = ""
    private var index = ""
    private var file = ""
    private var token = ""
    private var session = ""
    private var code = ""

    /// The path of a step, with values of earlier answers filled in.
    func path(_ step: ContractSession.Step) -> String {
        [("digest", digest), ("index", index), ("file", file), ("token", token), ("session", session)]
            .reduce(step.path) { path, value in path.replacing("{\(value.0)}", with: value.1) }
    }

    /// The body of a step; a sign-in has the code of the last link.
    func body(_ step: ContractSession.Step) -> String? {
        step.id == "signIn" ? #"{"code": "\#(code)"}"# : step.body(in: Contract.table)
    }

    mutating func note(_ step: ContractSession.Step, _ answer: JSONValue) {
        switch step.id {
        case "head":
            digest = answer["digest"]?.stringValue ?? ""
            index = answer["index"]?["digest"]?.stringValue ?? ""
        case "engine":
            let path = answer["files"]?.arrayValue?.first?["path"]?.stringValue
            file = path?.split(separator: "/").last.map(String.init) ?? ""
        case "createSignInLink":
            code = answer["path"]?.stringValue?.split(separator: "#").last.map(String.init) ?? ""
        case "signIn": session = answer["session"]?["id"]?.stringValue ?? ""
        case "createToken": token = answer["id"]?.stringValue ?? ""
        default: break
        }
    }

    /// Sends the session to a desk, without event streams, which a desk does not answer.
    static func run(at desk: Desk, _ handle: (ContractSession.Step, Answer) throws -> Void) throws {
        var session = SessionRun()
        for step in ContractSession.session where !ContractSession.streams.contains(step.id) {
            guard let endpoint = Contract.table.endpoints.first(where: { $0.id == step.id }) else { continue }
            let answer = desk.send(endpoint.method.rawValue, session.path(step), session.body(step))
            try handle(step, answer)
            session.note(step, answer.json)
        }
    }
}

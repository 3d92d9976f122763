import CanonicalJSON

@testable import APIContract
@testable import HTTPExchange
@testable import ServerMetrics

/// The contract's session while it runs: what later requests need of earlier answers.
struct SessionRun {
    private var digest = ""
    private var token = ""

    /// A step's path with the values of earlier answers.
    func path(_ step: ContractSession.Step) -> String {
        step.path.replacing("{digest}", with: digest).replacing("{token}", with: token)
    }

    mutating func note(_ step: ContractSession.Step, _ answer: JSONValue) {
        switch step.id {
        case "head": digest = answer["digest"]?.stringValue ?? ""
        case "createToken": token = answer["id"]?.stringValue ?? ""
        default: break
        }
    }

    /// Sends the session at a desk; streams are not answered there.
    static func run(at desk: Desk, _ take: (ContractSession.Step, Answer) throws -> Void) throws {
        var session = SessionRun()
        for step in ContractSession.session where step.id != "events" {
            guard let endpoint = Contract.table.endpoints.first(where: { $0.id == step.id }) else { continue }
            let answer = desk.send(endpoint.method.rawValue, session.path(step), step.body(in: Contract.table))
            try take(step, answer)
            session.note(step, answer.json)
        }
    }
}

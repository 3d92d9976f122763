import CanonicalJSON

@testable import RouteServer

/// The contract's session while it runs: what later requests need of earlier answers.
struct ContractSession {
    private var digest = ""
    private var token = ""

    /// A step's path with the values of earlier answers.
    func path(_ step: ContractStep) -> String {
        step.path.replacing("{digest}", with: digest).replacing("{token}", with: token)
    }

    mutating func note(_ step: ContractStep, _ answer: JSONValue) {
        switch step.id {
        case .head: digest = answer["digest"]?.stringValue ?? ""
        case .createToken: token = answer["id"]?.stringValue ?? ""
        default: break
        }
    }

    /// Sends the session at a desk; streams are not answered there.
    static func run(at desk: Desk, _ take: (ContractStep, Answer) throws -> Void) throws {
        var session = ContractSession()
        for step in OpenAPIExamples.session where step.id != .events {
            guard let endpoint = EndpointTable.all.first(where: { $0.id == step.id }) else { continue }
            let answer = desk.send(endpoint.method.rawValue, session.path(step), step.body)
            try take(step, answer)
            session.note(step, answer.json)
        }
    }
}

import HTTPWire

extension Response {
    init(_ answer: Answer) {
        let body: Body =
            switch answer.body {
            case .none: .none
            case .bytes(let bytes): .bytes(SharedBytes(bytes))
            case .shared(let shared): .bytes(shared)
            case .problem(let problem): .bytes(SharedBytes(problem.document))
            case .temporaryFile(let path, let count): .temporaryFile(path: path, byteCount: count)
            }
        self.init(answer.status, answer.fields.map(HeaderField.init), body: body, remark: answer.origin.remark)
    }
}

extension PreparedResponse {
    convenience init(_ answer: Answer) {
        self.init(
            answer.status, answer.fields.map(HeaderField.init), body: SharedBytes(answer.bytes),
            remark: answer.origin.remark)
    }
}

extension Problem {
    /// What the wire itself refuses.
    init(_ refusal: RequestRefusal) {
        let (code, title) =
            switch refusal.status {
            case 408: ("timeout", "The request did not arrive in time")
            case 413: ("too-large", "The request is too large")
            case 414: ("target-too-long", "The address of the request is too long")
            case 417: ("expectation-failed", "The expectation is not understood")
            case 431: ("head-too-large", "The head of the request is too large")
            case 501: ("not-implemented", "This server does not do that")
            case 503: ("busy", "The server has too much to do")
            case 505: ("version-not-supported", "This version of HTTP is not spoken here")
            default: ("malformed-request", "The request is malformed")
            }
        let fields = refusal.status == 503 ? [ProblemField("Retry-After", "1")] : []
        self.init(refusal.status, code, title, detail: refusal.detail, fields: fields)
    }
}

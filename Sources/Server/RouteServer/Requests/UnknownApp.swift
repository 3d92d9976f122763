import DataPlane
import HTTPExchange
import HTTPWire
import RouteModel
import ServerLog

/// The 404 to a client without a token that asks for the head or the rules of an app which is not here, from memory: such
/// requests are made by the thousand, and a worker and its line of the log cost forty times as much.
struct UnknownApp: Sendable {
    private let lines: HeaderLines
    /// The document before the app's name, up to the request id, and after it.
    private let pieces: [[UInt8]]

    init() {
        // Neither occurs in the document otherwise.
        let (name, id) = ("unknown-app-here", RequestID.make(at: .init(milliseconds: 0)))
        var answer = Answer.problem(DataHandlers.notPublic(name))
        answer.fields += DataFields.crossOrigin
        lines = HeaderLines(answer.fields)
        answer.setRequestID(id)
        var pieces = [answer.bytes]
        for mark in [name, id.text] {
            guard let last = pieces.popLast(), let range = last.firstRange(of: Array(mark.utf8)) else {
                preconditionFailure("the document has the name and the id, in this order")
            }
            pieces += [Array(last[..<range.lowerBound]), Array(last[range.upperBound...])]
        }
        self.pieces = pieces
    }

    /// The answer for an app, which must need no escape in JSON.
    func answer(_ app: [UInt8], _ id: RequestID) -> PreparedResponse {
        var body: [UInt8] = []
        body.reserveCapacity(pieces.reduce(app.count + id.text.utf8.count) { $0 + $1.count })
        body += pieces[0]
        body += app
        body += pieces[1]
        body += id.text.utf8
        body += pieces[2]
        return PreparedResponse(
            404, [HeaderField(RequestID.field, id.text)], lines: lines, body: SharedBytes(body),
            remark: AnswerRemark(requestID: id.text))
    }
}

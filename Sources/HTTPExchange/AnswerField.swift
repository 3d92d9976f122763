/// A header field of an answer, as the contract describes it.
///
/// Not listed are the fields that every HTTP message has: `Date`, `Server`, `Connection`, `Content-Length` and
/// `Content-Type`.
package struct AnswerField: Sendable, Hashable {
    /// Its name as it is sent.
    package let name: String
    /// What it says, one clause.
    package let meaning: String
    /// What it may be.
    package let schema: Schema
    /// Whether each such answer has it.
    package let isAlways: Bool

    /// Makes a description.
    package init(_ name: String, _ meaning: String, _ schema: Schema = .text(), isAlways: Bool = true) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.isAlways = isAlways
    }
}

extension AnswerField {
    /// What lets web pages read answers of the data plane (Fetch standard, CORS protocol).
    package static func crossOrigin(isAlways: Bool) -> [AnswerField] {
        let place = isAlways ? "" : ", on the data plane"
        return [
            AnswerField(
                "Access-Control-Allow-Origin", "every page may read it\(place)", .words(["*"]), isAlways: isAlways),
            AnswerField(
                "Access-Control-Expose-Headers", "what a page's script may see\(place)", isAlways: isAlways),
        ]
    }
}

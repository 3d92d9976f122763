/// A header field of an answer, as the contract describes it.
///
/// The fields of every HTTP message are not listed: `Date`, `Server`, `Connection`, `Content-Length` and
/// `Content-Type`.
package struct AnswerField: Sendable, Hashable {
    /// Its name, as it is sent.
    let name: String
    /// Its meaning, one clause.
    let meaning: String
    /// The schema of its value.
    let schema: Schema
    /// Whether every such answer has it.
    let isAlways: Bool

    /// Makes a description.
    package init(_ name: String, _ meaning: String, _ schema: Schema = .text(), isAlways: Bool = true) {
        self.name = name
        self.meaning = meaning
        self.schema = schema
        self.isAlways = isAlways
    }
}

extension AnswerField {
    /// The fields that allow web pages to read answers of the data plane (Fetch standard, CORS protocol).
    package static func crossOrigin(isAlways: Bool) -> [AnswerField] {
        let place = isAlways ? "" : ", on the data plane"
        return [
            AnswerField(
                "Access-Control-Allow-Origin", "every web page may read it\(place)", .words(["*"]), isAlways: isAlways),
            AnswerField(
                "Access-Control-Expose-Headers", "the fields that scripts may read\(place)", isAlways: isAlways),
        ]
    }
}

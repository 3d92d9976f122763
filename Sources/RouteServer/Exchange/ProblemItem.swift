import CanonicalJSON

/// One entry of a problem's `errors`: what is wrong, where, and what to do instead.
struct ProblemItem: Sendable, Hashable {
    /// The stable word for what is wrong, such as `syntax` or `unknown-key`.
    var code: String
    /// RFC 6901 pointer into the document that was sent; nil where the whole request is meant.
    var pointer: String?
    /// The line in what was sent, from 1.
    var line: Int?
    /// The column in Unicode scalars, from 1.
    var column: Int?
    /// What is wrong.
    var detail: String
    /// What to write instead.
    var hint: String?

    init(
        code: String, pointer: String? = nil, line: Int? = nil, column: Int? = nil, detail: String,
        hint: String? = nil
    ) {
        self.code = code
        self.pointer = pointer
        self.line = line
        self.column = column
        self.detail = detail
        self.hint = hint
    }

    var json: JSONValue {
        var object: [String: JSONValue] = ["code": .string(code), "detail": .string(Secret.hiding(in: detail))]
        if let pointer { object["pointer"] = .string(pointer) }
        if let line { object["line"] = .integer(Int64(line)) }
        if let column { object["column"] = .integer(Int64(column)) }
        if let hint, !hint.isEmpty { object["hint"] = .string(hint) }
        return .object(object)
    }
}

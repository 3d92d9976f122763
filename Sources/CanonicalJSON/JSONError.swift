/// Why a text is not the JSON that this house accepts, and where.
package struct JSONError: Error, Sendable, Hashable {
    /// The kind of defect; raw values are stable.
    package enum Code: String, Sendable, Hashable {
        case empty
        case tooLarge = "too-large"
        case tooDeep = "too-deep"
        case unexpectedEnd = "unexpected-end"
        case unexpectedByte = "unexpected-byte"
        case trailingContent = "trailing-content"
        case trailingComma = "trailing-comma"
        case missingComma = "missing-comma"
        case missingColon = "missing-colon"
        case missingQuotes = "missing-quotes"
        case comment
        case byteOrderMark = "byte-order-mark"
        case invalidUTF8 = "invalid-utf8"
        case controlCharacter = "control-character"
        case invalidEscape = "invalid-escape"
        case loneSurrogate = "lone-surrogate"
        case invalidNumber = "invalid-number"
        case numberOutOfRange = "number-out-of-range"
        case duplicateName = "duplicate-name"
    }

    /// The kind of defect.
    package var code: Code
    /// Where it stands, in bytes from the start of the input.
    package var offset: Int
    /// The same as line and column.
    package var position: JSONPosition
    /// What is wrong, for a person.
    package var detail: String
    /// What to do about it, for a person.
    package var hint: String

    /// Makes an error.
    package init(code: Code, offset: Int, position: JSONPosition, detail: String, hint: String) {
        self.code = code
        self.offset = offset
        self.position = position
        self.detail = detail
        self.hint = hint
    }
}

/// A defect before its line and column are known; only the reader's own code sees it.
struct Defect: Error {
    var code: JSONError.Code
    var offset: Int
    var detail: String
    var hint: String

    func located(in bytes: [UInt8]) -> JSONError {
        JSONError(
            code: code, offset: offset, position: JSONPosition(offset: offset, in: bytes), detail: detail, hint: hint)
    }
}

/// Why a text is not JSON as ``JSONDocument`` accepts it, and where.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
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
    /// The byte offset in the input.
    package var offset: Int
    /// The offset as line and column.
    package var position: JSONPosition
    /// What is wrong, in one sentence.
    package var detail: String
    /// What to do about it, in one sentence.
    package var hint: String

    /// The place, what is wrong, and what to do.
    package var description: String { "line \(position.line), column \(position.column): \(detail) \(hint)" }
}

/// An error inside the reader, before line and column are computed.
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

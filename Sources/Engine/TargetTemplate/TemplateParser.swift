/// Parses a template (RFC 6570 section 2) in one pass over its bytes.
///
/// 1. Literal text up to a brace is copied; bytes above 0x7F are percent-encoded.
/// 2. A brace opens an expression: an operator, then variables with modifiers, separated by commas, then `}`.
struct TemplateParser {
    private let bytes: [UInt8]
    private var index = 0
    private var parts: [TemplatePart] = []
    private var expressionCount = 0
    private var variableCount = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func parse() throws(TemplateError) -> [TemplatePart] {
        guard bytes.count <= TemplateLimits.textBytesMax else {
            throw TemplateError(
                code: .tooLong, offset: TemplateLimits.textBytesMax, detail: "the template has \(bytes.count) bytes",
                hint: "a template has at most \(TemplateLimits.textBytesMax)")
        }
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "{") {
                try parseExpression()
            } else {
                try parseLiteral()
            }
        }
        return parts
    }

    /// Parses a literal (RFC 6570 section 2.1) and expands it (section 3.1); erratum 6937 allows `'` in literals.
    private mutating func parseLiteral() throws(TemplateError) {
        var literal: [UInt8] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: "{") {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: "%"):
                guard TemplateByte.isTriplet(bytes, index) else {
                    throw syntax(index, "% is not followed by two hexadecimal digits", "write %25 for a percent sign")
                }
                literal.append(byte)
            case UInt8(ascii: "}"):
                throw syntax(index, "this } closes no expression", "write %7D for a brace")
            case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7C, 0x7F:
                throw syntax(index, "this character is not allowed in a template", "percent-encode it")
            case 0x80...:
                TemplateByte.appendTriplet(byte, to: &literal)
            default:
                literal.append(byte)
            }
            index += 1
        }
        parts.append(.literal(String(decoding: literal, as: UTF8.self)))
    }

    private mutating func parseExpression() throws(TemplateError) {
        let start = index
        index += 1
        var expression = TemplateExpression(expansionOperator: .simple, variables: [], offset: start)
        if index < bytes.count, let found = ExpansionOperator(rawValue: bytes[index]) {
            expression.expansionOperator = found
            index += 1
        } else if index < bytes.count, "=,!@|".utf8.contains(bytes[index]) {
            throw syntax(index, "this operator is reserved (RFC 6570 section 2.2)", "use one of + # . / ; ? & or none")
        }
        expressionCount += 1
        while true {
            expression.variables.append(try parseVariable(start))
            guard index < bytes.count else { throw syntax(start, "the brace is not closed", "add }") }
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "}") { break }
            guard byte == UInt8(ascii: ",") else {
                throw syntax(
                    index - 1, "this character is not allowed in an expression", "separate variables by commas")
            }
        }
        guard expressionCount <= TemplateLimits.expressionsMax, variableCount <= TemplateLimits.variablesMax else {
            throw TemplateError(
                code: .tooLong, offset: start, detail: "the template has too many expressions",
                hint: "at most \(TemplateLimits.expressionsMax) expressions, \(TemplateLimits.variablesMax) variables")
        }
        parts.append(.expression(expression))
    }

    /// Parses a name (section 2.3) of letters, digits, `_` and `%XX`, with single dots inside, and its modifier;
    /// `brace` is the index of the opening brace, for errors.
    private mutating func parseVariable(_ brace: Int) throws(TemplateError) -> TemplateVariable {
        let start = index
        var lastWasDot = true
        while index < bytes.count {
            if TemplateByte.isNameByte(bytes[index]) {
                index += 1
            } else if TemplateByte.isTriplet(bytes, index) {
                index += 3
            } else if bytes[index] == UInt8(ascii: "."), !lastWasDot {
                index += 1
                lastWasDot = true
                continue
            } else {
                break
            }
            lastWasDot = false
        }
        guard index > start, !lastWasDot else {
            if index >= bytes.count { throw syntax(brace, "the brace is not closed", "add }") }
            throw syntax(index, "a variable's name is expected here", "a name consists of letters, digits and _")
        }
        variableCount += 1
        var variable = TemplateVariable(name: String(decoding: bytes[start..<index], as: UTF8.self), offset: start)
        if index < bytes.count, bytes[index] == UInt8(ascii: "*") {
            variable.isExploded = true
            index += 1
        } else if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
            variable.prefixLength = try parsePrefixLength()
        }
        return variable
    }

    /// Parses a prefix length (section 2.4.1): 1 to 9999, without a leading zero.
    private mutating func parsePrefixLength() throws(TemplateError) -> Int {
        let start = index
        index += 1
        var length = 0
        while index < bytes.count, (0x30...0x39).contains(bytes[index]), length <= TemplateLimits.prefixLengthMax {
            if length == 0, bytes[index] == 0x30 { break }
            length = length * 10 + Int(bytes[index] - 0x30)
            index += 1
        }
        guard (1...TemplateLimits.prefixLengthMax).contains(length) else {
            throw syntax(
                start, "the length after : is not a number from 1 to 9999", "write {name:3} for three characters")
        }
        return length
    }

    private func syntax(_ offset: Int, _ detail: String, _ hint: String) -> TemplateError {
        TemplateError(code: .syntax, offset: offset, detail: detail, hint: hint)
    }
}

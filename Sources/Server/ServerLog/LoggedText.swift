/// Prepares text of clients for a log line: bounded, without secrets, without bytes that end the line.
enum LoggedText {
    /// The text cut to the limit, with tokens cut to their prefix and values of secret parameters removed.
    static func clean(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        if text.count > LogLimits.accessTextBytesMax {
            text = text.prefix(LogLimits.accessTextBytesMax) + ellipsis
        }
        if TokenRedaction.mayHoldToken(text) {
            text = Array(TokenRedaction.redacted(String(decoding: text, as: UTF8.self)).utf8)[...]
        }
        return withoutSecrets(text)
    }

    /// Appends a cleaned text for use inside quotation marks; bytes that are not plain become `\xHH`, as in nginx and
    /// Apache.
    static func append(_ text: ArraySlice<UInt8>, to line: inout [UInt8]) {
        for byte in clean(text) {
            if isPlain(byte) { line.append(byte) } else { appendEscaped(byte, to: &line) }
        }
    }

    /// The same for use without quotation marks, so that spaces are escaped, too; `-` if there is no text.
    static func appendWord(_ text: ArraySlice<UInt8>?, to line: inout [UInt8]) {
        guard let text, !text.isEmpty else { return line.append(UInt8(ascii: "-")) }
        for byte in clean(text) {
            if isPlain(byte), byte != UInt8(ascii: " ") { line.append(byte) } else { appendEscaped(byte, to: &line) }
        }
    }

    /// Whether a byte needs no escaping in any format.
    static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private static func appendEscaped(_ byte: UInt8, to line: inout [UInt8]) {
        line += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// The text with `***` for the values of parameters with names of secrets, also inside a percent-encoded address that is
    /// itself the value of a parameter.
    private static func withoutSecrets(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard text.contains(UInt8(ascii: "?")) || text.contains(UInt8(ascii: "%")) else { return text }
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            guard let separator = mark(of: "?&;", at: index, in: text) else {
                result.append(text[index])
                index += 1
                continue
            }
            result += text[index..<separator]
            index = separator
            guard let value = secretValue(at: index, in: text) else { continue }
            result += text[index..<value]
            result += Array("***".utf8)
            index = value
            while index < text.endIndex, mark(of: "&;#", at: index, in: text) == nil { index += 1 }
        }
        return result[...]
    }

    /// The index after one of these characters, plain or percent-encoded; nil if there is another one at the index.
    private static func mark(of characters: String, at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        if characters.utf8.contains(text[index]) { return index + 1 }
        guard text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex else { return nil }
        let code = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
        return code.map { characters.utf8.contains($0) } == true ? index + 3 : nil
    }

    /// The index of the value if the parameter name at an index is that of a secret, else nil.
    private static func secretValue(at index: Int, in text: ArraySlice<UInt8>) -> Int? {
        let name = text[index...].prefix { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || isLetter($0) }
        let lower = String(decoding: name.map { isLetter($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
        guard name.endIndex < text.endIndex, secretNames.contains(lower.filter { $0 != "_" && $0 != "-" }) else {
            return nil
        }
        return mark(of: "=", at: name.endIndex, in: text)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Usual names of parameters that hold credentials, without hyphens and underscores.
    private static let secretNames: Set<String> = [
        "token", "accesstoken", "idtoken", "refreshtoken", "authtoken", "sessiontoken", "auth", "authorization",
        "apikey",
        "secret", "clientsecret", "password", "passwd", "pwd", "signature", "sig", "session", "sessionid", "jwt",
    ]
    private static let digits = Array("0123456789ABCDEF".utf8)
    private static let ellipsis = Array("...".utf8)
}

import CanonicalJSON
import RouteModel

/// One line of the server log: time, level, event and named values.
struct LogLine: Sendable {
    /// When it happened.
    var at: Instant
    /// How important it is.
    var level: LogLevel
    /// What happened, in a few constant words.
    var event: String
    /// Named values; null ones are left out.
    var values: KeyValuePairs<String, JSONValue>

    /// The line in a format, without its newline.
    ///
    /// Texts with other than plain characters are written as JSON strings, so that no control character reaches a
    /// terminal. Tokens are cut to their prefix.
    func text(_ format: LogSettings.Format) -> String {
        switch format {
        case .json:
            var object: [String: JSONValue] = [
                "at": .string(at.description), "level": .string(level.rawValue), "event": .string(event),
            ]
            for (name, value) in values where value != .null { object[name] = value }
            return TokenRedaction.redacted(JSONValue.object(object).text)
        case .text:
            // Bytes and not text, whose parts cost ten times as much to append: there is a line for each write.
            var line: [UInt8] = []
            line.reserveCapacity(LogLimits.usualLineBytes)
            line += at.description.utf8
            line.append(UInt8(ascii: " "))
            line += level.rawValue.utf8
            line.append(UInt8(ascii: " "))
            line += event.utf8
            for (name, value) in values where value != .null {
                line.append(UInt8(ascii: " "))
                line += name.utf8
                line.append(UInt8(ascii: "="))
                line += Self.plain(value).utf8
            }
            let text = String(decoding: line, as: UTF8.self)
            return TokenRedaction.mayHoldToken(line) ? TokenRedaction.redacted(text) : text
        }
    }

    private static func plain(_ value: JSONValue) -> String {
        if case .integer(let number) = value { return String(number) }
        guard let text = value.stringValue else { return value.text }
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x3D }
        return isPlain ? text : value.text
    }
}

/// The beginning of a header field in lower case, for look-ups that take a bounded time.
struct AgentText {
    private let bytes: [UInt8]

    /// A text without a space has `+` in its place, as logs write it.
    init(_ text: String) {
        let start = text.utf8.prefix(ClientAgentLimits.fieldBytes)
        let space = start.contains(UInt8(ascii: " ")) ? UInt8(ascii: "+") : UInt8(ascii: " ")
        bytes = start.map { (0x41...0x5A).contains($0) ? $0 + 32 : $0 == UInt8(ascii: "+") ? space : $0 }
    }

    /// Whether a text in lower case occurs.
    func contains(_ text: String) -> Bool { end(of: text) != nil }

    /// Whether one of the texts occurs.
    func containsAny(_ texts: [String]) -> Bool { texts.contains { contains($0) } }

    /// Whether a text occurs with neither a letter nor a digit before it, and no letter behind it.
    func containsWord(_ text: String) -> Bool {
        var from = 0
        while let end = end(of: text, from: from) {
            let start = end - text.utf8.count
            let isFirst = start == 0 || !(Self.isLetter(bytes[start - 1]) || Self.isDigit(bytes[start - 1]))
            if isFirst, end == bytes.count || !Self.isLetter(bytes[end]) { return true }
            from = start + 1
        }
        return false
    }

    /// The version directly behind a text that begins a word: digits with `.` or `_` between them.
    ///
    /// Up to three signs between the text and the first digit, such as `/` or a space, are passed over.
    func version(after text: String) -> String? {
        var from = 0
        while let end = end(of: text, from: from) {
            let start = end - text.utf8.count
            from = start + 1
            // `Outlook-iOS/665` and `CriOS/102` are versions of programs.
            if start > 0, Self.isLetter(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "-") { continue }
            var place = end
            while place < bytes.count, place - end < 3, Self.isBetween(bytes[place]) { place += 1 }
            let digits = bytes[place...].prefix(ClientAgentLimits.versionBytes).prefix {
                Self.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
            }
            guard digits.first.map(Self.isDigit) == true else { continue }
            let version = String(
                decoding: digits.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: ".") : $0 }, as: UTF8.self)
            return version.last == "." ? String(version.dropLast()) : version
        }
        return nil
    }

    /// The place behind the first occurrence of a text at or after a place.
    private func end(of text: String, from start: Int = 0) -> Int? {
        let count = text.utf8.count
        guard count > 0, start + count <= bytes.count else { return nil }
        for place in start...(bytes.count - count) where bytes[place] == text.utf8.first {
            if bytes[place..<place + count].elementsEqual(text.utf8) { return place + count }
        }
        return nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    /// Some programs write `iOS; 7.1` or `Android: 11`.
    private static func isBetween(_ byte: UInt8) -> Bool { " /;:,#".utf8.contains(byte) }
}

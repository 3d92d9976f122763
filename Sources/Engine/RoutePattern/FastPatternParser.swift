/// Parses plain patterns in one pass: `scheme://host/literal/:name/*` in unreserved characters.
///
/// Nearly all patterns are plain, and clients parse them at launch. Every other text, valid or not, is left to
/// ``ParsedPattern``; a test compares the two.
struct FastPatternParser {
    private let bytes: [UInt8]
    private var index = 0

    /// The alternative of a plain pattern; nil for any other text.
    static func alternative(_ text: String, _ options: PatternOptions) -> Alternative? {
        var reader = FastPatternParser(bytes: Array(text.utf8))
        return reader.read(options)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read(_ options: PatternOptions) -> Alternative? {
        guard bytes.count <= PatternLimits.textBytesMax, let first = bytes.first else { return nil }
        var alternative = Alternative(
            scheme: .any, host: .any, port: .any, path: .any, query: [], options: options)
        if first != UInt8(ascii: "/") {
            // The address parser reads file://localhost/ as a file address without a host.
            guard let scheme = scheme(), scheme != "file", let host = host() else { return nil }
            alternative.scheme = .literal(scheme)
            alternative.host = host
            alternative.port = .schemeDefault
            if index == bytes.count { return alternative }
        }
        guard let path = path(options) else { return nil }
        alternative.path = path
        return alternative
    }

    private mutating func scheme() -> String? {
        guard bytes[0] &- 0x61 < 26 else { return nil }
        while index < bytes.count, bytes[index] &- 0x61 < 26 || bytes[index] &- 0x30 < 10 { index += 1 }
        guard index + 3 < bytes.count, bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == UInt8(ascii: "/"),
            bytes[index + 2] == UInt8(ascii: "/")
        else { return nil }
        defer { index += 3 }
        return String(decoding: bytes[..<index], as: UTF8.self)
    }

    /// Labels of lower-case letters, digits and hyphens; the last begins with a letter, so the host is not an IPv4
    /// address.
    private mutating func host() -> HostConstraint? {
        var labels: [SegmentMatcher] = []
        var start = index
        while true {
            if index < bytes.count, Self.isHostByte(bytes[index]) {
                index += 1
                continue
            }
            guard index > start else { return nil }
            labels.append(SegmentMatcher([.literal(String(decoding: bytes[start..<index], as: UTF8.self))]))
            if index == bytes.count || bytes[index] == UInt8(ascii: "/") { break }
            guard bytes[index] == UInt8(ascii: ".") else { return nil }
            index += 1
            start = index
        }
        return bytes[start] &- 0x61 < 26 ? .labels(labels, leadingWildcard: false) : nil
    }

    private mutating func path(_ options: PatternOptions) -> PathConstraint? {
        var segments: [SegmentMatcher] = []
        segments.reserveCapacity(6)
        while index < bytes.count {
            // The index is at a slash.
            index += 1
            guard index < bytes.count else {
                if options.strictSlash { return nil }
                break
            }
            let start = index
            switch bytes[start] {
            case UInt8(ascii: "*"):
                return start + 1 == bytes.count ? limited(segments, .oneOrMore("0")) : nil
            case UInt8(ascii: ":"):
                guard let name = name() else { return nil }
                for segment in segments where segment.isPlainCapture(named: name) { return nil }
                segments.append(SegmentMatcher([.capture(name, .none)]))
            default:
                while index < bytes.count, Self.isPathByte(bytes[index]) { index += 1 }
                guard index > start, index == bytes.count || bytes[index] == UInt8(ascii: "/"), !isDots(start)
                else { return nil }
                segments.append(SegmentMatcher([.literal(String(decoding: bytes[start..<index], as: UTF8.self))]))
            }
        }
        return limited(segments, .end)
    }

    private func limited(_ segments: [SegmentMatcher], _ ending: PathEnding) -> PathConstraint? {
        segments.count < PatternLimits.segmentsMax ? .segments(segments, ending) : nil
    }

    /// The name of a capture that is the whole segment; nil for any other text.
    private mutating func name() -> String? {
        let start = index + 1
        guard start < bytes.count, bytes[start] &- 0x30 >= 10 else { return nil }
        index = start
        while index < bytes.count, Self.isNameByte(bytes[index]) { index += 1 }
        guard index > start, index == bytes.count || bytes[index] == UInt8(ascii: "/") else { return nil }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private func isDots(_ start: Int) -> Bool {
        index - start <= 2 && bytes[start..<index].allSatisfy { $0 == UInt8(ascii: ".") }
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "_")
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
    }
}

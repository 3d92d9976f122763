/// One pattern of a CNRouter or MGJRouter table, said in Waymark's pattern language.
///
/// MGJRouter cuts a pattern at `://` and `/`, takes `:name` for a capture, cuts a capture's suffix at the first of
/// `.&?` and matches with or without it, stops at `~`, and never looks at a query (MGJRouter.m,
/// `pathComponentsFromURL:` and `extractParametersFromURL:matchExactly:`).
struct CNRouterPattern: Sendable, Hashable {
    /// How far a pattern reaches.
    enum Matching: Sendable, Hashable {
        case exact
        /// MGJRouter's own habit: further segments of the address are ignored.
        case prefix
    }

    /// The pattern as Waymark writes it.
    var text = ""
    /// What the table's author should know about the change, one sentence each.
    var remarks: [String] = []

    init(_ source: String, matching: Matching) {
        let whole = withoutQuery(source)
        var segments = whole.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if let mark = Self.schemeEnd(of: whole) {
            text = String(whole[..<mark]) + "://"
            segments = whole[whole.index(mark, offsetBy: 3)...].split(separator: "/").map(String.init)
            guard let host = segments.first, host != "~" else {
                // MGJRouter reads `scheme://` as `scheme://~`: every address of the scheme.
                text += "*"
                noteUnreached(segments.dropFirst())
                return
            }
            text += Self.isCapture(host) ? capture(host) : host
            segments.removeFirst()
            if segments.isEmpty {
                text += matching == .exact ? "/" : ""
                return
            }
        }
        append(segments, matching: matching)
    }

    private mutating func append(_ segments: [String], matching: Matching) {
        for (index, segment) in segments.enumerated() {
            if segment == "~" {
                text += "/*"
                return noteUnreached(segments[(index + 1)...])
            }
            text += "/" + (Self.isCapture(segment) ? capture(segment) : PatternName.escaped(segment))
        }
        if segments.isEmpty { text += "/" }
        if matching == .prefix { text += "{/*}?" }
    }

    /// `:id.html` is `:id{.html}?`; a name that Waymark cannot spell is respelt.
    private mutating func capture(_ segment: String) -> String {
        let body = segment.dropFirst()
        let name = body.prefix { !".&?".contains($0) }
        let suffix = body.dropFirst(name.count)
        let safe = PatternName.spelt(name)
        if safe != name {
            remarks.append("the capture \(segment) is called :\(safe), because names hold letters, digits and _")
        }
        return ":" + safe + (suffix.isEmpty ? "" : "{" + PatternName.escaped(String(suffix)) + "}?")
    }

    private mutating func noteUnreached(_ rest: ArraySlice<String>) {
        guard !rest.isEmpty else { return }
        remarks.append(
            "~ takes everything after it, so /\(rest.joined(separator: "/")) was never looked at and is left out")
    }

    /// MGJRouter stops reading a pattern at its query.
    private mutating func withoutQuery(_ source: String) -> String {
        guard let mark = source.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return source }
        remarks.append("\(source[mark...]) is left out: the table's router never compared it")
        return String(source[..<mark])
    }

    private static func schemeEnd(of text: String) -> String.Index? {
        var index = text.startIndex
        while index < text.endIndex {
            if text[index...].hasPrefix("://") { return index }
            index = text.index(after: index)
        }
        return nil
    }

    private static func isCapture(_ segment: String) -> Bool { segment.hasPrefix(":") && segment.count > 1 }
}

extension CNRouterPattern {
    /// The way back: the table's spelling of a pattern, where there is one that would be imported as that pattern.
    static func spelling(of pattern: String) -> String? {
        var text = pattern
        var ending = ""
        if text.hasSuffix("{/*}?") {
            text.removeLast(5)
        } else if text.hasSuffix("/*") {
            text.removeLast(2)
            ending = "/~"
        } else if text.hasSuffix("://*") {
            text.removeLast(1)
            ending = "~"
        }
        text = text.replacing("{.", with: ".").replacing("}?", with: "").replacing("\\", with: "") + ending
        let candidates = text.hasSuffix("/") && !text.hasSuffix("://") ? [String(text.dropLast()), text] : [text]
        return candidates.first { candidate in
            [Matching.exact, .prefix].contains { CNRouterPattern(candidate, matching: $0).text == pattern }
        }
    }
}

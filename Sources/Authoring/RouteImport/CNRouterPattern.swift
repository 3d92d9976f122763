/// One pattern of a CNRouter or MGJRouter table, converted to Waymark's pattern language.
///
/// MGJRouter splits a pattern at `://` and `/`, reads `:name` as a capture, matches a capture with or without its
/// suffix (which begins at the first of `.&?`), stops at `~`, and never compares a query (MGJRouter.m,
/// `pathComponentsFromURL:` and `extractParametersFromURL:matchExactly:`).
struct CNRouterPattern: Sendable, Hashable {
    typealias Matching = CNRouterTable.Matching

    /// The pattern in Waymark's language.
    var text = ""
    /// Differences that the table's author should know, one sentence each.
    var remarks: [String] = []

    init(_ source: String, matching: Matching) {
        let whole = withoutQuery(source)
        var segments = whole.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        if let mark = whole.firstRange(of: "://") {
            text = String(whole[..<mark.upperBound])
            segments = whole[mark.upperBound...].split(separator: "/").map(String.init)
            guard let host = segments.first, host != "~" else {
                // For MGJRouter `scheme://` is `scheme://~`: every address of the scheme.
                text += "*"
                remarkUnreached(segments.dropFirst())
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
                return remarkUnreached(segments[(index + 1)...])
            }
            text += "/" + (Self.isCapture(segment) ? capture(segment) : PatternName.escaped(segment))
        }
        if segments.isEmpty { text += "/" }
        if matching == .prefix { text += "{/*}?" }
    }

    /// Converts `:id.html` to `:id{.html}?`; characters that no name may contain become `_`.
    private mutating func capture(_ segment: String) -> String {
        let body = segment.dropFirst()
        let name = body.prefix { !".&?".contains($0) }
        let suffix = body.dropFirst(name.count)
        let safe = PatternName.spelt(name)
        if safe != name {
            remarks.append(
                "the capture \(segment) is called :\(safe), because a name contains only letters, digits and _")
        }
        return ":" + safe + (suffix.isEmpty ? "" : "{" + PatternName.escaped(String(suffix)) + "}?")
    }

    private mutating func remarkUnreached(_ rest: ArraySlice<String>) {
        guard !rest.isEmpty else { return }
        remarks.append(
            "~ matches everything after it, so /\(rest.joined(separator: "/")) was never compared and is left out")
    }

    /// The source without query and fragment, which MGJRouter does not compare.
    private mutating func withoutQuery(_ source: String) -> String {
        guard let mark = source.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return source }
        remarks.append("\(source[mark...]) is left out: MGJRouter does not compare it")
        return String(source[..<mark])
    }

    private static func isCapture(_ segment: String) -> Bool { segment.hasPrefix(":") && segment.count > 1 }
}

extension CNRouterPattern {
    /// The table's text for a pattern; nil if there is none that an import would convert to that pattern.
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
            Matching.allCases.contains { CNRouterPattern(candidate, matching: $0).text == pattern }
        }
    }
}

/// The path and query of a line of `_redirects`, converted to a pattern.
struct NetlifySource: Sendable, Hashable {
    /// The pattern's text.
    var text = ""
    /// The origin, if the line has a whole address; nil for a path.
    private(set) var origin: String?
    /// Netlify's names of single captures, with their names in the pattern.
    private(set) var names: [String: String] = [:]
    /// The name `splat`, if the path ends with `*`.
    private(set) var lists: [String: String] = [:]
    /// The reason why the line cannot be converted; nil if it can.
    private(set) var refusal: String?

    init(_ line: NetlifyLine) {
        var path = line.from[...]
        if let mark = line.from.firstRange(of: "://") {
            let end = line.from[mark.upperBound...].firstIndex(of: "/") ?? line.from.endIndex
            origin = String(line.from[..<end])
            text = String(line.from[..<end])
            path = line.from[end...]
        }
        guard path.isEmpty || path.hasPrefix("/") else {
            refusal = "it is neither a path nor an address"
            return
        }
        append(path)
        for (index, pair) in line.query.enumerated() {
            // Escaped: after a name or a repetition a plain `?` would make that optional.
            text += index == 0 ? #"\?"# : "&"
            text += PatternName.escaped(pair.name) + "=" + value(pair.value)
        }
    }

    private mutating func append(_ path: Substring) {
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        if segments.isEmpty, !path.isEmpty { text += "/" }
        for (index, segment) in segments.enumerated() {
            if segment == "*" {
                guard index == segments.count - 1 else {
                    refusal = "* is not at the end of the path, and Netlify ignores what follows it"
                    return
                }
                text += "/:splat*"
                lists["splat"] = "splat"
            } else if segment.hasPrefix(":"), segment.count > 1 {
                text += "/" + capture(segment.dropFirst())
            } else {
                text += "/" + PatternName.escaped(segment)
            }
        }
    }

    private mutating func value(_ value: String) -> String {
        value.hasPrefix(":") && value.count > 1 ? capture(value.dropFirst()) : PatternName.escaped(value)
    }

    private mutating func capture(_ name: Substring) -> String {
        let spelt = PatternName.spelt(name)
        names[String(name)] = spelt
        return ":" + spelt
    }
}

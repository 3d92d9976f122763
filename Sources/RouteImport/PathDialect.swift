/// A path pattern of RouterX or JLRoutes, said in Waymark's pattern language.
///
/// Both write `:name` for a segment and parentheses for what may be missing. RouterX (Journey scanner of
/// jasl/RouterX) stops a capture at a dot and takes one segment for `*name`; JLRoutes takes all that remains for a `*`
/// at the end (JLRRouteDefinition.m, `matchingParametersForRequest`).
enum PathDialect: Sendable, Hashable {
    case routerx
    case jlroutes

    /// What a pattern of the dialect means.
    func convert(_ source: String) -> ConvertedPattern {
        let (scheme, path) = Self.split(source)
        guard let spellings = OptionalGroups(path)?.spellings else {
            return ConvertedPattern(texts: [source])
        }
        var remarks: Set<String> = []
        var texts: [String] = []
        for spelling in spellings {
            let text = pattern(spelling, scheme: scheme, &remarks)
            if !texts.contains(text) { texts.append(text) }
        }
        if self == .routerx, texts.contains(where: { $0.contains(":") }) {
            remarks.insert("RouterX ends a capture at a dot; here a capture takes the whole segment")
        }
        return ConvertedPattern(texts: texts, remarks: remarks.sorted())
    }

    /// JLRoutes reads the host of `scheme://host/path` as the first segment, unless it holds a dot, and so does a
    /// pattern that spells it as the host.
    private static func split(_ source: String) -> (scheme: String?, path: String) {
        guard let mark = source.firstRange(of: "://") else {
            return (nil, source.hasPrefix("/") ? source : "/" + source)
        }
        return (String(source[..<mark.lowerBound]), "/" + source[mark.upperBound...])
    }

    private func pattern(_ path: String, scheme: String?, _ remarks: inout Set<String>) -> String {
        var text = ""
        let segments = path.split(separator: "/", omittingEmptySubsequences: true)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if self == .jlroutes, segment == "*", isLast {
                text += index > 0 ? "{/*}?" : scheme == nil ? "/*" : "*"
                continue
            }
            if scheme == nil || index > 0 { text += "/" }
            text += converted(segment, &remarks)
        }
        guard let scheme else { return text.isEmpty ? "/" : text }
        return "\(scheme)://\(text)" + (text.isEmpty || segments.count == 1 && text != "*" ? "/" : "")
    }

    private func converted(_ segment: Substring, _ remarks: inout Set<String>) -> String {
        var text = ""
        var index = segment.startIndex
        while index < segment.endIndex {
            let character = segment[index]
            let rest = segment[segment.index(after: index)...]
            let name = rest.prefix { PatternName.isCharacter($0) || self == .jlroutes && $0 == "-" }
            guard ":*".contains(character), !name.isEmpty else {
                text += PatternName.escaped(String(character))
                index = segment.index(after: index)
                continue
            }
            let spelt = PatternName.spelt(name)
            if spelt != name {
                remarks.insert("the capture :\(name) is called :\(spelt), because names hold letters, digits and _")
            }
            if character == "*" {
                remarks.insert(
                    self == .routerx
                        ? "RouterX takes one segment for *\(name); write :\(spelt)+ for all that remains"
                        : "JLRoutes takes *\(name) for a literal; here it is the capture :\(spelt)")
            }
            text += ":" + spelt
            index = name.endIndex
        }
        return text
    }
}

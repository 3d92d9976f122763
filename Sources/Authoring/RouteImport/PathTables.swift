package import CanonicalJSON
import RouteModel

/// Reads routes of RouterX: `{PATH: {"class": NAME}}` or `{PATH: {"redirectUrl": URL}}`, with paths such as
/// `/a/:b(/:c)`.
package enum RouterXTable {
    /// Reads a table; each part that is left out or changed has a finding.
    ///
    /// - Returns: The rules in the order of the table; paths belong to the app's origins.
    /// - Throws: `JSONError` if the bytes are not JSON; JSON that is not a table is a finding.
    package static func importing(_ bytes: [UInt8]) throws(JSONError) -> ImportedTable {
        try PatternTable.importing(bytes, convert: PathDialect.routerx.convert)
    }
}

/// Reads routes of JLRoutes: as RouterX's, with `priority` beside `class`, and with a scheme before the path of a route
/// that belongs to one scheme: `myapp://user/view/:id`.
package enum JLRoutesTable {
    /// Reads a table; each part that is left out or changed has a finding.
    ///
    /// - Returns: The rules in the order in which JLRoutes tries them: by priority, then as registered.
    /// - Throws: `JSONError` if the bytes are not JSON; JSON that is not a table is a finding.
    package static func importing(_ bytes: [UInt8]) throws(JSONError) -> ImportedTable {
        var table = try PatternTable.importing(bytes, hasPriorities: true, convert: PathDialect.jlroutes.convert)
        let ranked = table.rules.enumerated().sorted { a, b in
            (-a.element.priority, a.offset) < (-b.element.priority, b.offset)
        }
        table.rules = ranked.map(\.element)
        return table
    }
}

/// Converts path patterns of RouterX and JLRoutes to Waymark's pattern language.
///
/// Both write `:name` for a segment and parentheses around optional parts. In RouterX (Journey scanner of jasl/RouterX)
/// a capture ends at a dot and `*name` matches one segment; in JLRoutes a final `*` matches all remaining segments
/// (JLRRouteDefinition.m, `matchingParametersForRequest`).
enum PathDialect: Sendable, Hashable {
    case routerx
    case jlroutes

    /// Converts one pattern; text with unbalanced or too many parentheses stays as it is, and the pattern parser
    /// refuses it.
    func convert(_ source: String) -> ConvertedPattern {
        let (scheme, path) = Self.split(source)
        guard let spellings = OptionalGroups(path)?.spellings else {
            return ConvertedPattern(texts: [source])
        }
        var remarks: Set<String> = []
        var texts: [String] = []
        for spelling in spellings {
            let text = pattern(spelling, scheme: scheme, &remarks)
            if !ExactText.contains(texts, text) { texts.append(text) }
        }
        if self == .routerx, texts.contains(where: { $0.contains(":") }) {
            remarks.insert("RouterX ends a capture at a dot; here a capture matches the whole segment")
        }
        return ConvertedPattern(texts: texts, remarks: remarks.sorted())
    }

    /// Splits a source into scheme and path; the path begins with `/`.
    ///
    /// JLRoutes treats the host of `scheme://host/path` as the first segment, unless it contains a dot; a pattern with
    /// that text as its host matches the same addresses.
    private static func split(_ source: String) -> (scheme: String?, path: String) {
        guard let mark = source.firstRange(of: "://") else {
            return (nil, source.hasPrefix("/") ? source : "/" + source)
        }
        return (String(source[..<mark.lowerBound]), "/" + source[mark.upperBound...])
    }

    /// The pattern of one spelling without parentheses.
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

    /// Converts one segment: captures are renamed if needed, other characters are escaped.
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
                remarks.insert(
                    "the capture :\(name) is called :\(spelt), because a name contains only letters, digits and _")
            }
            if character == "*" {
                remarks.insert(
                    self == .routerx
                        ? "in RouterX *\(name) matches one segment; write :\(spelt)+ for all remaining segments"
                        : "in JLRoutes *\(name) is literal text; here it is the capture :\(spelt)")
            }
            text += ":" + spelt
            index = name.endIndex
        }
        return text
    }
}

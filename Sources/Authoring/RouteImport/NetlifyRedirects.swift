import RouteModel
import RoutePattern
import TargetTemplate

/// Reads Netlify's `_redirects`: one redirect per line; the first line that matches wins.
///
/// `:name` captures a segment, a final `*` captures the list `:splat`, which may be empty; conditions on country,
/// language and role become conditions of the rule (docs.netlify.com, "Redirect options").
package enum NetlifyRedirects {
    /// Reads a file; each part that is left out or changed has a finding.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - origin: The origin of targets that are only a path, such as `https://www.example.com`.
    /// - Returns: The rules in the order of the lines.
    package static func importing(_ bytes: [UInt8], origin: String?) -> ImportedTable {
        var reading = NetlifyReading(origin: origin)
        var rest = bytes[...]
        var number = 0
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            number += 1
            guard reading.read(line, number: number) else { break }
        }
        return reading.table
    }
}

/// The state of reading one file.
private struct NetlifyReading {
    let origin: String?
    private(set) var table = ImportedTable()

    init(origin: String?) {
        self.origin = origin
    }

    /// Reads a line; false if no other one is to be read.
    mutating func read(_ bytes: ArraySlice<UInt8>, number: Int) -> Bool {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let place = SourcePlace.line(number, column: 1 + bytes.prefix(while: isBlank).count)
        guard bytes.count <= ImportLimits.lineBytesMax else {
            guard table.takesEntry(at: place) else { return false }
            table.drop(
                String(decoding: bytes.prefix(60), as: UTF8.self) + "…", at: place,
                "the line has \(bytes.count) bytes, and a line has at most \(ImportLimits.lineBytesMax)", "shorten it")
            return true
        }
        guard let line = NetlifyLine(Substring(decoding: bytes, as: UTF8.self)) else { return true }
        guard table.takesEntry(at: place) else { return false }
        guard table.accepts(line.from, at: place), table.accepts(line.target ?? "", at: place) else { return true }
        let source = NetlifySource(line)
        if let refusal = source.refusal {
            table.drop(line.from, at: place, refusal, "put * at the end of the path, or write a rule by hand")
        } else {
            append(line, source, at: place)
        }
        return true
    }

    private mutating func append(_ line: NetlifyLine, _ source: NetlifySource, at place: SourcePlace) {
        if !line.rest.isEmpty {
            table.remark(
                "“\(line.rest.joined(separator: " "))” of “\(line.from)” is left out", at: place,
                "a line is: from [name=value …] to [status] [Country=… Language=…]")
        }
        guard let condition = condition(line, at: place),
            let pattern = table.pattern(source.text, of: line.from, at: place),
            let destination = destination(line, source, at: place)
        else { return }
        if !line.query.isEmpty {
            table.remark(
                "“\(line.from)” also matches addresses with further query items, which Netlify does not match",
                at: place,
                "check that the meaning is still correct")
        }
        if line.isForced {
            table.remark(
                "the ! of “\(line.from)” has no effect", at: place, "Waymark serves no files"
            )
        }
        table.append([pattern], when: condition.isEmpty ? nil : condition, to: destination)
    }

    private mutating func destination(_ line: NetlifyLine, _ source: NetlifySource, at place: SourcePlace)
        -> Destination?
    {
        if (400..<500).contains(line.status) {
            table.remark(
                "“\(line.from)” answers \(line.status)\(line.target.map { " with the page \($0)" } ?? ""); it becomes a block",
                at: place, "put the text for such addresses on the app's page for blocked addresses")
            return .block("answered \(line.status)")
        }
        guard let target = line.target else {
            table.drop(line.from, at: place, "it has no target", "write: \(line.from) /target")
            return nil
        }
        guard [200, 301, 302, 303, 307, 308].contains(line.status) else {
            table.drop(
                line.from, at: place, "\(line.status) is not a status of a redirect",
                "use 301, 302, 303, 307, 308 or 200")
            return nil
        }
        let text = TargetText(target, origin: source.origin ?? origin, names: source.names, lists: source.lists)
        if let refusal = text.refusal {
            table.drop(line.from, at: place, refusal, "write a whole address, or set the app's origin in its settings")
            return nil
        }
        if !text.unknownNames.isEmpty {
            table.remark(
                "\(text.unknownNameList) in the target of “\(line.from)” is not captured and stays as text", at: place,
                "check that the meaning is still correct")
        }
        guard let destination = table.redirect(text.template, query: .keep, of: line.from, at: place) else {
            return nil
        }
        if line.status == 200 {
            table.remark(
                "“\(line.from)” is a rewrite (200), which serves the target under the first address; here it is a redirect",
                at: place, "check that the app should open the target")
        }
        return destination
    }

    /// The line's conditions; nil, with a finding, if one cannot be expressed: without it the rule would match more.
    private mutating func condition(_ line: NetlifyLine, at place: SourcePlace) -> Condition? {
        var clauses = Clauses()
        for pair in line.conditions {
            let words = pair.value.split(separator: ",").map(String.init)
            switch pair.name.lowercased() {
            case "country": clauses.region += words.map { $0.uppercased() }
            case "role": clauses.attributes.append(AttributeClause(name: "role", values: words))
            case "language":
                for word in words {
                    guard let range = try? LanguageRange(word) else { return dropped(line, pair, at: place) }
                    clauses.locale.append(range)
                }
            default: return dropped(line, pair, at: place)
            }
        }
        return Condition(clauses)
    }

    private mutating func dropped(_ line: NetlifyLine, _ pair: NetlifyLine.Pair, at place: SourcePlace) -> Condition? {
        table.drop(
            line.from, at: place,
            "its condition \(pair.name)=\(pair.value.prefix(60)) cannot be expressed, and without it the rule would "
                + "match more addresses", "use an attribute that the app puts into its context")
        return nil
    }
}

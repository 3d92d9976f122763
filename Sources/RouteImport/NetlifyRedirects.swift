import RouteModel
import RoutePattern
import TargetTemplate

/// Netlify's `_redirects`: a line for each redirect, the first that fits wins.
///
/// `:name` takes a segment, a final `*` is the list `:splat`, which may be empty; conditions on country and language become
/// conditions of the rule (docs.netlify.com, "Redirect options").
package enum NetlifyRedirects {
    /// Reads a file; nothing is left out without a finding.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - origin: What a target that is only a path belongs to, such as `https://www.example.com`.
    /// - Returns: The rules in the order of the lines.
    package static func importing(_ bytes: [UInt8], origin: String?) -> ImportedTable {
        var reading = NetlifyReading(origin: origin)
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() { reading.read(line, number: index + 1) }
        return reading.table
    }
}

/// One reading of a file.
private struct NetlifyReading {
    let origin: String?
    private(set) var table = ImportedTable()

    init(origin: String?) {
        self.origin = origin
    }

    mutating func read(_ text: Substring, number: Int) {
        guard let line = NetlifyLine(text) else { return }
        let place = SourcePlace.line(number, column: 1 + text.prefix { $0 == " " || $0 == "\t" }.unicodeScalars.count)
        var source = NetlifySource(line)
        guard let refusal = source.refusal else {
            return append(line, source, at: place)
        }
        source.text = line.from
        table.drop(source.text, at: place, refusal, "put * at the end of the path, or write a rule by hand")
    }

    private mutating func append(_ line: NetlifyLine, _ source: NetlifySource, at place: SourcePlace) {
        for word in line.rest {
            table.remark(
                "“\(word)” of “\(line.from)” is left out", at: place,
                "a line is: from [name=value …] to [status] [Country=… Language=…]")
        }
        guard let condition = condition(line, at: place),
            let pattern = table.pattern(source.text, of: line.from, at: place),
            let destination = destination(line, source, at: place)
        else { return }
        if !line.query.isEmpty {
            table.remark(
                "“\(line.from)” allows other query items too, which Netlify does not", at: place,
                "see that it still says what you mean")
        }
        if line.isForced {
            table.remark(
                "the ! of “\(line.from)” has no meaning here", at: place, "no file can stand before a rule")
        }
        table.append([pattern], when: condition.isEmpty ? nil : condition, to: destination)
    }

    private mutating func destination(_ line: NetlifyLine, _ source: NetlifySource, at place: SourcePlace)
        -> Destination?
    {
        if (400..<500).contains(line.status) {
            table.remark(
                "“\(line.from)” answers \(line.status)\(line.target.map { " with the page \($0)" } ?? ""); it becomes a block",
                at: place, "give the app's own page for blocked addresses the text it needs")
            return .block("answered \(line.status)")
        }
        guard let target = line.target else {
            table.drop(line.from, at: place, "it has no target", "write: \(line.from) /where-it-leads")
            return nil
        }
        guard [200, 301, 302, 303, 307, 308].contains(line.status) else {
            table.drop(
                line.from, at: place, "\(line.status) is no status of a redirect", "use 301, 302, 303, 307, 308 or 200")
            return nil
        }
        let text = TargetText(target, origin: source.origin ?? origin, names: source.names, lists: source.lists)
        if let refusal = text.refusal {
            table.drop(line.from, at: place, refusal, "write a whole address, or name the app's origin in its settings")
            return nil
        }
        for name in text.unknownNames {
            table.remark(
                ":\(name) in the target of “\(line.from)” is not captured and stays as text", at: place,
                "see that it still says what you mean")
        }
        guard let destination = table.redirect(text.template, query: .keep, of: line.from, at: place) else {
            return nil
        }
        if line.status == 200 {
            table.remark(
                "“\(line.from)” is a rewrite (200), which shows a page under another address; here it leads there",
                at: place, "see that the app should open the target")
        }
        return destination
    }

    /// The line's conditions; nil, with a finding, where one cannot be said: without it the rule would take more.
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
            "its condition \(pair.name)=\(pair.value) cannot be said, and without it the rule would "
                + "take more addresses", "use an attribute that the app puts into its context")
        return nil
    }
}

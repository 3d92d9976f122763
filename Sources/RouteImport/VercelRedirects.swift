package import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate

/// The `redirects` of Vercel's `vercel.json`, or of Next.js where they are plain: the first that fits wins.
package enum VercelRedirects {
    /// Reads a `vercel.json`, or the list alone; nothing is left out without a finding.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - origin: What a destination that is only a path belongs to, such as `https://www.example.com`.
    /// - Returns: The rules in the order of the list.
    /// - Throws: `JSONError` where the bytes are no JSON; a value that is no list of redirects is a finding.
    package static func importing(_ bytes: [UInt8], origin: String?) throws(JSONError) -> ImportedTable {
        var reading = VercelReading(document: try JSONDocument(parsing: bytes), origin: origin)
        reading.read()
        return reading.table
    }
}

/// One reading of a file.
private struct VercelReading {
    let document: JSONDocument
    let origin: String?
    private(set) var table = ImportedTable()

    init(document: JSONDocument, origin: String?) {
        self.document = document
        self.origin = origin
    }

    mutating func read() {
        let root = document.root
        let list = root.kind == .object ? root["redirects"] : root
        guard let list, list.kind == .array else {
            return table.report(
                .syntax, .error, place(root), "there is no list of redirects",
                #"write {"redirects": [{"source": "/a", "destination": "/b"}]}"#)
        }
        if root.kind == .object {
            for member in root.members where member.name != "redirects" && member.name != "$schema" {
                table.remark(
                    "“\(member.name)” is left out", at: place(member.value), "only redirects become rules")
            }
        }
        for element in list.elements { readEntry(element) }
    }

    private mutating func readEntry(_ entry: JSONNode) {
        guard entry.kind == .object, let source = entry["source"]?.stringValue else {
            return table.report(
                .importDropped, .error, place(entry), "an entry without a source is left out",
                #"write {"source": "/a", "destination": "/b"}"#)
        }
        let known = ["source", "destination", "permanent", "statusCode", "has", "missing"]
        for member in entry.members where !known.contains(member.name) {
            table.remark(
                "“\(member.name)” of “\(source)” is left out", at: place(member.value),
                "an entry has \(known.joined(separator: ", "))")
        }
        guard let target = entry["destination"]?.stringValue else {
            return table.drop(source, at: place(entry), "it has no destination", "say where it leads")
        }
        let path = VercelSource(source)
        if let refusal = path.refusal {
            return table.drop(
                source, at: place(entry), refusal,
                "write a rule for the exception, and give it a higher priority than this one")
        }
        guard let demand = demand(entry, source),
            let pattern = table.pattern(demand.pattern(path.text), of: source, at: place(entry)),
            let destination = destination(target, demand, path, source, entry)
        else { return }
        table.append([pattern], when: demand.condition, to: destination)
    }

    private mutating func demand(_ entry: JSONNode, _ source: String) -> VercelDemand? {
        var demand = VercelDemand()
        for (name, isMissing) in [("has", false), ("missing", true)] {
            guard let list = entry[name] else { continue }
            for item in list.elements {
                if let refusal = demand.add(
                    type: item["type"]?.stringValue ?? "", key: item["key"]?.stringValue,
                    value: item["value"]?.stringValue, isMissing: isMissing)
                {
                    table.drop(source, at: place(item), refusal, "say it as a condition that the app knows, by hand")
                    return nil
                }
            }
        }
        return demand
    }

    private mutating func destination(
        _ target: String, _ demand: VercelDemand, _ path: VercelSource, _ source: String, _ entry: JSONNode
    ) -> Destination? {
        // `$1` is the first group without a name.
        var spelt = target
        for name in Set(path.names.keys).union(path.lists.keys) where Int(name) != nil {
            spelt = spelt.replacing("$\(name)", with: ":_\(name)")
        }
        let names = path.names.merging(demand.names) { first, _ in first }
        let text = TargetText(
            spelt, origin: demand.host.map { "https://\($0)" } ?? origin, names: names.addingSpellings,
            lists: path.lists.addingSpellings)
        if let refusal = text.refusal {
            table.drop(
                source, at: place(entry), refusal, "write a whole address, or name the app's origin in its settings")
            return nil
        }
        for name in text.unknownNames {
            table.remark(
                ":\(name) in the destination of “\(source)” is not captured and stays as text", at: place(entry),
                "see that it still says what you mean")
        }
        return table.redirect(text.template, query: .keep, of: source, at: place(entry))
    }

    private func place(_ node: JSONNode) -> SourcePlace { .node(node, in: document) }
}

extension [String: String] {
    /// The names under their spelling in Waymark too, as `$1` was respelt.
    fileprivate var addingSpellings: [String: String] {
        merging(values.map { ($0, $0) }) { first, _ in first }
    }
}

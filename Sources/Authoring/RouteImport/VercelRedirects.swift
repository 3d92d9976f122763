package import CanonicalJSON
import RouteModel
import RoutePattern
import TargetTemplate

/// Reads the `redirects` of Vercel's `vercel.json`, or of Next.js if they have only these members; the first redirect
/// that matches wins.
package enum VercelRedirects {
    /// Reads a `vercel.json`, or the list alone; each part that is left out or changed has a finding.
    ///
    /// - Parameters:
    ///   - bytes: JSON, read strictly.
    ///   - origin: The origin of destinations that are only a path, such as `https://www.example.com`.
    /// - Returns: The rules in the order of the list.
    /// - Throws: `JSONError` if the bytes are not JSON; JSON that is not a list of redirects is a finding.
    package static func importing(_ bytes: [UInt8], origin: String?) throws(JSONError) -> ImportedTable {
        var reading = VercelReading(document: try JSONDocument(parsing: bytes), origin: origin)
        reading.read()
        reading.table.locateFindings(in: reading.document)
        return reading.table
    }
}

/// The state of reading one file.
private struct VercelReading {
    let document: JSONDocument
    let origin: String?
    var table = ImportedTable()

    init(document: JSONDocument, origin: String?) {
        self.document = document
        self.origin = origin
    }

    mutating func read() {
        let root = document.root
        let isObject = root.kind == .object
        guard let list = isObject ? root["redirects"] : root, list.kind == .array else {
            return table.report(
                .syntax, .node(root), "there is no list of redirects",
                #"write {"redirects": [{"source": "/a", "destination": "/b"}]}"#)
        }
        for member in root.members where member.name != "redirects" && member.name != "$schema" {
            table.remark(
                "“\(member.name.prefix(60))” is left out", at: .node(member.value, member.name),
                "only redirects become rules")
        }
        let tokens = isObject ? ["redirects"] : []
        for (index, element) in list.elements.enumerated() {
            let own = tokens + [String(index)]
            guard table.takesEntry(at: .json(JSONPointer(own), offset: element.offset)) else { break }
            readEntry(element, own)
        }
    }

    /// - Parameters:
    ///   - entry: One redirect.
    ///   - tokens: The tokens of its JSON pointer.
    private mutating func readEntry(_ entry: JSONNode, _ tokens: [String]) {
        let place = SourcePlace.json(JSONPointer(tokens), offset: entry.offset)
        guard entry.kind == .object, let source = entry["source"]?.stringValue else {
            return table.report(
                .importDropped, place, "an entry without a source is left out",
                #"write {"source": "/a", "destination": "/b"}"#)
        }
        guard table.accepts(source, at: place) else { return }
        let known = ["source", "destination", "permanent", "statusCode", "has", "missing"]
        for member in entry.members where !known.contains(member.name) {
            table.remark(
                "“\(member.name.prefix(60))” of “\(source)” is left out",
                at: .json(JSONPointer(tokens).appending(member.name), offset: member.value.offset),
                "an entry has \(known.joined(separator: ", "))")
        }
        guard let target = entry["destination"]?.stringValue else {
            return table.drop(source, at: place, "it has no destination", "add the destination")
        }
        guard table.accepts(target, at: place) else { return }
        let path = VercelSource(source)
        if let refusal = path.refusal {
            return table.drop(
                source, at: place, refusal,
                "write a rule for the exception, and give it a higher priority than this one")
        }
        guard let demand = demand(entry, source, tokens),
            let pattern = table.pattern(demand.pattern(path.text), of: source, at: place),
            let destination = destination(target, demand, path, source, at: place)
        else { return }
        table.append([pattern], when: demand.condition, to: destination)
    }

    private mutating func demand(_ entry: JSONNode, _ source: String, _ tokens: [String]) -> VercelDemand? {
        var demand = VercelDemand()
        for (name, isMissing) in [("has", false), ("missing", true)] {
            guard let list = entry[name] else { continue }
            for (index, item) in list.elements.enumerated() {
                if let refusal = demand.add(
                    type: item["type"]?.stringValue ?? "", key: item["key"]?.stringValue,
                    value: item["value"]?.stringValue, isMissing: isMissing)
                {
                    let pointer = JSONPointer(tokens).appending(name).appending(index)
                    table.drop(
                        source, at: .json(pointer, offset: item.offset), refusal,
                        "write a rule by hand, with an attribute that the app puts into its context")
                    return nil
                }
            }
        }
        return demand
    }

    private mutating func destination(
        _ target: String, _ demand: VercelDemand, _ path: VercelSource, _ source: String, at place: SourcePlace
    ) -> Destination? {
        let text = TargetText(
            target, origin: demand.host.map { "https://\($0)" } ?? origin,
            names: path.names.merging(demand.names) { first, _ in first }, lists: path.lists, isNumbered: true)
        if let refusal = text.refusal {
            table.drop(source, at: place, refusal, "write a whole address, or set the app's origin in its settings")
            return nil
        }
        if !text.unknownNames.isEmpty {
            table.remark(
                "\(text.unknownNameList) in the destination of “\(source)” is not captured and stays as text",
                at: place,
                "check that the meaning is still correct")
        }
        return table.redirect(text.template, query: .keep, of: source, at: place)
    }
}

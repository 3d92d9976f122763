import CanonicalJSON
import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

/// A file of `Config/vectors` with bodies, and addresses with their resolutions.
struct VectorFile {
    /// Files of another shape, which RouteClient's tests read.
    static let otherNames: Set<String> = ["bodies.json", "heads.json", "schema.json"]

    let path: String
    let root: [String: JSONValue]
    private(set) var cases: [[String: JSONValue]]
    private(set) var bodies: [String: JSONValue]

    /// The files, in the order of their names.
    static func all() throws -> [VectorFile] {
        let folder = PackageRoot.url.appendingPathComponent("Config/vectors").path
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".json") && !otherNames.contains($0) }.map { try VectorFile($0) }
    }

    init(_ name: String) throws {
        path = "Config/vectors/\(name)"
        let value = try JSONValue(parsing: PackageRoot.bytes(of: path))
        let root = try #require(value.objectValue)
        self.root = root
        cases = try #require(root["cases"]?.arrayValue).compactMap(\.objectValue)
        bodies = try #require(root["bodies"]?.objectValue)
    }

    /// Whether a program of this version would not publish the body: it has unknown parts, or another order.
    func isForeign(_ body: String) -> Bool { root["foreign"]?.arrayValue?.contains(.string(body)) == true }

    /// The address of a case: a text, or for a long one a list of texts and of `[text, count]` for repetitions.
    static func address(_ vector: [String: JSONValue]) throws -> String {
        if let text = vector["address"]?.stringValue { return text }
        let parts = try #require(vector["address"]?.arrayValue)
        return parts.map { part in
            let count = Int(part[1]?.integerValue ?? 1)
            return String(repeating: (part[0] ?? part).stringValue ?? "", count: count)
        }.joined()
    }

    /// The instant of a case.
    func instant(_ vector: [String: JSONValue]) throws -> Instant {
        let text = try #require((vector["at"] ?? root["at"])?.stringValue)
        return try #require(Instant(rfc3339: text))
    }

    mutating func renew(_ body: String, _ value: JSONValue) { bodies[body] = value }

    mutating func renew(_ place: Int, _ resolution: JSONValue) { cases[place]["resolution"] = resolution }

    /// The file's text: one rule and one case on each line.
    var text: String {
        var lines = ["{"]
        for name in root.keys.sorted() {
            switch name {
            case "bodies":
                lines.append("  \"bodies\": {")
                for (place, body) in bodies.keys.sorted().enumerated() {
                    lines.append("    \(JSONValue.string(body).text): {")
                    lines += Self.members(of: bodies[body]?.objectValue ?? [:])
                    lines.append(place + 1 == bodies.count ? "    }" : "    },")
                }
                lines.append("  },")
            case "cases":
                lines.append("  \"cases\": [")
                lines += Self.list(cases.map { JSONValue.object($0) }, indent: "    ")
                lines.append("  ],")
            default: lines.append("  \(JSONValue.string(name).text): \(root[name]?.text ?? ""),")
            }
        }
        lines[lines.count - 1].removeLast()
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    private static func members(of body: [String: JSONValue]) -> [String] {
        var lines: [String] = []
        for name in body.keys.sorted() {
            if name == "rules", let rules = body[name]?.arrayValue {
                lines += ["      \"rules\": ["] + list(rules, indent: "        ") + ["      ],"]
            } else {
                lines.append("      \(JSONValue.string(name).text): \(body[name]?.text ?? ""),")
            }
        }
        if !lines.isEmpty { lines[lines.count - 1].removeLast() }
        return lines
    }

    private static func list(_ values: [JSONValue], indent: String) -> [String] {
        values.enumerated().map { indent + $0.element.text + ($0.offset + 1 == values.count ? "" : ",") }
    }
}

extension Resolution {
    /// The resolution as vectors have it: without texts for people, what the case says itself, and empty members.
    var vector: JSONValue {
        guard case .object(var members) = json else { return json }
        for name in ["original", "version", "explanation"] { members[name] = nil }
        if case .failed(let failure) = outcome { members["failure"] = ["code": .string(failure.code.rawValue)] }
        members["layers"] = .object((members["layers"]?.objectValue ?? [:]).filter { $0.value != [] })
        return .object(members.filter { $0.value != [] && $0.value != [:] })
    }
}

import CanonicalJSON
import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteEngine

/// The vectors of `Config/vectors` with whole resolutions, explained; IndexTests proves the native answers right.
enum VectorCases {
    static func add(to cases: inout EngineCases) throws {
        let folder = PackageRoot.url.appendingPathComponent("Config/vectors")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names.sorted() where name.hasSuffix(".json") {
            let file = try JSONValue(parsing: PackageRoot.bytes(of: "Config/vectors/\(name)"))
            guard let instant = file["at"]?.stringValue, let vectors = file["cases"]?.arrayValue else { continue }
            for (body, content) in try #require(file["bodies"]?.objectValue).sorted(by: { $0.key < $1.key }) {
                try cases.open(content.canonicalBytes)
                for vector in vectors where vector["body"]?.stringValue == body {
                    let context = vector["context"] ?? [:]
                    cases.use(try #require(DraftDecoder.context(context.canonicalBytes).value, "\(vector)"))
                    let at = try #require(Instant(rfc3339: vector["at"]?.stringValue ?? instant), "\(vector)")
                    cases.add(try address(vector["address"]), at: at.milliseconds, explaining: true)
                }
            }
        }
    }

    /// The address of a vector: a text, or a list of texts and of a text with the number of its repetitions.
    private static func address(_ value: JSONValue?) throws -> String {
        if let text = value?.stringValue { return text }
        return try #require(value?.arrayValue).map { part in
            if let text = part.stringValue { return text }
            let pair = try #require(part.arrayValue)
            return String(repeating: try #require(pair[0].stringValue), count: Int(try #require(pair[1].integerValue)))
        }.joined()
    }
}

import CanonicalJSON
import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

/// `WAYMARK_RENEW=1 swift test --filter VectorTests` freezes the bodies again and writes the resolutions of the model into the
/// files; it never changes `expect`, which a person wrote.
@Suite("The vectors of Config/vectors", .scheduled)
struct VectorTests {
    private static let isRenewing = ProcessInfo.processInfo.environment["WAYMARK_RENEW"] != nil

    private static func digest(_ body: String) -> [UInt8] {
        Array(body.utf8.prefix(32)) + Array(repeating: 0, count: max(0, 32 - body.utf8.count))
    }

    @Test("model and index give the recorded resolutions, which are as a person expects them")
    func resolutions() throws {
        var count = 0
        for var file in try VectorFile.all() {
            try freeze(&file)
            var bodies: [String: (ReferenceResolver, CompiledIndex)] = [:]
            for (name, value) in file.bodies {
                let body = try ReleaseBody.decode(value.canonicalBytes)
                let index = try CompiledIndex(IndexBytes(CompiledIndex.compile(body, digest: Self.digest(name))))
                bodies[name] = (try ReferenceResolver(body), index)
            }
            for (place, vector) in file.cases.enumerated() {
                let name = try #require(vector["body"]?.stringValue)
                let (reference, index) = try #require(bodies[name])
                let address = try VectorFile.address(vector)
                let decoded = DraftDecoder.context((vector["context"] ?? [:]).canonicalBytes)
                let context = try #require(decoded.value, "\(decoded.findings)")
                let now = try file.instant(vector)
                let resolution = reference.resolve(address, context, at: now)
                let compiled = index.resolve(address, context: context, at: now)
                let label = "\(file.path) case \(place): \(JSONValue.object(vector).text.prefix(600))"
                #expect(compiled.vector == resolution.vector, "index: \(label)")
                #expect(compiled.original == address && compiled.version == reference.body.version, "\(label)")
                // A long address is not written again in its resolution.
                if vector["address"]?.stringValue != nil {
                    if Self.isRenewing { file.renew(place, resolution.vector) }
                    let recorded = Self.isRenewing ? resolution.vector : vector["resolution"]
                    #expect(resolution.vector == recorded, "\(label) is \(resolution.vector.text)")
                }
                let difference = try Self.difference(vector["expect"]?.objectValue ?? [:], resolution)
                #expect(difference == nil, "\(difference ?? ""): \(label) is \(resolution.vector.text)")
                count += 1
            }
            let url = PackageRoot.url.appendingPathComponent(file.path)
            if Self.isRenewing { try Data(file.text.utf8).write(to: url) }
            #expect(try String(contentsOf: url, encoding: .utf8) == file.text, "\(file.path) has another form")
        }
        print("counts: \(count) vectors")
        #expect(count >= 1500)
    }

    @Test("every file fits the schema, is named by its topic, and names statements that exist")
    func schema() throws {
        let folder = PackageRoot.url.appendingPathComponent("Config/vectors").path
        let check = SchemaCheck(schema: try JSONValue(parsing: PackageRoot.bytes(of: "Config/vectors/schema.json")))
        let documents = try ["language.md", "release.md", "client.md"].map {
            try PackageRoot.text(of: "Config/specification/\($0)")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".json") && name != "schema.json" {
            let file = try JSONValue(parsing: PackageRoot.bytes(of: "Config/vectors/\(name)"))
            #expect(check.problem(file) == nil, "\(name)")
            #expect(file["topic"]?.stringValue.map { $0 + ".json" } == name)
            for statement in file["statements"]?.arrayValue ?? [] {
                let number = "**\(statement.stringValue ?? "")**"
                #expect(documents.contains { $0.contains(number) }, "\(name) names \(number)")
            }
        }
    }

    /// Publishes the rules and settings of the bodies of this version again; their order must be the recorded one.
    private func freeze(_ file: inout VectorFile) throws {
        for (name, value) in file.bodies where !file.isForeign(name) {
            let text: JSONValue = ["rules": value["rules"] ?? [], "settings": value["settings"] ?? [:]]
            let decoded = DraftDecoder.draft(text.canonicalBytes)
            let draft = try #require(decoded.value, "\(file.path) \(name): \(decoded.findings)")
            let frozen = try ReleaseBody.freeze(
                draft: draft, app: "vectors",
                version: 1, publishedAt: Instant(milliseconds: 1_795_000_000_000))
            let body = try JSONValue(parsing: frozen.canonicalBytes)
            if Self.isRenewing { file.renew(name, body) }
            #expect(file.bodies[name] == body, "\(file.path) \(name) is published as \(body.text)")
        }
    }

    /// The first member of an expectation that the resolution does not have.
    private static func difference(_ expected: [String: JSONValue], _ resolution: Resolution) throws -> String? {
        let actual = try #require(resolution.vector.objectValue)
        for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
            let found: JSONValue? =
                switch name {
                case "code": actual["failure"]?["code"]
                case "rule": resolution.trail.last.map { .string($0.rule) }
                case "alternative": resolution.trail.last.map { .integer(Int64($0.alternative)) }
                case "rules": .array(resolution.trail.map { .string($0.rule) })
                case "from": resolution.trail.first.map { .string($0.from) }
                case "parameters": actual["parameters"] ?? [:]
                default: actual[name]
                }
            if found != value { return "\(name) should be \(value.text), is \(found?.text ?? "nothing")" }
        }
        return nil
    }
}

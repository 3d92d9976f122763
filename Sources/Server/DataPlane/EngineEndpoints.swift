import CanonicalJSON
import Digests
package import HTTPExchange
import HTTPWire
import StoreRecords

/// `/v1/engine`: the engine that this program was built with, for pages and for programs of Node.
package struct EngineEndpoints: Sendable {
    private let engine: EngineFiles

    /// Serves these files.
    package init(_ engine: EngineFiles) { self.engine = engine }

    /// The list, and a file by its name with its hash.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "engine", .get, Self.path, access: .open,
                summary:
                    "The engine for browsers and Node: its files, with their paths and what pages verify them with.",
                success: .init(200, .engineFiles, caching: [.contract], fields: DataHandlers.crossOrigin),
                handler: .answer(list)),
            Endpoint(
                "engineFile", .get, "\(Self.path)/{file}", access: .open,
                summary: "A file of the engine; its path names its content, so that the answer never changes.",
                segments: ["file": .text(count: 1...DataLimits.engineSegmentBytesMax)],
                success: .init(
                    200, .text(format: "binary"), mediaType: "application/wasm", caching: [.immutable], tag: .digest,
                    fields: DataHandlers.bodyFields(isAlwaysCoded: true)),
                handler: .answer(file)),
        ]
    }

    private static let path = "/v1/engine"

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let files = try engine.files().map { file in
            JSONValue.object([
                "name": .string(file.name), "path": .string("\(Self.path)/\(file.segment)"),
                "bytes": .integer(Int64(file.facts.byteCount)), "gzipBytes": .integer(Int64(file.facts.gzipByteCount)),
                "mediaType": .string(file.facts.mediaType),
                "integrity": .string("sha256-" + base64(bytes(fromHex: file.facts.digest) ?? [])),
            ])
        }
        return Answer(
            200, fields: DataFields.json(.contract), body: .bytes(JSONText.bytes(["files": .array(files)])))
    }

    @Sendable private func file(_ request: EndpointRequest) throws -> Answer {
        let files = try engine.files()
        guard let file = files.first(where: { $0.segment == request.value("file") }) else {
            throw Problem.notFound(
                .file,
                files.isEmpty
                    ? "this server was built without the engine for browsers; `make release` builds it with"
                    : "this server has no such file, or one with another hash; \(Self.path) lists the paths")
        }
        let coding = ContentCoding.negotiate(Array((request.fields.acceptEncoding ?? "").utf8))
        let known = request.fields.ifNoneMatch.map { Array($0.utf8) } ?? []
        if Validators.isCurrent(known, digest: Array(file.facts.digest.utf8)) {
            return Answer(304, fields: DataFields.unchanged(file.facts.digest, coding, .immutable))
        }
        return Answer(
            200, fields: DataFields.body(file.facts, coding, .immutable),
            body: .shared(coding == .gzip ? file.bytes.gzip : file.bytes.identity))
    }
}

extension Schema {
    fileprivate static let engineFiles = Schema.record(
        "EngineFiles",
        [
            "files": .list(
                .record(
                    "EngineFile",
                    [
                        "name": .text(), "path": .text(), "bytes": count, "gzipBytes": count, "mediaType": .text(),
                        "integrity": .text(),
                    ]))
        ])
}

import CanonicalJSON
import Digests
import GzipCoding
import HTTPWire
import RouteModel
import TestSupport
import Testing

@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures

@Suite("The engine for browsers over HTTP", .scheduled)
struct EngineFileTests {
    private func field(_ answer: Answer, _ name: String) -> String? { answer.fields.first { $0.name == name }?.value }

    @Test("the list names each file with its path, sizes and integrity, and the path has the file")
    func listed() throws {
        let desk = try Desk()
        let list = desk.send("GET", "/v1/engine", token: nil)
        #expect(list.status == 200 && field(list, "Access-Control-Allow-Origin") == "*")
        let files = try #require(list.json["files"]?.arrayValue)
        #expect(files.compactMap { $0["name"]?.stringValue } == Desk.sampleEngine.map(\.name))
        for (file, source) in zip(files, Desk.sampleEngine) {
            let path = try #require(file["path"]?.stringValue)
            let digest = SHA256.hexDigest(of: source.bytes)
            #expect(path.contains(".\(digest.prefix(16)).") && path.hasPrefix("/v1/engine/waymark"))
            #expect(file["integrity"]?.stringValue == "sha256-" + base64(SHA256.hash(source.bytes)))
            let answer = desk.send("GET", path, token: nil)
            #expect(answer.status == 200 && answer.bytes == source.bytes)
            #expect(file["bytes"]?.integerValue == Int64(source.bytes.count))
            #expect(field(answer, "Content-Type") == file["mediaType"]?.stringValue)
            #expect(field(answer, "Cache-Control") == "public, max-age=31536000, immutable")
            #expect(field(answer, "ETag") == "\"\(digest)\"" && field(answer, "Vary") == "Accept-Encoding")
        }
    }

    @Test("a client that accepts gzip gets gzip, and one that has the file gets 304")
    func coded() throws {
        let desk = try Desk()
        let source = Desk.sampleEngine[1]
        let path = try #require(desk.send("GET", "/v1/engine").json["files"]?.arrayValue?.last?["path"]?.stringValue)
        func ask(_ method: String, tag: String? = nil) -> Answer {
            var fields = IncomingRequest.Fields()
            fields.acceptEncoding = "br, gzip"
            fields.ifNoneMatch = tag
            return desk.components.dispatcher.answer(
                IncomingRequest(
                    method: method, path: path, query: nil, fields: fields, body: [], address: "192.0.2.1",
                    now: Instant(milliseconds: desk.now), seconds: Int(desk.now / 1000)))
        }
        let coded = ask("GET")
        #expect(coded.status == 200 && field(coded, "Content-Encoding") == "gzip")
        #expect(try Gzip.decompress(coded.bytes, limit: 1 << 16) == source.bytes)
        let tag = try #require(field(coded, "ETag"))
        #expect(tag == "\"\(SHA256.hexDigest(of: source.bytes))-gzip\"" && ask("HEAD").status == 200)
        let unchanged = ask("GET", tag: tag)
        #expect(unchanged.status == 304 && unchanged.bytes.isEmpty && field(unchanged, "ETag") == tag)
    }

    @Test("another hash, another name and a build without the files are 404, and say where to look")
    func missing() throws {
        let desk = try Desk()
        for segment in ["waymark.mjs", "waymark.0123456789abcdef.mjs", "other.0123456789abcdef.wasm"] {
            let answer = desk.send("GET", "/v1/engine/\(segment)", token: nil)
            #expect(answer.status == 404 && answer.text.contains("/v1/engine lists"), "\(answer.text)")
        }
        let without = try Desk(engine: [])
        #expect(without.send("GET", "/v1/engine", token: nil).json == ["files": []])
        let answer = without.send("GET", "/v1/engine/waymark.0123456789abcdef.mjs", token: nil)
        #expect(answer.status == 404 && answer.text.contains("built without the engine"), "\(answer.text)")
    }

    @Test("this build has all three files or none, and the modules are WebAssembly")
    func built() throws {
        let built = EngineFiles.built
        #expect(built.isEmpty || built.map(\.name) == ["waymark-engine.wasm", "waymark-resolver.wasm", "waymark.mjs"])
        for file in built where file.name.hasSuffix(".wasm") {
            #expect(file.bytes.starts(with: [0x00, 0x61, 0x73, 0x6D]), "\(file.name)")
        }
        let files = try EngineFiles().files()
        #expect(files.count == built.count)
        for (file, source) in zip(files, built) {
            #expect(try Gzip.decompress(file.bytes.gzip.bytes, limit: 1 << 24) == source.bytes)
        }
    }
}

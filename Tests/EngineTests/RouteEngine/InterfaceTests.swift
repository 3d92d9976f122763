import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel
import RuleFixtures
import TestSupport
import Testing

@testable import RouteEngine

@Suite("The C functions of the engine", .scheduled)
struct InterfaceTests {
    static let draft = EngineCases.chains

    @Test("the header declares exactly the functions of the sources, and the same version")
    func header() throws {
        let header = try PackageRoot.text(of: "Sources/Engine/RouteEngine/waymark.h")
        let declared = Set(header.matches(of: /\b(wm_[a-z0-9_]+)\(/).map { String($0.1) })
        let sources = try ["Resolving", "Compiling"].map {
            try PackageRoot.text(of: "Sources/Engine/RouteEngine/\($0).swift")
        }.joined()
        let defined = Set(sources.matches(of: /@c\((\w+)\)\npublic func/).map { String($0.1) })
        #expect(declared == defined)
        #expect(declared.count == 14)
        #expect(header.contains("#define WM_ABI 1\n"))
        #expect(sources.contains("writer.name(\"abi\" as CanonicalName)\n    writer.integer(1)\n"))
        let resolver = try #require(header.split(separator: "are not in waymark-resolver.wasm").first)
        #expect(!resolver.contains(/\bwm_(open|compile|check|freeze)\(/))
    }

    @Test("a draft is frozen, opened, described and resolved")
    func whole() throws {
        let body = try #require(try Self.freeze(Self.draft, app: "shop", version: 3).bytes)
        let release = unsafe try Interface.open(body)
        #expect(unsafe release.handle != nil)
        let description = unsafe try #require(
            try Interface.bytes { unsafe describeRelease(release.handle, $1) }.bytes)
        let value = try JSONValue(parsing: description)
        #expect(value["app"] == "shop" && value["version"] == 3)
        #expect(value["digest"]?.stringValue == SHA256Digest.hexadecimal(SHA256Digest.of(body)))
        let context = unsafe try Interface.context(#"{"platform":"ios"}"#)
        let answer = unsafe try #require(
            try Interface.resolve(release.handle, context.handle, "https://h.com/p/7", at: 0))
        #expect(try JSONValue(parsing: answer)["screen"] == "Product")
        unsafe freeContext(context.handle)
        unsafe closeRelease(release.handle)
    }

    @Test("a compiled index is the one of RouteIndex, and opens to the same release")
    func index() throws {
        let body = try #require(try Self.freeze(Self.draft).bytes)
        let file = try #require(
            unsafe try Interface.bytes { unsafe compileBody(body, body.count, $0, $1) }.bytes)
        #expect(file == (try CompiledIndex.compile(ReleaseBody.decode(body), digest: SHA256Digest.of(body))))
        let opened = unsafe try Interface.handle { unsafe openIndex(file, file.count, $0, $1) }
        #expect(unsafe opened.handle != nil)
        unsafe closeRelease(opened.handle)
    }

    @Test("errors are problems with a code, a place and a hint")
    func problems() throws {
        let newer = unsafe try Interface.open(Array(#"{"format":99}"#.utf8)).problem
        #expect(newer?["code"] == "unsupported-format")
        let broken = unsafe try Interface.open(Array(#"{"format":1,}"#.utf8)).problem
        #expect(broken?["code"] == "invalid-body" && broken?["offset"]?.integerValue == 11)
        let damaged = unsafe try Interface.handle { unsafe openIndex([1, 2], 2, $0, $1) }.problem
        #expect(damaged?["code"] == "truncated" && damaged?["hint"]?.stringValue?.isEmpty == false)
        let context = unsafe try Interface.context(#"{"platfrom":"ios"}"#).problem
        #expect(context?["code"] == "invalid-context" && context?["offset"]?.integerValue == 12)
        let draft = try Self.freeze(#"{"rules":[{"id":"a"}]}"#).problem
        #expect(draft?["code"] == "invalid-draft" && draft?["findings"]?.arrayValue?.isEmpty == false)
        let app = try Self.freeze(Self.draft, app: "NO APP").problem
        #expect(app?["code"] == "invalid-body")
        let version = try Self.freeze(Self.draft, version: 0).problem
        #expect(version?["code"] == "invalid-body")
    }

    @Test("the findings of a draft have their places")
    func findings() throws {
        let draft = Array("{\"rules\":[\n{\"id\":\"a\",\"match\":[\"/a\"],\"to\":{\"scren\":\"A\"}}]}".utf8)
        let bytes = try #require(unsafe try Interface.bytes { unsafe checkDraft(draft, draft.count, $1) }.bytes)
        let finding = try #require(try JSONValue(parsing: bytes)["findings"]?.arrayValue?.first)
        #expect(finding["line"] == 2 && finding["pointer"]?.stringValue?.hasPrefix("/rules/0") == true)
    }

    @Test("null pointers are no bytes, no context and no release")
    func nothing() throws {
        #expect(unsafe try Interface.handle { unsafe openBody(nil, 0, $0, $1) }.problem?["code"] == "invalid-body")
        #expect(unsafe openIndex(nil, 0, nil, nil) == nil)
        #expect(unsafe resolveAddress(nil, nil, nil, 0, 0, 0, nil) == nil)
        closeRelease(nil)
        freeContext(nil)
        freeMemory(nil)
        hashBytes(nil, 0, nil)
        let memory = unsafe allocateMemory(0)
        #expect(unsafe memory != nil)
        unsafe freeMemory(memory)
        let version = unsafe try #require(try Interface.bytes { unsafe engineVersion($1) }.bytes)
        #expect(try JSONValue(parsing: version)["abi"] == 1)
    }

    @Test("a context is read as by the reader of drafts")
    func contexts() throws {
        let documents = [
            "{}", "[]", "1", "", "{\"platform\":\"ios\"}", "{\"platform\":1}", "{\"platform\":null}",
            "{\"platform\":\"\"}",
            "{\"signedIn\":true}", "{\"signedIn\":false}", "{\"signedIn\":\"true\"}", "{\"unknown\":\"x\"}",
            "{\"platform\":\"a\",\"platform\":\"b\"}", "{\"attributes\":{\"a\":\"b\",\"\":\"\"}}",
            "{\"attributes\":{\"a\":1}}", "{\"attributes\":[]}", "{\"attributes\":{}}", "{\"locale\":\"zh-CN\"}",
            "{\"appVersion\":\"5.2\",\"osVersion\":\"x\",\"deviceID\":\"\u{535A}\",\"region\":\"CN\",\"build\":\"any\"}",
            "{\"source\":\"push\"} ", "{\"source\":\"push\"}x",
            "{\"region\":\"\(String(repeating: "r", count: 5000))\"}",
            "{\"attributes\":{\((0..<200).map { "\"a\($0)\":\"\"" }.joined(separator: ","))}}", "{\"a\":\"\\ud800\"}",
            "{\"attributes\":{\"e\u{301}\":\"1\",\"\u{E9}\":\"2\"}}",
        ]
        for document in documents {
            let expected = DraftDecoder.context(Array(document.utf8)).value
            #expect((try? ContextReader.read(Array(document.utf8))) == expected, "\(document.prefix(80))")
        }
    }

    @Test("several threads resolve with one release and one context")
    func threads() async throws {
        let body = try #require(try Self.freeze(Self.draft).bytes)
        let release = UInt(bitPattern: unsafe try Interface.open(body).handle)
        let context = UInt(bitPattern: unsafe try Interface.context(#"{"platform":"ios"}"#).handle)
        let answers = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try (0..<200).map { _ in
                        unsafe try Interface.resolve(
                            UnsafeMutableRawPointer(bitPattern: release), UnsafeMutableRawPointer(bitPattern: context),
                            "https://h.com/old/7", at: 0, explaining: true)
                    }.last ?? nil
                }
            }
            return try await group.reduce(into: Set<[UInt8]?>()) { $0.insert($1) }
        }
        #expect(answers.count == 1 && answers.first != .some(nil))
        unsafe freeContext(UnsafeMutableRawPointer(bitPattern: context))
        unsafe closeRelease(UnsafeMutableRawPointer(bitPattern: release))
    }

    @Test("SHA-256 agrees with the library of Digests for all lengths of the padding")
    func digests() {
        var generator = SeededGenerator.fromEnvironment(default: 7)
        for length in Array(0..<200) + [1000, 4096, 65_537] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(SHA256Digest.of(bytes) == Self.reference(bytes), "\(length) bytes")
        }
        #expect(SHA256Digest.hexadecimal([0, 0x9F, 0xA0]) == "009fa0")
    }

    static func freeze(
        _ draft: String, app: String = "test", version: UInt32 = 1
    ) throws -> (bytes: [UInt8]?, problem: JSONValue?) {
        let (draft, app) = (Array(draft.utf8), Array(app.utf8))
        return unsafe try Interface.bytes {
            unsafe freezeDraft(draft, draft.count, app, app.count, version, 1_795_000_000_000, $0, $1)
        }
    }
}

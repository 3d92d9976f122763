import CanonicalJSON
import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import TargetTemplate
import TestSupport
import Testing

extension ReleaseBody {
    static func make(_ draft: String, version: Int = 1) throws -> ReleaseBody {
        try freeze(
            draft: Draft.make(draft), app: "moments", version: version,
            publishedAt: Instant(milliseconds: 1_795_255_500_000))
    }
}

@Suite("Release bodies", .scheduled)
struct ReleaseBodyTests {
    static let draft = #"""
        {"rules": [
          {"id": "tail", "match": "/a/*", "to": {"screen": "T"}},
          {"id": "plain", "match": "/a/:id", "to": {"screen": "P"}, "note": "secret"},
          {"id": "off", "match": "/a/off", "to": {"screen": "O"}, "enabled": false},
          {"id": "exact", "match": ["/a/b", "/a/:x", "/a/:y"], "to": {"redirect": "app://home/b"}},
          {"id": "asked", "match": "/a/:id", "when": {"signedIn": true}, "to": {"screen": "P"}},
          {"id": "first", "match": "/a/*", "priority": 5, "to": {"block": "no"}}],
         "settings": {"origins": ["https://a.example"], "destinations": ["app://home"]}}
        """#

    @Test("freezing copies enabled rules without notes and orders their alternatives by K")
    func freeze() throws {
        let body = try ReleaseBody.make(Self.draft)
        #expect(body.rules.map(\.id) == ["tail", "plain", "exact", "asked", "first"])
        #expect(
            body.order.map { "\(body.rules[$0.rule].id) \($0.alternative)" } == [
                "first 0", "exact 0", "asked 0", "plain 0", "exact 1", "tail 0",
            ])
        let text = String(decoding: body.canonicalBytes, as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(!text.contains("enabled"))
        #expect(
            text.hasPrefix(
                #"{"app":"moments","format":1,"order":[[4,0],[2,0],[3,0],[1,0],[2,1],[0,0]],"publishedAt":"2026-11-21T10:05:00Z","rules":["#
            ))
        #expect(try JSONValue(parsing: body.canonicalBytes).canonicalBytes == body.canonicalBytes)
    }

    @Test("the order of a draft has indices into the draft")
    func draftOrder() throws {
        let draft = try Draft.make(Self.draft)
        #expect(try draft.orderedAlternatives().map(\.rule) == [5, 3, 4, 1, 3, 0])
    }

    @Test("a body is written and read back unchanged, and its content does not depend on the version")
    func roundTrip() throws {
        let body = try ReleaseBody.make(Self.draft)
        #expect(try ReleaseBody.decode(body.canonicalBytes) == body)
        let later = try ReleaseBody.make(Self.draft, version: 2)
        #expect(later.contentBytes == body.contentBytes)
        #expect(later.canonicalBytes != body.canonicalBytes)
        #expect(
            try ReleaseBody.freeze(draft: body.draft, app: "moments", version: 1, publishedAt: body.publishedAt) == body
        )
    }

    @Test(
        "a rule that is not understood stays in its place and never matches",
        arguments: [
            (#""screen":"T"}"#, #""hologram":"T"}"#, "exactly one of"),
            (#""screen":"T"}"#, #""screen":"T"},"needs":["conditions-2"]"#, "conditions-2"),
            (#""screen":"T"}"#, #""screen":"T"},"needs":"conditions-2""#, "list"),
            (#""screen":"T"}"#, #""screen":"T"},"needs":[{"name":"conditions-2"}]"#, "string"),
            (#""screen":"T"}"#, #""screen":"T"},"when":{"mood":["calm"]}"#, "mood"),
            (#""screen":"T"}"#, #""screen":"T"},"when":{"rollout":{"percent":1,"curve":2}}"#, "curve"),
            (#""screen":"T"}"#, #""screen":"T"},"when":{"not":{"mood":["calm"]}}"#, "mood"),
            (#""/a/*""#, #"{"pathname":"/a/*","password":"x"}"#, "password"),
            (#""id":"tail","#, "", "A rule's id"), (#"["/a/*"]"#, #""/a/*""#, "list"),
            (#"["/a/*"]"#, #"{"pathname":"/a/*"}"#, "list"), (#""screen":"T""#, #""screen":"""#, "empty"),
        ])
    func failsClosed(_ part: String, _ other: String, _ reason: String) throws {
        let text = String(decoding: try ReleaseBody.make(Self.draft).canonicalBytes, as: UTF8.self)
        #expect(text.contains(part))
        let body = try ReleaseBody.decode(Array(text.replacing(part, with: other, maxReplacements: 1).utf8))
        #expect(body.rules.count == 5)
        #expect(body.order.count == 6)
        #expect(body.rules[0].neverMatches?.contains(reason) == true, "\(body.rules[0])")
        #expect(body.rules[1].neverMatches == nil)
        #expect(try body.alternatives().map(\.count) == [0, 1, 3, 1, 1])
    }

    @Test("a path-only pattern without origins never matches, and the other rules do")
    func missingOrigins() throws {
        let draft = """
            {"rules":[{"id":"a","match":"/x","to":{"screen":"A"}},\
            {"id":"b","match":"https://h.example/x","to":{"screen":"B"}}],"settings":{"origins":["https://h.example"]}}
            """
        let text = String(decoding: try ReleaseBody.make(draft).canonicalBytes, as: UTF8.self)
        let body = try ReleaseBody.decode(Array(text.replacing(#""origins":["https://h.example"]"#, with: "").utf8))
        #expect(body.rules.map { $0.neverMatches != nil } == [true, false])
        #expect(try body.alternatives().map(\.count) == [0, 1])
    }

    @Test("unknown members are ignored, and those that only drafts have")
    func ignoresMembers() throws {
        let body = try ReleaseBody.make(Self.draft)
        var text = String(decoding: body.canonicalBytes, as: UTF8.self)
        text = text.replacing(
            #"{"screen":"T"}"#, with: #"{"screen":"T","sound":"on"},"colour":"red","enabled":"no","note":7"#)
        text = text.replacing(#""settings":{"#, with: #""settings":{"future":[1.5],"#)
        text = text.dropLast() + #","zone":{}}"#
        #expect(try ReleaseBody.decode(Array(text.utf8)) == body)
    }

    @Test(
        "a higher format and a damaged body have different errors",
        arguments: [
            (#""format":1"#, #""format":3"#, ModelError.Code.unsupportedFormat),
            (#""format":1"#, #""format":0"#, .invalidBody),
            (#"[4,0]"#, #"[9,0]"#, .invalidBody), (#"[4,0]"#, #"[4]"#, .invalidBody),
            (#"[4,0]"#, #"[4,-1]"#, .invalidBody),
            (#""version":1"#, #""version":"1""#, .invalidBody), (#"{"app""#, #"{"ap""#, .invalidBody),
            (#""origins":["https://a.example"]"#, #""origins":["nowhere"]"#, .invalidBody), (#"}"#, "", .invalidBody),
        ])
    func refuses(_ part: String, _ other: String, _ code: ModelError.Code) throws {
        let text = String(decoding: try ReleaseBody.make(Self.draft).canonicalBytes, as: UTF8.self)
        let broken = text.replacing(part, with: other, maxReplacements: 1)
        let error = #expect(throws: ModelError.self) { try ReleaseBody.decode(Array(broken.utf8)) }
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test("freezing a path-only pattern without origins is an error that names the rule")
    func noOrigins() throws {
        let draft = try Draft.make(#"{"rules":[{"id":"lost","match":"https://a.example/x","to":{"block":"x"}}]}"#)
        var lost = draft
        lost.rules[0].patterns = [try Pattern("/x")]
        let error = #expect(throws: ModelError.self) {
            try ReleaseBody.freeze(draft: lost, app: "a", version: 1, publishedAt: Instant(milliseconds: 0))
        }
        #expect(error?.detail.contains("lost") == true)
    }
}

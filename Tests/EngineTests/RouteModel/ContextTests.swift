import CanonicalJSON
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@Suite("Contexts", .scheduled)
struct ContextTests {
    @Test("key=value pairs are read, and an invalid one is reported with the nearest key")
    func pairs() throws {
        let context = try Context(pairs: [
            "platform=ios", "appVersion=5.2", "signedIn=false", "attributes.a=b=c", "locale=",
        ])
        #expect(context.platform == "ios")
        #expect(context.signedIn == false)
        #expect(context.attributes == ["a": "b=c"])
        #expect(context.locale == "")
        let misspelt = #expect(throws: ModelError.self) { try Context(pairs: ["platfrom=ios"]) }
        #expect(misspelt?.description.contains("Did you mean \"platform\"?") == true)
        #expect(throws: ModelError.self) { try Context(pairs: ["signedIn=yes"]) }
        #expect(throws: ModelError.self) { try Context(pairs: ["platform"]) }
        #expect(throws: ModelError.self) { try Context(pairs: ["attributes.=1"]) }
        #expect(throws: ModelError.self) { try Context(pairs: ["attributes=1"]) }
    }

    @Test("of two canonically equivalent attribute names the last one is stored, under its own bytes")
    func equivalentNames() throws {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        for (first, last) in [(composed, decomposed), (decomposed, composed)] {
            let context = try Context(pairs: ["attributes.\(first)=1", "attributes.\(last)=2"])
            #expect(context.attribute(last) == "2")
            #expect(context.attribute(first) == nil)
            // A context holds one of them, so that a document must not have both.
            let document = #"{"attributes":{"\#(first)":"1","\#(last)":"2"}}"#
            #expect(DraftDecoder.context(Array(document.utf8)).value == nil)
        }
    }

    @Test("JSON contains the known values only")
    func json() throws {
        let context = try Context(pairs: ["platform=ios", "signedIn=true", "attributes.abGroup=B"])
        #expect(context.json.text == #"{"attributes":{"abGroup":"B"},"platform":"ios","signedIn":true}"#)
        #expect(Context().json.text == "{}")
    }

    @Test(
        "the nearest name is found within a third of the letters",
        arguments: [
            ("platfrom", "platform"), ("Platform", "platform"), ("apversion", "appVersion"), ("deviceid", "deviceID"),
            ("zzz", nil), ("", nil), ("signedUp", "signedIn"),
        ])
    func nearest(_ word: String, _ expected: String?) {
        #expect(NearestName.of(word, among: Context.keys) == expected)
    }
}

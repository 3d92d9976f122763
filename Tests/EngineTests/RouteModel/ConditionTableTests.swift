import RouteModel
import TestSupport
import Testing

@Suite("The table of conditions", .scheduled)
struct ConditionTableTests {
    @Test("every key has its own name and its own index code, and the code reads back as the key")
    func codes() {
        let keys = ConditionKey.all
        #expect(Set(keys.map(\.name)).count == keys.count)
        #expect(Set(keys.map(\.code)).count == keys.count)
        for key in keys { #expect(ConditionKey(code: key.code) == key, "\(key.name)") }
        #expect(ConditionKey(code: ConditionKey.rampCode) == nil)
        #expect(ConditionKey(code: 0xFFFF) == nil)
    }

    @Test("index codes of released versions do not change")
    func releasedCodes() {
        let released = [
            "platform": 0, "region": 1, "build": 2, "source": 3, "locale": 4, "appVersion": 5, "osVersion": 6,
            "signedIn": 7, "after": 8, "before": 9, "rollout": 10, "attributes": 12, "not": 13,
        ]
        for key in ConditionKey.all {
            if let code = released[key.name] { #expect(Int(key.code) == code, "\(key.name)") }
        }
        #expect(Set(released.keys).isSubset(of: ConditionKey.all.map(\.name)))
        #expect(ConditionKey.rampCode == 11)
    }

    @Test("a value set by key is read back by key and changes no other key")
    func accessors() {
        for key in WordKey.allCases {
            var (clauses, context) = (Clauses(), Context())
            clauses[key] = ["w"]
            context[key] = "w"
            #expect(clauses[key] == ["w"] && context[key] == "w" && clauses.count == 1, "\(key)")
            #expect(ContextKey.all.filter { context[$0] != nil } == [.words(key)])
        }
        for key in VersionKey.allCases {
            var (clauses, context) = (Clauses(), Context())
            clauses[key] = try? VersionRange(">=1")
            context[key] = "1"
            #expect(clauses[key]?.text == ">=1" && context[key] == "1" && clauses.count == 1, "\(key)")
            #expect(ContextKey.all.filter { context[$0] != nil } == [.versions(key)])
        }
        for key in FlagKey.allCases {
            var (clauses, context) = (Clauses(), Context())
            clauses[key] = false
            context[key] = false
            #expect(clauses[key] == false && context[key] == false && clauses.count == 1, "\(key)")
            #expect(ContextKey.all.filter { context[$0] != nil } == [.flag(key)])
        }
    }

    @Test("the words that \"build\" and \"source\" allow are those of the language")
    func allowedWords() {
        #expect(WordKey.build.allowed == ["debug", "internal", "store"])
        #expect(WordKey.source.allowed == ["universalLink", "customScheme", "push", "webView", "internal"])
        #expect(WordKey.platform.allowed == nil && WordKey.region.allowed == nil)
    }
}

import RouteDocuments
import TestSupport
import Testing

@testable import RouteModel

extension Context {
    static func make(_ pairs: String...) throws -> Context { try Context(pairs: pairs) }
}

extension Clauses {
    static func make(_ change: (inout Clauses) throws -> Void) rethrows -> Clauses {
        var clauses = Clauses()
        try change(&clauses)
        return clauses
    }
}

@Suite("Conditions", .scheduled)
struct ConditionTests {
    let noon = Instant(milliseconds: 1_795_255_200_000)

    func failure(_ clauses: Clauses, not: Clauses? = nil, _ context: Context) -> String? {
        Condition(clauses, not: not).firstFailure(context, at: noon, ruleID: "r")?.key
    }

    @Test("a condition without keys always holds")
    func empty() {
        #expect(failure(Clauses(), Context()) == nil)
        #expect(Condition().isEmpty)
        #expect(Condition().count == 0)
    }

    @Test("one of the words must be equal, and an unknown value fails")
    func words() throws {
        let clauses = Clauses.make { $0.platform = ["ios", "ipados"] }
        #expect(failure(clauses, try .make("platform=ios")) == nil)
        #expect(failure(clauses, try .make("platform=ipados")) == nil)
        #expect(failure(clauses, try .make("platform=iOS")) == "platform")
        #expect(failure(clauses, Context()) == "platform")
        for key in ["region", "build", "source"] {
            let clauses = Clauses.make {
                if key == "region" { $0.region = ["x"] }
                if key == "build" { $0.build = ["x"] }
                if key == "source" { $0.source = ["x"] }
            }
            #expect(failure(clauses, try .make("\(key)=x")) == nil)
            #expect(failure(clauses, try .make("\(key)=y")) == key)
        }
    }

    @Test("canonically equivalent words with other bytes are different words")
    func equivalentWords() throws {
        let when = "{\"platform\":[\"\u{E9}\",\"e\u{301}\"]}"
        let rule = #"{"id":"r","match":["https://h.com/x"],"to":{"screen":"X"},"when":\#(when)}"#
        let decoded = DraftDecoder.draft(Array(#"{"rules":[\#(rule)]}"#.utf8))
        let clauses = try #require(decoded.value?.rules.first?.condition?.clauses)
        #expect(clauses.platform.map { Array($0.utf8) } == [Array("\u{E9}".utf8), Array("e\u{301}".utf8)])
        #expect(failure(clauses, Context(platform: "\u{E9}")) == nil)
        #expect(failure(clauses, Context(platform: "e\u{301}")) == nil)
    }

    @Test("conditions with canonically equivalent texts of other bytes are not equal")
    func equality() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        let changes: [(inout Clauses, String) -> Void] = [
            { $0.platform = [$1] }, { $0.region = ["x", $1] }, { $0.attributes = [.init(name: $1, values: ["x"])] },
            { $0.attributes = [.init(name: "x", values: [$1])] }, { $0.rollout = Rollout(.percent(1), by: $1) },
            { $0.rollout = Rollout(.percent(1), salt: $1) },
        ]
        for change in changes {
            let one = Clauses.make { change(&$0, composed) }
            let other = Clauses.make { change(&$0, decomposed) }
            #expect(one != other)
            #expect(Condition(one) != Condition(other) && Condition(not: one) != Condition(not: other))
            #expect(one == Clauses.make { change(&$0, composed) })
            #expect(one != Clauses())
        }
    }

    @Test("invalid versions and locales in the context fail")
    func unreadable() throws {
        let clauses = try Clauses.make {
            $0.appVersion = try VersionRange(">=5.2 <7")
            $0.osVersion = try VersionRange("17.x")
            $0.locale = [try LanguageRange("zh")]
        }
        #expect(failure(clauses, try .make("appVersion=5.10", "osVersion=17.4", "locale=zh-Hans-CN")) == nil)
        #expect(failure(clauses, try .make("appVersion=beta", "osVersion=17.4", "locale=zh")) == "appVersion")
        #expect(failure(clauses, try .make("appVersion=6", "osVersion=17.4.1.2.3", "locale=zh")) == "osVersion")
        #expect(failure(clauses, try .make("appVersion=6", "osVersion=17", "locale=Chinese (China)")) == "locale")
    }

    @Test("the time window includes its start and excludes its end")
    func window() {
        let clauses = Clauses.make {
            $0.after = noon
            $0.before = Instant(milliseconds: noon.milliseconds + 1)
        }
        #expect(failure(clauses, Context()) == nil)
        #expect(failure(.make { $0.before = noon }, Context()) == "before")
        #expect(failure(.make { $0.after = Instant(milliseconds: noon.milliseconds + 1) }, Context()) == "after")
    }

    @Test("a share is written in percent with two decimals")
    func shares() {
        #expect(
            [0, 7, 1529, 3650, 10_000].map(Rollout.percentText) == [
                "0.00 %", "0.07 %", "15.29 %", "36.50 %", "100.00 %",
            ])
    }

    @Test("a failure is a sentence with the value of the context and that of the rule")
    func sentences() throws {
        func sentence(_ clauses: Clauses, not: Clauses? = nil, _ context: Context = Context()) -> String? {
            Condition(clauses, not: not).firstFailure(context, at: noon, ruleID: "r")?.detail
        }
        let platform = Clauses.make { $0.platform = ["ios", "ipados"] }
        #expect(
            sentence(platform, try .make("platform=iOS"))
                == #"The platform is "iOS"; the rule wants "ios" or "ipados"."#)
        #expect(sentence(platform) == "The context has no platform.")
        let version = try Clauses.make { $0.appVersion = try VersionRange(">=5.2") }
        #expect(sentence(version, try .make("appVersion=5.1")) == "The appVersion is 5.1; the rule wants >=5.2.")
        let locale = try Clauses.make { $0.locale = [try LanguageRange("zh")] }
        #expect(sentence(locale, try .make("locale=en")) == #"The locale is "en"; the rule wants "zh"."#)
        let signedIn = Clauses.make { $0.signedIn = true }
        #expect(
            sentence(signedIn, try .make("signedIn=false")) == "The value of signedIn is false; the rule wants true.")
        let group = Clauses.make { $0.attributes = [.init(name: "g", values: ["B"])] }
        #expect(sentence(group, try .make("attributes.g=A")) == #"The attribute "g" is "A"; the rule wants "B"."#)
        #expect(sentence(group) == #"The context has no attribute "g"."#)
        #expect(sentence(.make { $0.rollout = Rollout(.percent(1)) }) == "The context has no deviceID.")
        #expect(sentence(.make { $0.before = noon }) == "The rule held until \(noon); it is \(noon).")
        #expect(sentence(Clauses(), not: platform, try .make("platform=ios")) == #"Everything in "not" holds."#)
    }

    @Test("rollouts hash the device or an attribute, and a failure names both shares")
    func rollout() throws {
        let bucket = RolloutBucket.bucket(salt: "r", value: "d1")
        #expect(failure(.make { $0.rollout = Rollout(.percent(bucket + 1)) }, try .make("deviceID=d1")) == nil)
        let none = Condition(.make { $0.rollout = Rollout(.percent(bucket)) })
        let failed = none.firstFailure(try .make("deviceID=d1"), at: noon, ruleID: "r")
        let share = Rollout.percentText(bucket)
        #expect(
            failed
                == ConditionFailure(
                    key: "rollout", detail: "The device is at \(share); the rollout has reached \(share)."))
        #expect(failure(.make { $0.rollout = Rollout(.percent(10_000)) }, Context()) == "rollout")
        let salted = Rollout(.percent(RolloutBucket.bucket(salt: "s", value: "u") + 1), by: "user", salt: "s")
        #expect(failure(.make { $0.rollout = salted }, try .make("attributes.user=u")) == nil)
        #expect(failure(.make { $0.rollout = salted }, try .make("deviceID=u")) == "rollout")
    }

    @Test("attributes are compared one by one, and the failure names the first that does not match")
    func attributes() throws {
        let clauses = Clauses.make {
            $0.attributes = [.init(name: "abGroup", values: ["A", "B"]), .init(name: "tier", values: ["gold"])]
        }
        #expect(clauses.count == 2)
        #expect(failure(clauses, try .make("attributes.abGroup=B", "attributes.tier=gold")) == nil)
        #expect(failure(clauses, try .make("attributes.abGroup=B")) == "attributes.tier")
        #expect(failure(clauses, Context()) == "attributes.abGroup")
    }

    @Test("\"not\" holds unless all of its conditions hold")
    func negated() throws {
        let not = Clauses.make {
            $0.platform = ["ios"]
            $0.signedIn = true
        }
        #expect(failure(Clauses(), not: not, try .make("platform=ios", "signedIn=true")) == "not")
        #expect(failure(Clauses(), not: not, try .make("platform=ios", "signedIn=false")) == nil)
        #expect(failure(Clauses(), not: not, try .make("platform=ios")) == nil)
        #expect(Condition(.make { $0.signedIn = true }, not: not).count == 2)
    }

    @Test("only time windows and ramps depend on the clock")
    func clock() {
        #expect(!Condition(.make { $0.rollout = Rollout(.percent(5)) }).dependsOnClock)
        #expect(Condition(.make { $0.before = noon }).dependsOnClock)
        let ramp = Rollout.Ramp(from: 0, to: 1, start: noon, end: Instant(milliseconds: .max))
        #expect(Condition(Clauses(), not: .make { $0.rollout = Rollout(.ramp(ramp)) }).dependsOnClock)
    }
}

import CanonicalJSON
import LinkFiles
import RouteDocuments
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import RouteAnalysis

@Suite("What operating systems do with links, and what rules say", .scheduled)
struct SurfaceCheckTests {
    private static let fingerprint = [String](repeating: "0A", count: 32).joined(separator: ":")
    private static let apps = #""apple":[{"appID":"ABCDE12345.example.shop"}]"#
    private static let android = #","android":[{"package":"a.b","sha256":["\#(fingerprint)"]}]"#

    private func draft(_ surface: String, _ rules: String, others: String = "") throws -> Draft {
        let text = """
            {"settings":{"origins":["https://go.example"],"surfaces":{"go.example":{\(surface)}\(others)}},
            "rules":[\(rules)]}
            """
        let decoded = DraftDecoder.draft(Array(text.utf8))
        return try #require(decoded.value, "\(decoded.findings)")
    }

    private func findings(
        _ surface: String, _ rules: String, others: String = "", builds: [(String, String)] = [],
        declared: [Int: [String: [String]]] = [:], hosts: Set<String>? = ["go.example", "go2.example"]
    ) throws -> [Finding] {
        let screens = ScreenTable(
            builds: builds.map { .init(platform: $0.0, version: $0.1) },
            needs: [Array("I".utf8): [.init(parameters: ["id?"], builds: nil)]], hosts: declared)
        let check = ReleaseCheck(
            draft: try draft(surface, rules, others: others), screens: screens, hosts: hosts,
            at: Instant(milliseconds: 0))
        return check.findings()
    }

    private static let item = #"{"id":"item","match":["/i/42"],"to":{"screen":"I"}}"#

    @Test("the files are made of the rules, excludes first, and are frozen with the release")
    func files() throws {
        let surface =
            Self.apps
            + #","harmony":["101"],"never":["/i/login"],"android":[{"package":"a.b","sha256":["\#(Self.fingerprint)"]}]"#
        let draft = try draft(
            surface, Self.item + #",{"id":"off","match":["/off"],"to":{"screen":"I"},"enabled":false}"#)
        let identity = CheckedRelease.Identity(app: "a", version: 1, publishedAt: Instant(milliseconds: 0)) { _ in
            [UInt8](repeating: 0, count: 32)
        }
        let outcome = ReleaseCheck(draft: draft, hosts: ["go.example"], at: Instant(milliseconds: 0)).run(as: identity)
        let files = try #require(outcome.release?.surfaces.files["go.example"])
        #expect(
            String(decoding: files.apple, as: UTF8.self) == """
                {"applinks":{"defaults":{"percentEncoded":false},"details":[{"appIDs":["ABCDE12345.example.shop"],"components":[{"/":"/i/login","exclude":true},\
                {"/":"/i/42"},{"/":"/i/42/"}]}]}}
                """)
        #expect(String(decoding: files.android, as: UTF8.self).contains(#""package_name":"a.b""#))
        #expect(String(decoding: files.harmony, as: UTF8.self) == #"{"applinking":{"apps":[{"appIdentifier":"101"}]}}"#)
        #expect(!outcome.findings.contains { $0.severity == .error }, "\(outcome.findings)")
    }

    @Test("a host of another app is an error, and is not where the owner is not known")
    func owner() throws {
        let found = try findings(Self.apps, Self.item, hosts: [])
        #expect(found.map(\.code) == [.hostNotOwned] && found[0].severity == .error)
        #expect(found[0].pointer == "/settings/surfaces/go.example")
        #expect(try findings(Self.apps, Self.item, hosts: nil).isEmpty)
        #expect(try findings(Self.apps, Self.item).isEmpty)
    }

    @Test("a second host has the files of the first one, unless it has a surface, and belongs to the app, too")
    func secondHost() throws {
        let surface = Self.apps + #","secondHost":"go2.example""#
        let identity = CheckedRelease.Identity(app: "a", version: 1, publishedAt: Instant(milliseconds: 0)) { _ in
            [UInt8](repeating: 0, count: 32)
        }
        func files(others: String = "") throws -> [String: ReleaseSurfaces.Files] {
            let draft = try draft(surface, Self.item, others: others)
            let check = ReleaseCheck(draft: draft, hosts: ["go.example", "go2.example"], at: Instant(milliseconds: 0))
            return try #require(check.run(as: identity).release?.surfaces.files)
        }
        let shared = try files()
        #expect(shared["go2.example"] != nil && shared["go2.example"] == shared["go.example"])
        let own = try files(others: #","go2.example":{"harmony":["7"]}"#)
        #expect(own["go2.example"] != own["go.example"])
        let found = try findings(surface, Self.item, hosts: ["go.example"])
        #expect(found.map(\.pointer) == ["/settings/surfaces/go.example/secondHost"], "\(found)")
    }

    @Test("what a system would refuse or discard is an error")
    func defects() throws {
        let claims = (0..<900).map { "\"/\(String(repeating: "x", count: 180))\($0)\"" }.joined(separator: ",")
        let found = try findings(Self.apps + ",\"claim\":[\(claims)]", Self.item).filter { $0.severity == .error }
        #expect(found.map(\.code) == [.linkFile] && found.first?.reason == "too-large", "\(found.prefix(2))")
        let dollar = try findings(Self.apps + #","claim":["/$(nothing)"]"#, Self.item)
        #expect(dollar.contains { $0.code == .linkFile && $0.reason == "unknown-variable" }, "\(dollar)")
    }

    @Test("a rule that is never delivered, because of never or claim, has a witness")
    func unclaimed() throws {
        for surface in [#","never":["/i/*"]"#, #","claim":["/other"]"#, #","claim":[]"#] {
            let found = try findings(Self.apps + surface, Self.item).filter { $0.code == .unclaimed }
            #expect(found.map(\.rules) == [["item"]], "\(surface)")
            #expect(found.first?.witness?.address == "https://go.example/i/42")
        }
        #expect(try findings(Self.apps + #","claim":["/i/*"]"#, Self.item).allSatisfy { $0.code != .unclaimed })
    }

    @Test("a claimed address that no rule matches has a witness")
    func unresolved() throws {
        let found = try findings(Self.apps + #","claim":["/i/42","/other/*"]"#, Self.item)
        #expect(found.map(\.code) == [.claimedUnresolved], "\(found)")
        #expect(found.first?.pointer == "/settings/surfaces/go.example/claim/1")
        #expect(found.first?.witness?.address == "https://go.example/other/x")
    }

    @Test("links that devices still give to the app by the served files, and that no rule matches any more, are found")
    func removed() throws {
        let rules = Self.item + #",{"id":"old","match":["/old/:id"],"to":{"screen":"I"}}"#
        let identity = CheckedRelease.Identity(app: "a", version: 1, publishedAt: Instant(milliseconds: 0)) { _ in
            [UInt8](repeating: 0, count: 32)
        }
        func served(_ surface: String) throws -> ReleaseSurfaces {
            let check = ReleaseCheck(
                draft: try draft(surface, rules), hosts: ["go.example"], at: Instant(milliseconds: 0))
            return try #require(check.run(as: identity).release?.surfaces)
        }
        func found(_ rules: String, after surface: String = Self.apps) throws -> [Finding] {
            let check = ReleaseCheck(
                draft: try draft(Self.apps, rules), hosts: ["go.example"], served: try served(surface),
                at: Instant(milliseconds: 0))
            return check.findings().filter { $0.reason == "devices" }
        }
        let lost = try found(Self.item)
        #expect(lost.map(\.code) == [.claimedUnresolved] && lost[0].severity == .warning)
        #expect(lost[0].witness?.address == "https://go.example/old/xx")
        #expect(lost[0].detail.hasSuffix("any more: \"/old/?*\", \"/old/?*/\"."), "\(lost)")
        #expect(try found(Self.item, after: Self.android.dropFirst().description).count == 1, "Android's file alone")
        #expect(try found(rules).isEmpty, "nothing was removed")
        let wider = Self.item + #",{"id":"web","match":["/:rest*"],"to":{"screen":"I"}}"#
        #expect(try found(wider).isEmpty, "another rule matches the address")
        #expect(try found(Self.item, after: Self.apps + #","never":["/old/*"]"#).isEmpty, "it was never claimed")
    }

    @Test("builds that are still about and have no rule are named, with platform and version")
    func builds() throws {
        let rule =
            #"{"id":"item","match":["/i/42"],"when":{"platform":["ios"],"appVersion":">=5"},"to":{"screen":"I"}}"#
        let builds = [("ios", "4.9"), ("ios", "5.0"), ("android", "5.0")]
        let found = try findings(Self.apps + Self.android, rule, builds: builds).filter {
            $0.code == .claimedUnresolved
        }
        #expect(found.map(\.reason) == ["build"] && found.first?.rules == ["item"], "\(found)")
        #expect(found.first?.detail.contains("ios 4.9, android 5.0") == true, "\(found)")
        #expect(found.first?.witness?.context == Context(platform: "ios", appVersion: "4.9"))
        let apple = try findings(Self.apps, rule, builds: builds).filter { $0.code == .claimedUnresolved }
        #expect(apple.first?.detail.hasSuffix("ios 4.9.") == true, "Android gives no link to an app that is not named")
        let declared = [0: ["other.example": [String]()]]
        #expect(
            try findings(Self.apps, rule, builds: builds, declared: declared).allSatisfy {
                $0.code != .claimedUnresolved
            }, "iOS gives no link of a host that the build does not declare")
        let both = rule + #",{"id":"old","match":["/i/42"],"to":{"screen":"I"}}"#
        #expect(try findings(Self.apps, both, builds: builds).allSatisfy { $0.code != .claimedUnresolved })
    }

    @Test("a host or a path that a build does not declare is found with the rules, the builds and an address")
    func scope() throws {
        let rules = Self.item + #",{"id":"m","match":["/m/:id"],"when":{"platform":["android"]},"to":{"screen":"I"}}"#
        let builds = [("android", "5.0"), ("android", "6.0"), ("ios", "5.0"), ("ios", "6.0"), ("web", "1")]
        func scopes(_ declared: [Int: [String: [String]]], rules: String = rules) throws -> [Finding] {
            try findings(Self.apps + Self.android, rules, builds: builds, declared: declared).filter {
                $0.code == .manifestScope
            }
        }
        #expect(try scopes([:]).isEmpty, "builds that say nothing")
        let whole = ["go.example": [String](), "x.example": []]
        #expect(try scopes([0: whole, 1: ["*.example": []], 2: whole, 3: whole]).isEmpty)
        let host = try scopes([0: whole, 2: ["other.example": []], 3: [:]])
        #expect(host.map(\.reason) == ["host"] && host.first?.rules == ["item"], "\(host)")
        #expect(host.first?.pointer == "/settings/surfaces/go.example" && host.first?.severity == .warning)
        #expect(host.first?.detail.hasSuffix("ios 5.0, ios 6.0.") == true, "\(host)")
        #expect(host.first?.witness?.address == "https://go.example/i/42")
        #expect(host.first?.witness?.context == Context(platform: "ios", appVersion: "5.0"))
        let path = try scopes([0: ["go.example": ["/i/*"]], 1: ["go.example": ["/i/*", "/m/*"]], 2: whole])
        #expect(path.map(\.reason) == ["path"] && path.first?.rules == ["m"], "\(path)")
        #expect(path.first?.witness?.address.hasPrefix("https://go.example/m/") == true)
        #expect(path.first?.witness?.context == Context(platform: "android", appVersion: "5.0"))
        let newer = #"{"id":"n","match":["/n"],"when":{"appVersion":">=6"},"to":{"screen":"I"}}"#
        #expect(try scopes([2: [:]], rules: newer).isEmpty, "the rule is not for that build")
        #expect(try scopes([3: [:]], rules: newer).map(\.rules) == [["n"]])
        let allowed = newer.dropLast() + #","allow":["manifest-scope"]}"#
        #expect(try scopes([3: [:]], rules: String(allowed)).isEmpty)
    }

    @Test("a fallback that is itself claimed is a loop")
    func loop() throws {
        let claimed = try findings(Self.apps + #","web":"https://go.example/i/42""#, Self.item)
        #expect(claimed.map(\.code) == [.claimLoop] && claimed.first?.witness?.address == "https://go.example/i/42")
        let other = #","go2.example":{\#(Self.apps),"claim":["/i/*"]}"#
        let across = try findings(Self.apps + #","web":"https://go2.example/i/9""#, Self.item, others: other)
        #expect(across.contains { $0.code == .claimLoop && $0.pointer == "/settings/surfaces/go.example/web" })
        #expect(try findings(Self.apps + #","web":"https://www.example/""#, Self.item).isEmpty)
    }

    @Test("where files say more or less than a rule, an address between shows it")
    func departures() throws {
        let wide = try findings(Self.apps, #"{"id":"r","match":["/i/:id(\\d+)"],"to":{"screen":"I"}}"#)
        let finding = try #require(wide.first { $0.code == .claimWider }, "\(wide)")
        #expect(finding.severity == .warning && finding.rules == ["r"] && finding.reason == "capture")
        #expect(finding.witness?.address.hasPrefix("https://go.example/i/") == true)
        let narrow = try findings(Self.apps, #"{"id":"r","match":["/Item"],"ignoreCase":true,"to":{"screen":"I"}}"#)
        #expect(narrow.contains { $0.code == .claimNarrower && $0.reason == "case" }, "\(narrow)")
    }

    @Test("claimed sign-ins are found, unless a rule names the path")
    func signIns() throws {
        let any = #"{"id":"any","match":["/:page"],"to":{"screen":"I"}}"#
        let found = try findings(Self.apps, any).filter { $0.code == .never }
        #expect(found.count == 1 && found.first?.witness?.address == "https://go.example/login", "\(found)")
        let rules = any + #",{"id":"login","match":["/login"],"to":{"screen":"I"}}"#
        #expect(
            try findings(Self.apps, rules).first { $0.code == .never }?.witness?.address.hasSuffix("/signin") == true)
        let never = #","never":["/login","/sign*","/logout","/sso","/oauth*","/auth/*","/saml/*","/.well-known/*"]"#
        #expect(try findings(Self.apps + never, any).allSatisfy { $0.code != .never })
    }

    @Test("an expectation about the operating system tells delivery from a browser")
    func expectations() throws {
        let draft = try draft(
            Self.apps + #","never":["/i/42"]"#, Self.item + #",{"id":"b","match":["/b"],"to":{"screen":"B"}}"#)
        func passes(_ expectation: String) throws -> Bool {
            let decoded = DraftDecoder.expectations(Array("[\(expectation)]".utf8))
            let expectations = try #require(decoded.value, "\(decoded.findings)")
            #expect(
                DraftDecoder.expectations(JSONValue.array([expectations[0].json]).canonicalBytes).value == expectations)
            let check = ReleaseCheck(draft: draft, expectations: expectations, at: Instant(milliseconds: 0))
            return check.findings().allSatisfy { $0.code != .expectationFailed }
        }
        let browser =
            #"{"url":"https://go.example/i/42","surface":"os","expect":{"address":"https://go.example/i/42"}}"#
        #expect(try passes(browser))
        #expect(try !passes(#"{"url":"https://go.example/i/42","surface":"os","expect":{"screen":"I"}}"#))
        #expect(try passes(#"{"url":"https://go.example/i/42","expect":{"screen":"I"}}"#))
        #expect(try passes(#"{"url":"https://go.example/b","surface":"os","expect":{"screen":"B"}}"#))
        let android =
            #"{"url":"https://go.example/b","surface":"os","context":{"platform":"android"},"expect":{"screen":"B"}}"#
        #expect(try !passes(android), "there is no app for Android")
        #expect(try passes(#"{"url":"https://go.example/b","surface":"os","expect":{"systems":["ios"]}}"#))
        #expect(try passes(#"{"url":"https://go.example/i/42","surface":"os","expect":{"systems":[]}}"#))
        #expect(try !passes(#"{"url":"https://go.example/b","surface":"os","expect":{"systems":["android","ios"]}}"#))
        #expect(try passes(#"{"url":"https://go.example/b","surface":"web","expect":{"answer":"open"}}"#), "left out")
    }

    @Test("HarmonyOS's file names no paths: it gives every address to the app, which is a finding")
    func harmony() throws {
        let surface = #""harmony":["101"],"never":["/login"]"#
        let found = try findings(surface, Self.item).filter { $0.code == .claimWider }
        #expect(found.map(\.reason) == ["harmony"] && found[0].witness?.address == "https://go.example/login")
        #expect(found[0].pointer == "/settings/surfaces/go.example/harmony")
        let all = #"{"id":"all","match":["/:r*"],"to":{"screen":"I"}}"#
        #expect(try findings(#""harmony":["101"]"#, all).allSatisfy { $0.reason != "harmony" })
        #expect(try findings(#""harmony":["101"]"#, Self.item).contains { $0.reason == "harmony" })
        let draft = try draft(surface, Self.item)
        for path in ["/login", "/nothing", "/i/42"] {
            for (systems, passes) in [("[]", false), (#"["harmony"]"#, true)] {
                let text = #"[{"url":"https://go.example\#(path)","surface":"os","expect":{"systems":\#(systems)}}]"#
                let expectations = try #require(DraftDecoder.expectations(Array(text.utf8)).value)
                let check = ReleaseCheck(draft: draft, expectations: expectations, at: Instant(milliseconds: 0))
                #expect(check.findings().allSatisfy { $0.code != .expectationFailed } == passes, "\(path) \(systems)")
            }
        }
    }

    @Test("a stored test address of an operating system says what its file says, in every spelling")
    func spellings() throws {
        let draft = try draft(
            Self.apps + Self.android + #","never":["/oauth/*"]"#,
            #"{"id":"a","match":["/@:name","/:p*"],"to":{"screen":"I"}}"#)
        for path in ["/%40bob", "/@bob", "/%6Fauth/cb", "/oauth%2Fcb", "/oauth/cb", "/x"] {
            let address = try Address("https://go.example" + path)
            let check = SurfaceCheck(
                release: try CompiledDraft(draft), owned: nil, screens: ScreenTable(), now: Instant(milliseconds: 0))
            let file = try #require(AppleLinkFile.read(check.hosts[0].files.apple).file)
            let isGiven = if case .opens = file.decision(for: address) { true } else { false }
            #expect(check.hosts[0].opens(address, on: "ios") == isGiven, "\(path)")
            #expect(isGiven == !path.contains("auth"), "\(path)")
        }
    }

    @Test("patterns of claim that leave out a pattern of a rule are a finding")
    func narrowClaim() throws {
        let rule = #"{"id":"r","match":["/i/42","/other/:id"],"to":{"screen":"I"}}"#
        let found = try findings(Self.apps + #","claim":["/i/*"]"#, rule).filter { $0.code == .claimNarrower }
        #expect(found.map(\.reason) == ["claim"] && found[0].witness?.address.contains("/other/") == true)
        for claim in [#""claim":["/i/*","/other/*"]"#, #""claim":["*"],"never":["/other/*"]"#] {
            #expect(try findings(Self.apps + "," + claim, rule).allSatisfy { $0.code != .claimNarrower }, "\(claim)")
        }
    }

    @Test(
        "an expectation that its surface cannot have is refused at its place",
        arguments: [
            (#""surface":"tv","expect":{"unmatched":true}"#, "/0/surface", "unknown-value"),
            (#""surface":"web","expect":{"screen":"B"}"#, "/0/expect", "misplaced-key"),
            (#""surface":"web","expect":{"failed":true}"#, "/0/expect", "misplaced-key"),
            (#""expect":{"answer":"open"}"#, "/0/expect", "misplaced-key"),
            (#""surface":"os","expect":{"address":"https://a.example/","status":301}"#, "/0/expect", "misplaced-key"),
            (#""expect":{"systems":[]}"#, "/0/expect", "misplaced-key"),
            (#""surface":"web","expect":{"answer":"opne"}"#, "/0/expect/answer", "unknown-value"),
            (
                #""surface":"web","expect":{"address":"https://a.example/","status":307}"#, "/0/expect/status",
                "unknown-value"
            ),
            (#""surface":"os","expect":{"systems":["ios","ios"]}"#, "/0/expect/systems/1", "duplicate"),
            (#""surface":"web","context":{"platform":"ios"},"expect":{"blocked":true}"#, "/0/context", "misplaced-key"),
            (
                #""surface":"web","context":{"attributes":{"group":"B"}},"expect":{"blocked":true}"#, "/0/context",
                "misplaced-key"
            ),
            (#""surface":"web","expect":{"answer":"open","status":301}"#, "/0/expect", "too-many"),
        ])
    func misplaced(members: String, pointer: String, reason: String) {
        let decoded = DraftDecoder.expectations(Array(#"[{"url":"https://go.example/b",\#(members)}]"#.utf8))
        #expect(decoded.findings.first?.pointer == pointer, "\(decoded.findings)")
        #expect(decoded.findings.first?.reason == reason, "\(decoded.findings)")
    }
}

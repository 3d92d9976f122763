import LinkFiles
import RouteAnalysis
import RouteDocuments
import RouteIndex
import RouteModel
import TestSupport
import Testing
import WebAddress

@testable import LinkAnswers

@Suite("Why a link does not open", .scheduled)
struct LinkDiagnosisTests {
    private static let now = Instant(milliseconds: 1_795_000_000_000)
    private static let app = "ABCDE12345.example.shop"

    private func sources(claims: [String] = ["/item/*", "/old/*", "/new/*"], excludes: [String] = ["/login"]) throws
        -> PhoneDiagnosis.Sources
    {
        let text = """
            {"settings":{"origins":["https://go.shop.example"]},"rules":[
            {"id":"item","match":["/item/:id"],"to":{"screen":"Item"}},
            {"id":"more","match":["/more"],"to":{"screen":"More"}},
            {"id":"new","match":["/new/:id"],"when":{"appVersion":">=5"},"to":{"screen":"New"}},
            {"id":"stop","match":["/item/0"],"to":{"block":"over"}}]}
            """
        let draft = try #require(DraftDecoder.draft(Array(text.utf8)).value)
        let body = try ReleaseBody.freeze(draft: draft, app: "shop", version: 7, publishedAt: Self.now)
        let bytes = try CompiledIndex.compile(body, digest: (0..<32).map { UInt8($0) })
        let index = try CompiledIndex(IndexBytes(bytes))
        let surface = LinkSurface(
            apple: [Self.app],
            android: [
                .init(package: "example.shop", fingerprints: [Array(repeating: "AB", count: 32).joined(separator: ":")])
            ], harmony: ["57"], claims: claims, excludes: excludes)
        var values = SurfaceSettings()
        (values.apple, values.harmony) = ([Self.app], ["57"])
        values.android = [.init(package: "example.shop", fingerprints: [])]
        return PhoneDiagnosis.Sources(
            apple: AppleLinkFile.read(surface.appleFile).file, android: AndroidLinkFile.read(surface.androidFile).file,
            harmony: HarmonyLinkFile.read(surface.harmonyFile).file, apps: [Self.app, "example.shop", "57"],
            index: index, sites: LinkSites([LinkSite(LinkHost("go.shop.example", values), index: index)]))
    }

    private func diagnosis(_ path: String, _ phone: LinkPhone, _ sources: PhoneDiagnosis.Sources) throws
        -> PhoneDiagnosis
    {
        PhoneDiagnosis(of: try Address("https://go.shop.example\(path)"), on: phone, sources, at: Self.now)
    }

    private static let phone = LinkPhone(os: .ios, osVersion: "18.5", appVersion: "6.0")

    @Test("a link that all agree on opens on each system", arguments: [OperatingSystem.ios, .android, .harmony])
    func opens(os: OperatingSystem) throws {
        let phone = LinkPhone(os: os, osVersion: "18", appVersion: "6.0")
        let told = try diagnosis("/item/1", phone, sources())
        #expect(told.opens && told.wrong == nil)
        #expect(told.steps.map(\.surface) == [.os, .app, .web] && told.steps.allSatisfy(\.isPassed), "\(told.steps)")
    }

    @Test(
        "which surface is wrong, and what it says",
        arguments: [
            ("/more", PhoneDiagnosis.Surface.os, "no rule of apple-app-site-association matches it"),
            ("/login", .web, "keeps it out of the app"), ("/old/1", .app, "no rule matches"),
            ("/item/0", .app, "the rule stop blocks it: over"), ("/nothing", .web, "404 (missing)"),
        ])
    func wrong(path: String, surface: PhoneDiagnosis.Surface, text: String) throws {
        let told = try diagnosis(path, Self.phone, sources())
        #expect(!told.opens && told.wrong == surface, "\(told)")
        #expect(told.steps.contains { !$0.isPassed && $0.text.contains(text) }, "\(told.steps)")
    }

    @Test("an older build lacks the rule's condition, and a newer one has it")
    func builds() throws {
        let old = try diagnosis("/new/1", LinkPhone(os: .ios, appVersion: "4.9"), sources())
        #expect(old.wrong == .app && old.steps.contains { $0.text.contains("their conditions do not hold") })
        #expect(try diagnosis("/new/1", LinkPhone(os: .ios, appVersion: "5.0"), sources()).opens)
    }

    @Test("an in-app browser that keeps links is wrong, and one that opens apps is not")
    func inApp() throws {
        var phone = Self.phone
        phone.inApp = .qq
        let kept = try diagnosis("/item/1", phone, sources())
        #expect(!kept.opens && kept.wrong == .browser && kept.steps.first?.surface == .browser)
        phone.inApp = .wechat
        #expect(try diagnosis("/item/1", phone, sources()).opens)
    }

    @Test("without the app nothing is wrong, and the web's answer is told")
    func missingApp() throws {
        let told = try diagnosis("/item/1", LinkPhone(os: .ios), sources())
        #expect(!told.opens && told.wrong == nil)
        #expect(told.steps.last?.text == "without the app a browser gets 200 (open)")
    }

    @Test("before Android 15 the manifest decides, from then on the file's rules")
    func android() throws {
        let narrow = try sources(claims: ["/item/*"])
        let before = try diagnosis("/more", LinkPhone(os: .android, osVersion: "14", appVersion: "6.0"), narrow)
        #expect(before.opens)
        let after = try diagnosis("/more", LinkPhone(os: .android, osVersion: "15", appVersion: "6.0"), narrow)
        #expect(!after.opens && after.wrong == .os)
    }

    @Test("a link of a second host is explained by the file that this host serves, and by the rules of the first one")
    func secondHost() throws {
        let text = """
            {"settings":{"origins":["https://go.shop.example"],"surfaces":{"go.shop.example":{
            "apple":[{"appID":"\(Self.app)"}],"secondHost":"open.shop.example","never":["/item/9"]}}},
            "rules":[{"id":"item","match":["/item/:id"],"to":{"screen":"Item"}}]}
            """
        let trial = try DraftTrial(try #require(DraftDecoder.draft(Array(text.utf8)).value))
        let surfaces = trial.surfaces(at: Self.now)
        for (path, opens) in [("/item/1", true), ("/item/9", false), ("/other", false)] {
            let told = try ["go.shop.example", "open.shop.example"].map { host in
                PhoneDiagnosis(
                    of: try Address("https://\(host)\(path)"), on: Self.phone,
                    .init(surfaces, index: trial.index, host: host), at: Self.now)
            }
            #expect(told.map(\.opens) == [opens, opens], "\(told)")
            #expect(told[0].steps.prefix(2) == told[1].steps.prefix(2))
        }
    }

    @Test("a missing file, and a file for another app, are wrong")
    func files() throws {
        var absent = try sources()
        absent.apple = nil
        #expect(try diagnosis("/item/1", Self.phone, absent).wrong == .os)
        var other = try sources()
        other.apps = ["ZZZZZ12345.other"]
        let told = try diagnosis("/item/1", Self.phone, other)
        #expect(told.wrong == .os && told.steps[0].text.contains("another app"))
    }
}

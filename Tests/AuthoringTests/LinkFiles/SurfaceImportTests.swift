import CanonicalJSON
import LinkFiles
import TestSupport
import Testing
import WebAddress

@Suite("Hand-written link files as a surface", .scheduled)
struct SurfaceImportTests {
    private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")

    private func apple(_ components: String, apps: String = #"["ABCDE12345.example.shop"]"#) throws -> AppleLinkFile {
        let text = #"{"applinks":{"details":[{"appIDs":\#(apps),"components":[\#(components)]}]}}"#
        return try #require(AppleLinkFile.read(Array(text.utf8)).file)
    }

    private func android(_ rules: String?) throws -> AndroidLinkFile {
        let relation = AndroidLinkFile.handlesLinks
        let dynamic = rules.map {
            #","relation_extensions":{"\#(relation)":{"dynamic_app_link_components":[\#($0)]}}"#
        }
        let text = """
            [{"relation":["\(relation)"],"target":{"namespace":"android_app","package_name":"example.shop",
            "sha256_cert_fingerprints":["\(Self.fingerprint)"]}\(dynamic ?? "")}]
            """
        return try #require(AndroidLinkFile.read(Array(text.utf8)).file)
    }

    private static let addresses = ["/", "/item/1", "/login", "/item/1/edit", "/search?q=a", "/x"].compactMap {
        try? Address("https://shop.example\($0)")
    }

    @Test("files that say the same become claims and excludes, and every address keeps its decision")
    func same() throws {
        let rules = #"{"/":"/login*","exclude":true},{"/":"/item/*"},{"/":"/"}"#
        let (apple, android) = (try apple(rules), try android(rules))
        let text = #"{"applinking":{"apps":[{"appIdentifier":"57"}]}}"#
        let harmony = HarmonyLinkFile.read(Array(text.utf8)).file
        let made = ImportedSurface(apple: apple, android: android, harmony: harmony)
        #expect(
            made.surface
                == LinkSurface(
                    apple: ["ABCDE12345.example.shop"],
                    android: [.init(package: "example.shop", fingerprints: [Self.fingerprint])], harmony: ["57"],
                    claims: ["/item/*", "/"], excludes: ["/login*"]))
        #expect(made.differences.isEmpty, "\(made.differences)")
        #expect(made.changed(Self.addresses, apple: apple, android: android).isEmpty)
    }

    @Test("an exclude after a claim comes first, and the address whose decision changes is found")
    func order() throws {
        let apple = try apple(#"{"/":"/item/*"},{"/":"/item/*/edit","exclude":true}"#)
        let made = ImportedSurface(apple: apple, android: nil)
        #expect(made.differences.count == 1 && made.differences[0].contains("now comes before all claims"))
        #expect(
            made.changed(Self.addresses, apple: apple, android: nil).map(\.href)
                == ["https://shop.example/item/1/edit"])
    }

    @Test(
        "what a claim cannot say is a difference",
        arguments: [
            (#"{"/":"/search","?":{"q":"?*"}}"#, "a query or a fragment"),
            (##"{"/":"/a","#":"b"}"##, "a query or a fragment"), (#"{"/":"/$(lang)/a"}"#, "has a variable"),
            (#"{"/":"/A","caseSensitive":false}"#, "ignores letter case"),
        ])
    func lost(rule: String, word: String) throws {
        let made = ImportedSurface(apple: try apple(rule), android: nil)
        #expect(made.differences.count == 1 && made.differences[0].contains(word), "\(made.differences)")
    }

    @Test("claims of one file alone, and an Android file without rules, are differences")
    func alone() throws {
        let apple = try apple(#"{"/":"/item/*"},{"/":"/x"}"#)
        let made = ImportedSurface(apple: apple, android: try android(#"{"/":"/item/*"}"#))
        #expect(made.differences == ["“/x” is in Apple's file alone"])
        let plain = try android(nil)
        let wider = ImportedSurface(apple: apple, android: plain)
        #expect(wider.differences.count == 1 && wider.differences[0].contains("no dynamic rules"))
        #expect(wider.changed(Self.addresses, apple: apple, android: plain).map(\.path) == ["/", "/login", "/search"])
    }
}

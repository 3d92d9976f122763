import LinkFiles
import TestSupport
import Testing
import WebAddress

/// What the pages of Apple and Google say of their examples; HarmonyOS's is in `LinkSurfaceTests`.
@Suite("The platforms' own examples of link files", .scheduled)
struct PlatformExampleTests {
    private static let fingerprint = [String](repeating: "0A", count: 32).joined(separator: ":")

    /// The decision of Android for a path, as a word.
    private func android(_ rules: String, _ target: String) throws -> String {
        let text = """
            [{"relation":["delegate_permission/common.handle_all_urls"],
            "target":{"namespace":"android_app","package_name":"com.example.app","sha256_cert_fingerprints":["\(Self.fingerprint)"]},
            "relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_link_components":\(rules)}}}]
            """
        let reading = AndroidLinkFile.read(Array(text.utf8))
        #expect(reading.problems.isEmpty, "\(reading.problems.map(\.message))")
        let file = try #require(reading.file)
        return word(file.decision(for: try Address("https://example.com" + target), package: "com.example.app"))
    }

    private func word(_ decision: LinkDecision) -> String {
        switch decision {
        case .opens: "opens"
        case .excluded: "excluded"
        case .unclaimed: "unclaimed"
        }
    }

    @Test(
        "Android's example of dynamic rules (training/app-links/configure-assetlinks)",
        arguments: [
            ("/any?dl=1", "opens"), ("/any?dl=", "opens"), ("/any#app", "opens"), ("/any#apps", "excluded"),
            ("/products/1", "opens"), ("/products/", "opens"), ("/products", "excluded"),
            ("/shoes?in_app=true", "opens"), ("/shoes?a=b&in_app=true", "opens"), ("/shoes?in_app=false", "excluded"),
            ("/shoes", "excluded"), ("/", "excluded"),
        ])
    func androidRules(target: String, expected: String) throws {
        let rules = """
            [{"?":{"dl":"*"}},{"#":"app"},{"/":"/products/*"},{"/":"/shoes","?":{"in_app":"true"}},{"/":"*","exclude":true}]
            """
        #expect(try android(rules, target) == expected)
    }

    @Test("Android's examples of the order of rules and of queries, on the same page")
    func androidOrder() throws {
        #expect(try android(#"[{"/":"*","exclude":true},{"/":"/path1"}]"#, "/path1") == "excluded")
        let narrow = #"[{"/":"/path1"},{"/":"*","exclude":true}]"#
        #expect(try android(narrow, "/path1") == "opens" && android(narrow, "/path2") == "excluded")
        let two = #"[{"/":"/path1"},{"/":"/path2"}]"#
        #expect(try android(two, "/path2") == "opens" && android(two, "/path3") == "unclaimed")
        let rest = #"[{"/":"/path1","exclude":true},{"/":"*"}]"#
        #expect(try android(rest, "/path1") == "excluded" && android(rest, "/any") == "opens")
        let query = #"[{"?":{"dl":"*","in_app":"true"}}]"#
        #expect(try android(query, "/?in_app=true&dl=abc") == "opens")
        #expect(try android(query, "/?lang=en&in_app=true&tz=pst&dl=abc") == "opens")
        #expect(try android(query, "/?lang=en&tz=pst&dl=abc") == "unclaimed")
    }

    @Test(
        "Apple's substitution variables, its own and those of the file (documentation/bundleresources/applinks)",
        arguments: [
            ("/en_CA/burrito/", "excluded"), ("/fr_CA/sushi/", "excluded"), ("/en_US/burrito/", "opens"),
            ("/ja_JP/sushi/", "opens"), ("/en_US/soup/", "unclaimed"), ("/xx/burrito/", "unclaimed"),
            ("/burrito/", "unclaimed"),
        ])
    func appleVariables(target: String, expected: String) throws {
        let text = """
            {"applinks":{"substitutionVariables":{"food":["burrito","pizza","sushi","samosa"]},
            "details":[{"appIDs":["ABCDE12345.com.example.app"],"components":[
            {"/":"/$(lang)_CA/$(food)/","exclude":true},{"/":"/$(lang)_$(region)/$(food)/"}]}]}}
            """
        let reading = AppleLinkFile.read(Array(text.utf8))
        #expect(reading.problems.isEmpty, "\(reading.problems.map(\.message))")
        let file = try #require(reading.file)
        #expect(word(file.decision(for: try Address("https://example.com" + target))) == expected)
    }
}

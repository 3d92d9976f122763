import TestSupport
import Testing

@Suite("The product has one version", .scheduled)
struct VersionTests {
    @Test(
        "what people copy from documents, and the manifest for npm, have the version of ServerVersion",
        arguments: [
            "README.md", "Config/guides/operations.md", "Config/guides/swift.md", "Config/guides/android.md",
            "Config/guides/engine.md", "Config/guides/web.md", "Config/deploy/kubernetes.yaml",
            "Sources/Clients/Web/package.json",
        ])
    func named(file: String) throws {
        let source = try PackageRoot.text(of: "Sources/Engine/RouteDocuments/ServerVersion.swift")
        let version = try #require(source.firstMatch(of: /static let current = "(.+)"/)).output.1
        let names = try PackageRoot.text(of: file)
            .matches(of: /(?:waymark[a-z_-]*[:_-]|from: "|"version": ")([0-9]+\.[0-9]+\.[0-9]+)/).map(\.output.1)
        #expect(!names.isEmpty)
        for name in names { #expect(name == version) }
    }
}

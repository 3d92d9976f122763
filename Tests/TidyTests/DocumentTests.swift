import Foundation
import TestSupport
import Testing

@Suite("Documents name files that exist, and no source decides by the identity of an endpoint", .scheduled)
struct DocumentTests {
    @Test(
        "every file that ARCHITECTURE.md and CONTRIBUTING.md name exists",
        arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
    func files(_ document: String) throws {
        let text = try PackageRoot.text(of: document)
        let names = text.matches(of: /`([A-Za-z.]+(?:\/[A-Za-z0-9_.+-]+)+)`/).map { String($0.output.1) }
        #expect(names.count > 15)
        for name in Set(names).sorted() {
            // Paths inside a target are written without `Sources/` where the target is clear.
            let exists = ["", "Sources/"].contains { prefix in
                FileManager.default.fileExists(atPath: PackageRoot.url.appendingPathComponent(prefix + name).path)
            }
            #expect(exists, "\(document) names \(name)")
        }
    }

    @Test("ARCHITECTURE.md can be read in one sitting")
    func architectureIsShort() throws { #expect(try PackageRoot.bytes(of: "ARCHITECTURE.md").count <= 20 << 10) }

    @Test("each walk through the code has at most twelve steps, each with a file")
    func walks() throws {
        let text = try PackageRoot.text(of: "ARCHITECTURE.md")
        let section = try #require(
            text.components(separatedBy: "## Four walks through the code").last?
                .components(separatedBy: "\n## ").first)
        var walks = 0
        for line in section.components(separatedBy: "\n") {
            guard let step = line.firstMatch(of: /^([0-9]+)\. (.*)$/), let number = Int(step.output.1) else { continue }
            if number == 1 { walks += 1 }
            #expect(number <= 12, "\(line)")
            #expect(step.output.2.contains(".swift`"), "\(line)")
        }
        #expect(walks == 4)
    }

    @Test("no source of the server decides by the identity of an endpoint")
    func endpointIdentity() {
        let server: Set<String> = [
            "HTTPExchange", "ServerLog", "ServerMetrics", "AccessControl", "DataPlane", "ControlPlane", "LinkServing",
            "ConsoleServing", "OfflineStore", "RouteServer",
        ]
        let decision =
            /switch [a-z.]*endpoint\??\.?(id)? \{|endpoint\??\.id (==|!=) |origin\.endpoint (==|!=) |EndpointID/
        for file in SourceTree.sources.files where server.contains(file.target) {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: decision) == nil, "\(file.path):\(number + 1): \(line)")
            }
        }
    }
}

import CanonicalJSON
import Foundation
import HTTPWire
import RouteModel
import StoreRecords
import TestSupport
import Testing

@testable import AccessControl
@testable import DataPlane
@testable import HTTPExchange
@testable import RouteServer
@testable import ServerMetrics

@Suite("The HTTP reference and the catalogues of problems and findings", .scheduled)
struct HTTPReferenceTests {
    @Test("Config/guides/http.md equals the page made from the contract")
    func page() throws {
        try Renewal.expect("Config/guides/http.md", holds: HTTPReference.text, suite: "HTTPReferenceTests")
        for endpoint in Contract.table.endpoints {
            #expect(
                HTTPReference.text.contains("\n### \(endpoint.method.rawValue) \(endpoint.path)\n"), "\(endpoint.id)")
        }
    }

    /// The Swift sources of a target, without its catalogues.
    private func sources(_ target: String) throws -> [String] {
        let folder = PackageRoot.folder(of: target).resolvingSymlinksInPath()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
            $0 as? URL
        }
        return try (files ?? []).filter { $0.pathExtension == "swift" && !$0.lastPathComponent.contains("Catalogue") }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    private func words(_ pattern: Regex<(Substring, Substring)>, in texts: [String]) -> Set<String> {
        Set(texts.flatMap { $0.matches(of: pattern).map { String($0.output.1) } })
    }

    @Test("the problem catalogue has exactly the codes and statuses that the sources use")
    func problems() throws {
        var made: Set<String> = []
        let texts = try [
            "AccessControl", "ConsoleServing", "ControlPlane", "DataPlane", "HTTPExchange", "RouteServer",
        ].flatMap(sources)
        made.formUnion(words(/Problem\(\s*[45]\d\d,\s*"([a-z-]+)"/, in: texts))
        made.formUnion(words(/\.(?:conflict|unprocessable|unavailable)\(\s*"([a-z-]+)"/, in: texts))
        for code in StoreError.Code.allCases { made.insert(Problem(StoreError(code, "", hint: "")).code) }
        for status in 400...599 {
            let problem = Problem(RequestRefusal(status, ""))
            let isNamed = ProblemCatalogue.all.contains { $0.code == problem.code && $0.statuses.contains(status) }
            #expect(isNamed || problem.code == "malformed-request", "\(status)")
            made.insert(problem.code)
        }
        let known = ProblemCatalogue.all.map(\.code)
        #expect(Set(known) == made, "\(Set(known).symmetricDifference(made).sorted())")
        #expect(known.count == Set(known).count)
        for code in StoreError.Code.allCases {
            let problem = Problem(StoreError(code, "", hint: ""))
            let kind = ProblemCatalogue.all.first { $0.code == problem.code }
            #expect(kind?.statuses.contains(problem.status) == true, "\(problem.code) \(problem.status)")
        }
    }

    @Test("the finding catalogue has exactly the codes of findings, members and JSON errors that the sources use")
    func findings() throws {
        let texts = try ["RouteModel", "RouteDocuments", "RouteAnalysis", "RouteImport"].flatMap(sources)
        let made = words(
            /Self \{ Self\(rawValue: "([a-z-]+)"\)/, in: texts.filter { $0.contains("extension Finding.Code {") })
        let known = FindingCatalogue.findings.map(\.code)
        #expect(Set(known) == made, "\(Set(known).symmetricDifference(made).sorted())")
        let listed = Finding.Code.errors + Finding.Code.allowable + Finding.Code.notes
        #expect(Set(listed.map(\.rawValue)) == made && texts.count { $0.contains("extension Finding.Code {") } == 1)
        let members = words(
            /(?:item\(|code: String = )"([a-z-]+)"/,
            in: try ["AccessControl", "ControlPlane", "DataPlane", "HTTPExchange", "RouteServer"]
                .flatMap(sources))
        #expect(
            Set(FindingCatalogue.members.map(\.code))
                == members.union(
                    unknownKey(
                        try [
                            "AccessControl", "ControlPlane", "DataPlane", "HTTPExchange", "RouteServer",
                        ].flatMap(sources))))
        let jsonTexts = try sources("CanonicalJSON").filter { $0.contains("package struct JSONError") }
        let json = words(/case [a-zA-Z0-9]+ = "([a-z0-9-]+)"/, in: jsonTexts).union(["empty", "comment"])
        #expect(jsonTexts.count == 1 && Set(FindingCatalogue.json) == json)
        for code in ["empty", "comment"] { #expect(JSONError.Code(rawValue: code) != nil) }
    }

    /// The codes of all calls of `item`, also if the code is on the next line.
    private func unknownKey(_ texts: [String]) -> Set<String> { words(/item\(\s*"([a-z-]+)"/, in: texts) }
}

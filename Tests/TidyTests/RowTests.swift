import Foundation
import TestSupport
import Testing

/// Compares the rows of RouteNavigation's page with the tests whose names begin with them.
@Suite("Each row of the original routers' behaviour has a test or a reason", .scheduled)
struct RowTests {
    /// A row's name and its last two cells.
    struct Row {
        let name: String
        let proof: String
        let device: String
    }

    static let page = "Sources/RouteNavigation/RouteNavigation.docc/Rows.md"

    private func rows() throws -> [Row] {
        try PackageRoot.text(of: Self.page).components(separatedBy: "\n").compactMap { line in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, cells[1].wholeMatch(of: /[A-Z]\d+/) != nil else { return nil }
            return Row(name: cells[1], proof: cells[3], device: cells[4])
        }
    }

    /// The tests, as `File.function`, by the rows with which their names begin; a test can be for several rows.
    private func tested() -> [String: Set<String>] {
        var tests: [String: Set<String>] = [:]
        for file in SourceTree.tests.files {
            guard let suite = file.path.split(separator: "/").last?.dropLast(".swift".count) else { continue }
            // A name may be on the line below its attribute.
            let expression = /@Test\(\s*"((?:[A-Z]\d+ )*)(?s:.*?)\bfunc (\w+)/
            for match in file.lines.joined(separator: "\n").matches(of: expression) {
                let test = "\(suite).\(match.2)"
                for row in match.1.split(separator: " ") { tests[String(row), default: []].insert(test) }
                tests["", default: []].insert(test)
            }
        }
        return tests
    }

    /// The names between backquotes.
    private func quoted(_ text: String) -> [String] { text.matches(of: /`([^`]+)`/).map { String($0.1) } }

    @Test("the table has each row exactly once")
    func whole() throws {
        let names = try rows().map(\.name)
        let expected = [("M", 20), ("C", 13), ("G", 16), ("N", 17), ("B", 15)].flatMap { letter, count in
            (1...count).map { "\(letter)\($0)" }
        }
        #expect(names == expected)
    }

    @Test("each row names tests that exist and begin with the row's name, or says why it is not applicable")
    func answered() throws {
        let tested = tested()
        #expect(try #require(tested[""]).count > 1000)
        for row in try rows() {
            let names = quoted(row.proof)
            if names.isEmpty {
                #expect(row.proof.hasPrefix("not applicable: ") && row.proof.count > 60, "\(row.name) gives no reason")
            }
            // RouteClient's tests know no rows; N10 is about its cache.
            let own = tested[row.name == "N10" ? "" : row.name] ?? []
            for name in names { #expect(own.contains(name), "\(row.name) has no test \(name); it has \(own.sorted())") }
        }
    }

    @Test("what a row has type-checked only is a file for Apple's systems, and each such file is named")
    func devices() throws {
        let folder = "Sources/RouteNavigation/UIKit"
        var named: Set<String> = []
        for row in try rows() where row.device != "–" {
            let names = quoted(row.device)
            #expect(!names.isEmpty, "\(row.name) names no file")
            named.formUnion(names.map { "Sources/RouteNavigation/" + $0 })
        }
        for path in named {
            #expect(try PackageRoot.text(of: path).hasPrefix("#if os(iOS) || os("), "\(path) is compiled on Linux")
        }
        let files = SourceTree.sources.files.map(\.path).filter { $0.hasPrefix(folder + "/") }
        #expect(!files.isEmpty && files.allSatisfy(named.contains))
    }

    /// The systems on which the code for a framework compiles.
    ///
    /// UIKit is also on tvOS, and in parts on watchOS, where screens and links work otherwise, so `canImport` is not enough.
    private static let guards = [
        "SwiftUI": "#if os(iOS) || os(macOS) || os(visionOS)", "UIKit": "#if os(iOS) || os(visionOS)",
        "WebKit": "#if os(iOS) || os(macOS) || os(visionOS)",
    ]

    @Test(
        "M1 the router imports a UI framework only in files that are compiled for the systems on which its code works")
    func neutral() throws {
        for file in SourceTree.sources.files
        where ["RouteNavigation", "RouteNavigationUI", "RouteProtocols"].contains(file.target) {
            for (number, line) in file.lines.enumerated() {
                guard let module = Layering.module(importedBy: line), ["UIKit", "WebKit", "SwiftUI"].contains(module)
                else { continue }
                let isGuarded = Self.guards[module].map { file.lines[..<number].contains($0) } ?? false
                #expect(
                    isGuarded, "\(file.path):\(number + 1) imports \(module) without \(Self.guards[module] ?? "a rule")"
                )
            }
        }
    }

    @Test("M1 a feature module links protocols and values, and nothing of the engine")
    func featureModules() throws {
        let targets = try Manifest.current.get().targets
        #expect(targets["RouteProtocols"]?.dependencies == ["RouteParameters"])
        #expect(targets["RouteParameters"]?.dependencies == [])
    }
}

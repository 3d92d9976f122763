import Foundation
import TestSupport
import Testing

/// Compares the rows of RouteNavigation's page with the tests whose names begin with them.
@Suite("Each row of the original routers' behaviour has a test or a reason", .scheduled)
struct RowTests {
    /// A row's name and the text of its last cell.
    struct Row {
        let name: String
        let answer: String
    }

    static let page = "Sources/RouteNavigation/RouteNavigation.docc/Rows.md"

    private func rows() throws -> [Row] {
        try PackageRoot.text(of: Self.page).components(separatedBy: "\n").compactMap { line in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, cells[1].wholeMatch(of: /[A-Z]\d+/) != nil else { return nil }
            return Row(name: cells[1], answer: cells[3])
        }
    }

    /// The rows with which the names of tests begin; a test can be for several rows.
    private func tested() -> Set<String> {
        var rows: Set<String> = []
        for file in SourceTree.tests.files {
            // A name may be on the line below its attribute.
            for match in file.lines.joined(separator: "\n").matches(of: /@Test\(\s*"((?:[A-Z]\d+ )+)/) {
                rows.formUnion(match.1.split(separator: " ").map(String.init))
            }
        }
        return rows
    }

    @Test("the table has each row exactly once")
    func whole() throws {
        let names = try rows().map(\.name)
        let expected = [("M", 20), ("C", 13), ("G", 16), ("N", 17), ("B", 15)].flatMap { letter, count in
            (1...count).map { "\(letter)\($0)" }
        }
        #expect(names == expected)
    }

    @Test("each row has a test, or the reason why there is none")
    func answered() throws {
        let tested = tested()
        for row in try rows() {
            if row.answer == "test" {
                #expect(tested.contains(row.name), "\(row.name) has no test whose name begins with it")
            } else {
                #expect(row.answer.count > 40, "\(row.name) gives no reason")
            }
        }
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

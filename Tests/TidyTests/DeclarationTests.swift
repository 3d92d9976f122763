import Foundation
import TestSupport
import Testing

@Suite("Declarations are documented, and unsafe code is listed", .scheduled)
struct DeclarationTests {
    @Test("every package and public declaration has a documentation comment")
    func declarationsAreDocumented() {
        let kinds =
            "func|var|let|struct|class|enum|actor|protocol|typealias|init|subscript|static|final|mutating|indirect"
        let pattern = #"^\s*(package|public) (\#(kinds))\b"#
        for file in SourceTree.sources.files where !file.isGenerated {
            for (number, line) in file.lines.enumerated()
            where (line.contains("package ") || line.contains("public "))
                && line.range(of: pattern, options: .regularExpression) != nil
            {
                let documented = Self.isDocumented(file.lines, at: number)
                #expect(documented, "\(file.path):\(number + 1) has no documentation comment")
            }
        }
    }

    private static func isDocumented(_ lines: [String], at number: Int) -> Bool {
        var above = number - 1
        while above >= 0 {
            let line = lines[above].trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("///") { return true }
            guard line.hasPrefix("@") || line.hasPrefix("// swift-format-ignore") else { return false }
            above -= 1
        }
        return false
    }

    @Test("unsafe code is only in the system targets and in the files that ARCHITECTURE.md lists")
    func unsafeIsListed() throws {
        let systemTargets: Set<String> = ["SystemIO", "Digests", "GzipCoding", "SQLKit"]
        let architecture = try PackageRoot.text(of: "ARCHITECTURE.md")
        let unsafeFiles = try #require(architecture.components(separatedBy: "## Unsafe code").last)
        for file in SourceTree.sources.files where !systemTargets.contains(file.target) {
            let unsafe = file.lines.contains {
                $0.contains("unsafe")
                    && $0.components(separatedBy: "//")[0].range(
                        of: #"(\bunsafe |@unsafe\b)"#, options: .regularExpression)
                        != nil
            }
            let named = unsafeFiles.contains("`\(file.path.dropFirst("Sources/".count))`")
            #expect(!unsafe || named, "\(file.path) is unsafe and ARCHITECTURE.md does not name it")
            #expect(unsafe || !named, "\(file.path) is named in ARCHITECTURE.md but holds nothing unsafe")
        }
    }
}

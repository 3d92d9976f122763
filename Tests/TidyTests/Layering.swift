import Foundation
import TestSupport

/// The table of targets in ARCHITECTURE.md: which targets each of them imports.
struct Layering {
    /// Targets without Swift code.
    static let headersOnly: Set<String> = [
        "CLinux", "CSQLite", "CPostgres", "CZlib", "CCrypto", "CSSL", "CEngineFiles", "CConsoleFiles",
    ]

    let imports: [String: Set<String>]

    init() throws {
        var imports: [String: Set<String>] = [:]
        let layers: Set<String> = ["text", "domain", "system", "drivers", "server", "clients", "programs"]
        for line in try PackageRoot.text(of: "ARCHITECTURE.md").components(separatedBy: "\n") {
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, layers.contains(cells[1]) else { continue }
            let names = cells[4].components(separatedBy: ", ").filter { $0 != "–" }
            imports[cells[2]] = Set(names)
        }
        self.imports = imports
    }

    /// The module that a line imports; nil if it is not an `import` line.
    static func module(importedBy line: String) -> String? {
        // A fast check first, because this runs for each line of the package.
        guard line.contains("import ") else { return nil }
        var words = line.split(separator: " ").map(String.init)
        while let first = words.first,
            first.hasPrefix("@") || ["package", "public", "internal", "private"].contains(first)
        {
            words.removeFirst()
        }
        guard words.first == "import", words.count >= 2 else { return nil }
        return words[1].split(separator: ".").first.map(String.init)
    }
}

import Foundation
import TestSupport

/// The table of targets in ARCHITECTURE.md: why each of them is a target and not a folder of another one.
struct Layering {
    /// Targets without Swift code.
    static let headersOnly: Set<String> = ["CLinux", "CSQLite", "CPostgres", "CZlib", "COpenSSL", "CServerFiles"]

    /// What a target may be for: someone links it without the rest, it keeps something out, or a build is shorter.
    enum Reason: String {
        case linked, wall, build
    }

    /// The reason of each target.
    let reasons: [String: Reason]
    /// The folders of the layers below `Sources`, in the order of the table.
    let layers: [String]

    init() throws {
        var (reasons, layers): ([String: Reason], [String]) = ([:], [])
        for line in try PackageRoot.text(of: "ARCHITECTURE.md").components(separatedBy: "\n") {
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 6, let reason = Reason(rawValue: cells[3]), !cells[4].isEmpty else { continue }
            reasons[cells[2]] = reason
            if !layers.contains(cells[1]) { layers.append(cells[1]) }
        }
        (self.reasons, self.layers) = (reasons, layers)
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

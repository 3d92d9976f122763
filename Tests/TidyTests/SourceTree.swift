import Foundation
import TestSupport

/// The hand-written Swift files of the package, read once.
struct SourceTree {
    struct File {
        /// The path from the package's root.
        let path: String
        let text: String
        let lines: [String]

        /// Whether the file contains one of the words: a fast check before the slow one of each line.
        func mentions(_ words: [String]) -> Bool { words.contains { text.contains($0) } }

        /// The target a file belongs to: the folder below a layer of `Sources`, or below `Tests`.
        let target: String

        /// Tables made by a script are exempt from the limits on length.
        var isGenerated: Bool { path.contains("Tables") || path.contains("Generated") }
    }

    static let sources = SourceTree(below: "Sources")
    static let tests = SourceTree(below: "Tests")
    /// Sample apps: their code is an app's, and not under the rules of this package's.
    static let examples = SourceTree(below: "Config/examples")
    static var all: [File] { sources.files + tests.files }

    let files: [File]

    init(below folder: String) {
        let root = PackageRoot.url.appendingPathComponent(folder)
        let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        files = names.filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let text = (try? String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)) ?? ""
            let parts = name.split(separator: "/").map(String.init)
            let target = folder == "Sources" && parts.count > 2 ? parts[1] : parts[0]
            return File(
                path: "\(folder)/\(name)", text: text, lines: text.components(separatedBy: "\n"), target: target)
        }
    }
}

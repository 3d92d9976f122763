import Foundation
import TestSupport
import Testing

@Suite("Declarations in Sources are used in Sources", .scheduled)
struct UnusedNameTests {
    /// Names that only tests use, or that the system calls, each with the reason.
    private static let allowed: [String: String] = [
        "withView": "tests show a handler a request without a connection",
        "runNext": "the simulated loop reads files without waiting",
        "aborted": "tests let accept(2) fail with it",
        "allKeys": "the Codable conformance that the compiler writes calls it",
        "encodeIfPresent": "the Codable conformance that the compiler writes calls it",
        "presentationControllerDidDismiss": "UIKit calls it",
        "Program": "the main type of a program",
        "customMirror": "dump and String(reflecting:) of the standard library call it",
        "takeNotices": "tests alone take them until several nodes share a database",
    ]

    private struct Declaration {
        let name: String
        let place: String
    }

    private static let kinds: Set<Substring> = [
        "func", "var", "let", "struct", "enum", "class", "actor", "protocol", "typealias",
    ]
    /// Words before the keyword of a declaration; not `public`, which is for users of the library, and not `override`,
    /// which the system calls.
    private static let modifiers: Set<Substring> = [
        "package", "private", "fileprivate", "internal", "static", "final", "mutating", "borrowing", "consuming",
        "nonisolated", "lazy", "weak", "indirect", "set", "unsafe", "unowned",
    ]

    /// The identifiers and numbers of a line without its comment.
    private static func words(_ line: String) -> [Substring] {
        // A comment begins after a space, so that the slashes of an address in a text are kept.
        let code = line.hasPrefix("//") ? "" : line.contains(" //") ? line.components(separatedBy: " //")[0] : line
        return Substring(code).split { !($0.isLetter || $0.isNumber || $0 == "_") }
    }

    @Test("each name that is not public is used outside its declaration")
    func used() {
        var counts: [Substring: Int] = [:]
        var declarations: [Declaration] = []
        for file in SourceTree.sources.files {
            for (number, line) in file.lines.enumerated() {
                let words = Self.words(line)
                for word in words { counts[word, default: 0] += 1 }
                guard let kind = words.firstIndex(where: Self.kinds.contains), kind + 1 < words.count,
                    words[..<kind].allSatisfy(Self.modifiers.contains)
                else { continue }
                declarations.append(
                    Declaration(name: String(words[kind + 1]), place: "\(file.path):\(number + 1)"))
            }
        }
        #expect(declarations.count > 5000)
        for declaration in declarations where Self.allowed[declaration.name] == nil {
            #expect(
                counts[Substring(declaration.name), default: 0] > 1,
                "\(declaration.place): no source uses \(declaration.name)")
        }
        for name in Self.allowed.keys.sorted() {
            #expect(counts[Substring(name)] == 1, "\(name) is used, or is gone: it needs no exception")
        }
    }
}

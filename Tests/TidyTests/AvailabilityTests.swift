import Foundation
import TestSupport
import Testing

/// Searches the client for what the oldest systems of `Package.swift` do not have.
///
/// `Config/scripts/typecheck-apple` does the same with the compiler, exactly; these tests need no compiler and run always.
@Suite("The client libraries use only what iOS 16 and macOS 13 have", .scheduled)
struct AvailabilityTests {
    /// The oldest systems: the columns of the table that are compared.
    static let oldest = ["iOS": 16.0, "macOS": 13.0, "watchOS": 9.0, "tvOS": 16.0, "visionOS": 1.0]
    static let table = "Config/apple-stubs/availability.md"

    /// A name of the table that is newer than one of the oldest systems.
    struct Newer {
        let owner: String
        let name: String
        let system: String
    }

    /// The names of a table's text that are newer than the oldest systems.
    ///
    /// Members of a newer type are left out: a file that uses them names the type, and other types have members of the
    /// same names.
    private func newer(in text: String) -> [Newer] {
        let systems = ["iOS", "macOS", "watchOS", "tvOS", "visionOS"]
        let names = text.components(separatedBy: "\n").flatMap { line -> [Newer] in
            let cells = line.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 11 else { return [] }
            let late = zip(systems, cells[4...8]).first { system, version in
                Double(version).map { $0 > Self.oldest[system] ?? 0 } == true
            }
            guard let late else { return [] }
            return cells[3].components(separatedBy: ", ").map { Newer(owner: cells[2], name: $0, system: late.0) }
        }
        let types = Set(names.lazy.filter { $0.owner.isEmpty }.map(\.name))
        return names.filter { !types.contains($0.owner) }
    }

    /// The files of the client that name something newer, and nowhere ask for the system's version.
    private func unchecked(_ table: String) throws -> [String] {
        let targets = try Manifest.current.get().clientTargets
        let names = newer(in: table)
        return SourceTree.sources.files.filter { targets.contains($0.target) }.compactMap { file in
            let words = Set(file.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            guard let late = names.first(where: { words.contains($0.name) }) else { return nil }
            return file.text.contains("available(\(late.system)") ? nil : "\(file.path): \(late.name)"
        }
    }

    @Test("what a table says to be newer than the oldest systems stands in no file without #available")
    func newerIsChecked() throws {
        let text = try PackageRoot.text(of: Self.table)
        #expect(text.components(separatedBy: "\n").count > 100)
        #expect(try unchecked(text) == [])
        // As if a lock that the client uses had come with iOS 17.
        let row = "| os | | OSAllocatedUnfairLock | 17.0 | 13.0 | 9.0 | 16.0 | all | page |"
        #expect(try unchecked(row) == ["Sources/Clients/RouteClient/Lock.swift: OSAllocatedUnfairLock"])
    }

    @Test("the table has each declaration of the stubs, and no other")
    func stubsAreTable() throws {
        let folder = try TemporaryDirectory("waymark-stubs")
        let stubs = PackageRoot.url.appendingPathComponent("Config/apple-stubs")
        let copy = URL(filePath: folder.file("stubs"))
        try FileManager.default.copyItem(at: stubs, to: copy)
        func compare() throws -> Command.Result {
            let script = PackageRoot.url.appendingPathComponent("Config/scripts/apple-stubs").path
            return try Command.run(URL(filePath: "/usr/bin/env"), ["python3", script, "--stubs", copy.path])
        }
        let result = try compare()
        #expect(result.status == 0, "\(result.errors)")

        let stub = copy.appendingPathComponent("os.swift")
        let text = try String(contentsOf: stub, encoding: .utf8)
        try (text + "public func unlisted() {}\n").write(to: stub, atomically: true, encoding: .utf8)
        let refusal = try compare()
        #expect(refusal.status == 1 && refusal.errors.contains("os.unlisted is not in availability.md"))
        try "".write(to: stub, atomically: true, encoding: .utf8)
        #expect(try compare().errors.contains("no stub declares os.OSAllocatedUnfairLock"))
    }

    @Test("their targets use no API of the standard library that is newer than the declared platforms")
    func noNewerAPI() throws {
        let targets = try Manifest.current.get().clientTargets
        let newer = [
            "import Synchronization", ".span", "UTF8Span", "InlineArray", ".mutableSpan", "unsafeFlags", "Mutex<",
            "Atomic<",
        ]
        for file in SourceTree.sources.files where targets.contains(file.target) && file.mentions(newer) {
            for (number, line) in file.lines.enumerated()
            where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
                for word in newer {
                    #expect(
                        !line.contains(word), "\(file.path):\(number + 1) names \(word), which iOS 16 does not have")
                }
            }
        }
    }
}

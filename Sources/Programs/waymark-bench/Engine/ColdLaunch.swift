import CanonicalJSON
import Foundation
import RouteDocuments
import RouteIndex
import RouteModel
import SystemIO

/// Measures opening an index in a new process, which has mapped and resolved nothing before.
enum ColdLaunch {
    static let open = "open an index file in a new process → first answer"
    static let memory = "memory added by opening an index and 2,000 look-ups"

    /// The figures that the new process prints.
    struct Outcome {
        /// Time from the path of an index file to the first answer.
        let milliseconds: Double
        /// Resident memory added by opening the file and 2,000 look-ups: anonymous memory and touched pages of the
        /// file.
        let bytes: Double
    }

    /// Starts this program again to open an index and resolve the mix's addresses.
    static func measure(_ program: URL, _ folder: URL, _ size: Int) throws -> Outcome {
        let process = Process()
        process.executableURL = program
        process.arguments = ["open-index", indexFile(folder, size).path, addressFile(folder, size).path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        let answer = try JSONDocument(parsing: bytes).root
        guard let nanoseconds = answer["nanoseconds"]?.integerValue, let grown = answer["bytes"]?.integerValue else {
            throw BenchError("open-index printed \(String(decoding: bytes, as: UTF8.self))")
        }
        return Outcome(milliseconds: Double(nanoseconds) / 1_000_000, bytes: Double(grown))
    }

    /// Writes the files that ``measure(_:_:_:)`` opens.
    static func prepare(_ subject: EngineSubject, in folder: URL) throws {
        let mix = subject.mix
        try Data(subject.file).write(to: indexFile(folder, mix.size))
        try Data((mix.hits + mix.misses).joined(separator: "\n").utf8).write(to: addressFile(folder, mix.size))
    }

    /// The index file of a mix of that size.
    static func indexFile(_ folder: URL, _ size: Int) -> URL { folder.appendingPathComponent("\(size).index") }

    private static func addressFile(_ folder: URL, _ size: Int) -> URL { folder.appendingPathComponent("\(size).txt") }

    /// `open-index INDEX ADDRESSES`, run in a new process: opens, resolves, prints time and memory as JSON.
    static func run(_ arguments: [String]) throws {
        guard arguments.count == 2 else { throw BenchError("open-index needs an index and a file of addresses") }
        let text = String(decoding: try Files.read(arguments[1], bytesMax: 1 << 24), as: UTF8.self)
        let addresses = text.split(separator: "\n").map { String($0) }
        let before = try resident()
        let start = Stopwatch.now
        let index = try CompiledIndex(MappedFile.map(arguments[0]))
        var steps = index.resolve(addresses[0], context: EngineSubject.context, at: EngineSubject.now).hopCount
        let spent = Stopwatch.now - start
        for address in addresses {
            steps += index.resolve(address, context: EngineSubject.context, at: EngineSubject.now).hopCount
        }
        let answer: JSONValue = [
            "nanoseconds": .integer(Int64(spent / .nanoseconds(1))), "bytes": .integer(Int64(try resident() - before)),
            "steps": .integer(Int64(steps)), "rules": .integer(Int64(index.ruleCount)),
        ]
        try Files.writeAll(1, answer.canonicalBytes)
    }

    /// Resident bytes of this process without the pages of programs and libraries: anonymous memory and mapped indexes.
    ///
    /// From /proc/self/smaps (proc(5)): it is exact, while the counters of /proc/self/status are updated late.
    private static func resident() throws -> Int {
        let text = String(decoding: try Files.read("/proc/self/smaps", bytesMax: 1 << 22), as: UTF8.self)
        var bytes = 0
        var isProgram = false
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first?.last != ":" {
                let path = words.count > 5 ? words[5] : ""
                isProgram = path.hasPrefix("/") && !path.hasSuffix(".index")
            } else if words.count > 1, !isProgram && words[0] == "Rss:" || isProgram && words[0] == "Anonymous:" {
                bytes += (Int(words[1]) ?? 0) * 1024
            }
        }
        return bytes
    }
}

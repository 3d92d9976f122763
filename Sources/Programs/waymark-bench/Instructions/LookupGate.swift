import CanonicalJSON
import Foundation
import RouteDocuments
import RouteIndex
import RouteModel
import SystemIO
import WebAddress

/// Instructions of the engine per look-up, counted by callgrind in a new process that opens an index of 10,000 rules.
///
/// Each kind of look-up is done for a thousand addresses, N times and 2 N times; the difference divided by N thousand is
/// the cost of one.
struct LookupGate {
    /// A kind of look-up whose cost is counted.
    enum Kind: String, CaseIterable {
        /// The first rule that matches a parsed address.
        case match
        /// No rule for a parsed address.
        case matchMiss = "match-miss"
        /// A screen with one capture for the text of an address.
        case screen
        /// No rule for the text of an address.
        case miss
        /// Encoding such a screen with its trail as JSON.
        case json

        /// The name in the table.
        var name: String {
            switch self {
            case .match: "match only, a hit"
            case .matchMiss: "match only, a miss"
            case .screen: "text → screen with one capture"
            case .miss: "text → unmatched"
            case .json: "a resolution as JSON"
            }
        }

        /// Limit of the instructions: the number of `make instructions`, plus 1 to 2 %.
        var instructionsMax: Int {
            switch self {
            case .match: 2_720
            case .matchMiss: 1_715
            case .screen: 5_900
            case .miss: 3_290
            case .json: 18_640
            }
        }
    }

    /// N, the number of passes over the addresses in the smaller run.
    private static let passes = 3
    private static let size = 10_000

    private let folder: ScratchFolder
    private let mix: RuleMix

    /// Compiles the index and writes the files that the new processes read.
    init(_ folder: ScratchFolder) throws {
        self.folder = folder
        mix = RuleMix(Self.size, seed: 42)
        try Data(EngineSubject(mix).file).write(to: URL(fileURLWithPath: folder.file("index")))
    }

    /// Counts every kind; returns whether all are within their limits.
    func count(_ rows: inout [[String]]) throws -> Bool {
        var isWithin = true
        for kind in Kind.allCases {
            let addresses = addresses(of: kind)
            try Data(addresses.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder.file("addresses")))
            let (once, twice) = (try profile(kind, Self.passes), try profile(kind, 2 * Self.passes))
            let lookups = Self.passes * addresses.count
            let instructions = (twice.instructions - once.instructions) / lookups
            let allocations = Double(twice.allocations - once.allocations) / Double(lookups)
            let cells = [FigureText.grouped(instructions), FigureText.grouped(kind.instructionsMax)]
            rows.append(["engine: \(kind.name)"] + cells + [FigureText.number(max(0, allocations))])
            isWithin = isWithin && instructions <= kind.instructionsMax
        }
        return isWithin
    }

    private func addresses(of kind: Kind) -> [String] {
        switch kind {
        case .match: mix.hits
        case .matchMiss, .miss: mix.misses
        case .screen, .json: mix.captureHits
        }
    }

    private func profile(_ kind: Kind, _ passes: Int) throws -> CallgrindProfile {
        let output = folder.file("callgrind.out")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(output)", OwnProgram.path, "look-up",
            kind.rawValue, folder.file("index"), folder.file("addresses"), String(passes),
        ]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("look-up \(kind.rawValue) has failed") }
        defer { Files.remove(output) }
        return try CallgrindProfile(output)
    }

    // MARK: The new process

    /// `look-up KIND INDEX ADDRESSES PASSES`: does the look-ups, and prints how many found something.
    static func lookUp(_ arguments: [String]) throws {
        guard arguments.count == 4, let kind = Kind(rawValue: arguments[0]), let passes = Int(arguments[3]) else {
            throw BenchError("look-up needs a kind, an index, a file of addresses and a number of passes")
        }
        let index = try CompiledIndex(MappedFile.map(arguments[1]))
        let text = String(decoding: try Files.read(arguments[2], bytesMax: 1 << 24), as: UTF8.self)
        let texts = text.split(separator: "\n").map { String($0) }
        let addresses = try texts.map { try Address($0) }
        let (context, now) = (EngineSubject.context, EngineSubject.now)
        let resolutions = texts.map { index.resolve($0, context: context, at: now) }
        var found = 0
        for _ in 0..<passes {
            switch kind {
            case .match, .matchMiss:
                for address in addresses where index.firstMatch(address, context: context, at: now) != nil {
                    found += 1
                }
            case .screen, .miss:
                for text in texts { found += index.resolve(text, context: context, at: now).hopCount }
            case .json:
                for resolution in resolutions { found += resolution.canonicalBytes.count }
            }
        }
        try Files.writeAll(1, Array("\(found)\n".utf8))
    }
}

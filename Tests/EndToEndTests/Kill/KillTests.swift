import CanonicalJSON
import Foundation
import HTTPFetching
import SystemIO
import TestSupport
import Testing

@Suite("The server is killed at random moments", .scheduled, .serialized)
struct KillTests {
    /// Number of kills; `make kill` sets a large one.
    private static let kills = ProcessInfo.processInfo.environment["WAYMARK_KILLS"].flatMap { Int($0) } ?? 20
    /// Kills per database: enough to find errors that accumulate, few enough to check the whole database each time.
    private static let killsPerDatabase = 10
    /// Number of rules that every second database has from the start: with notes of 4,000 bytes and paths of 400 they make
    /// releases so long that they are staged in pieces while they are checked.
    private static let ballastRules = 160

    @Test("acknowledged writes are kept, writes are atomic, and each version has one content")
    func kill() throws {
        var generator = SeededGenerator.fromEnvironment(default: 5)
        var total: [String: Int] = [:]
        var (kills, starts, unanswered, databases) = (0, 0, 0, 0)
        while kills < Self.kills {
            let place = try KillPlace()
            let ledger = KillLedger()
            let ballast = databases % 2 == 1 ? Self.ballastRules : 0
            databases += 1
            for round in 0..<min(Self.killsPerDatabase, Self.kills - kills) {
                // Every fifth kill is during the start of the server; the first start creates the database.
                if round % 5 == 0 {
                    try Self.killStarting(place, afterMilliseconds: .random(in: 0..<60, using: &generator))
                    (starts, kills) = (starts + 1, kills + 1)
                    continue
                }
                try live(place, ledger, round: round, ballast: ballast, &generator)
                kills += 1
            }
            try place.ageStagedBytes()
            let (server, target) = try place.start()
            let inspection = KillInspection(target: target, ledger: ledger)
            let counts = try inspection.run()
            #expect(server.stop() == 0)
            try inspection.checkFile(place.copied(), counts)
            let state = ledger.with { $0 }
            #expect(state.wrong.isEmpty, "seed \(generator.seed): \(state.wrong.prefix(5))")
            total.merge(state.acknowledged) { $0 + $1 }
            unanswered += state.unanswered
        }
        let counts = total.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let sum = total.values.reduce(0, +)
        #expect(sum > kills, "hardly anything was written between the kills")
        print(
            "counts: \(kills) kills (\(starts) while starting) over \(databases) databases, seed \(generator.seed): "
                + "\(sum) writes acknowledged (\(counts)), \(unanswered) unanswered, none lost")
    }

    /// One run of the server: checks the state that the previous run left, writes from several threads, is killed.
    private func live(
        _ place: KillPlace, _ ledger: KillLedger, round: Int, ballast: Int, _ generator: inout SeededGenerator
    ) throws {
        let (server, target) = try place.start()
        if target.send("GET", "/v1/apps/kill")?.status == 404 {
            #expect(ledger.with { $0.revision } == 0, "the app is lost")
            #expect(target.send("POST", "/v1/apps", ["app": "kill"])?.status == 201)
            ledger.with { $0.revision = 1 }
            try load(ballast, target, ledger)
        }
        let inspection = KillInspection(target: target, ledger: ledger)
        let counts = try inspection.run()
        if let file = place.file { try inspection.checkFile(file, counts) }
        // Half of the rounds have no plain edits, because edits make publishers repeat their work.
        let kinds: [KillWriter.Kind] =
            round % 2 == 0
            ? Array(KillWriter.Kind.allCases.shuffled(using: &generator).prefix(5))
            : [.publishes, .publishedEdits, .channels, .tokens, .expectations]
        var threads: [Threads.Running] = []
        for kind in kinds {
            let seed = SeededGenerator(seed: generator.next())
            let writer = KillWriter(kind: kind, round: round, target: target, ledger: ledger)
            threads.append(try Threads.start { writer.run(seed) })
        }
        pause(milliseconds: Int.random(in: 10..<300, using: &generator))
        server.kill()
        for thread in threads { thread.join() }
    }

    private func load(_ count: Int, _ target: KillTarget, _ ledger: KillLedger) throws {
        guard count > 0 else { return }
        let ids = (0..<count).map { "ballast-\($0)" }
        let note = "ballast " + String(repeating: "x", count: 4000)
        let path = "/" + String(repeating: "p", count: 400)
        let draft: JSONValue = ["rules": .array(ids.map { KillWriter.rule($0, note, path: $0 + path) })]
        #expect(target.send("PUT", "/v1/apps/kill/draft", draft)?.status == 200)
        ledger.with { state in
            for id in ids { state.cells[id] = .init(known: "ballast") }
            state.revision = 2
        }
    }

    private static func killStarting(_ place: KillPlace, afterMilliseconds delay: UInt32) throws {
        let process = Process()
        process.executableURL = Program.products.appendingPathComponent("waymark")
        process.arguments = ["serve", "--listen", "127.0.0.1:0"] + place.arguments
        process.environment = Program.clean(place.environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.begin()
        pause(milliseconds: Int(delay))
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.ended()
    }
}

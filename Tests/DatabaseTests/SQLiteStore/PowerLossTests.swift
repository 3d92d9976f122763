import Foundation
import ReleaseStore
import RouteModel
import SQLKit
import StoreDatabases
import StoreFixtures
import StoreRecords
import TestSupport
import Testing

@Suite("Loss of power", .scheduled)
struct PowerLossTests {
    @Test("At every flush all acknowledged writes are on disk, even if other writes are lost or incomplete")
    func powerLoss() async throws {
        let folder = try TemporaryDirectory()
        let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [path = folder.path as String] in
            try losePower(in: path)
        }
        let said = String(decoding: child?.standardOutputContent ?? [], as: UTF8.self)
        for line in said.split(separator: "\n") where line.hasPrefix("counts: ") { print(line) }
    }
}

/// An acknowledged write, and the number of flushes before the acknowledgement.
private struct Acknowledgement {
    let name: String
    let flushes: Int
}

/// Writes and publishes over several checkpoints, then opens the files that a loss of power after a flush would leave.
private func losePower(in folder: String) throws {
    DiskProbe.install()
    let path = folder + "/a.db"
    let store = try SQLiteRuleStore(path: path, at: .make())
    try store.makeApp(rules: [])
    var acknowledgements: [Acknowledgement] = []
    var publishes: [Range<Int>] = []
    func note(_ name: String) { acknowledgements.append(.init(name: name, flushes: DiskProbe.flushCount)) }
    for number in 0..<250 {
        try store.edit(.addRule(.make("r\(number)")))
        note("r\(number)")
        guard number % 50 == 25 else { continue }
        let header = try store.draftHeader("moments")
        let begun = DiskProbe.flushCount
        let bytes = number == 125 ? 700_000 : 20_000
        try store.publish(.make(basis: header.revision, version: header.nextVersion, bytes: bytes))
        note("v\(header.nextVersion)")
        publishes.append(begun..<DiskProbe.flushCount)
    }
    store.close()
    let moments = DiskProbe.stopWatching()
    // A flush of the database file is a checkpoint; there must be at least one.
    try #require(moments.contains { $0.flushed == path })
    try #require(publishes.allSatisfy { !$0.isEmpty }, "a publish was acknowledged without a flush of its own")
    try #require(publishes.contains { $0.count > 3 }, "the long release was not staged in steps")
    var generator = SeededGenerator.fromEnvironment(default: 7)
    var cuts = 0
    for index in moments.indices where isChosen(index, moments, publishes, database: path) {
        cuts += 1
        let next = index + 1 < moments.count ? moments[index + 1] : moments[index]
        let certain = acknowledgements.filter { $0.flushes <= index + 1 }.map(\.name)
        try verify(moments[index].files, holds: certain, in: "\(folder)/\(index)-flushed", database: path)
        let mixed = PowerLoss.mix(moments[index].files, next.files, using: &generator)
        try verify(mixed, holds: certain, in: "\(folder)/\(index)-torn", database: path)
    }
    print(
        "counts: \(moments.count) flushes, \(cuts) cut twice, all \(publishes.joined().count) of 5 publishes among them"
    )
}

/// Selects every flush of each publish and the one before it, every tenth flush, and the flushes near a checkpoint.
private func isChosen(
    _ index: Int, _ moments: [DiskProbe.Moment], _ publishes: [Range<Int>], database: String
) -> Bool {
    let around = moments[max(0, index - 2)...min(moments.count - 1, index + 2)]
    return index % 10 == 0 || around.contains { $0.flushed == database }
        || publishes.contains { $0.contains(index) || $0.lowerBound == index + 1 }
}

/// Opens the files and checks that they contain all acknowledged writes and no incomplete one.
private func verify(_ files: [String: Data], holds names: [String], in folder: String, database: String) throws {
    try PowerLoss.withFiles(files, of: database, in: folder) { path in
        // The probe knows the files of SQLite only, and the head file is none of these.
        let store = try SQLiteRuleStore(path: path, at: .make(), acceptsHead: true)
        defer { store.close() }
        guard !names.isEmpty else { return }
        let rules = try store.ruleIDs()
        let releases = try store.releases("moments", below: nil, limit: 1000)
        let present = Set(rules + releases.map { "v\($0.version)" })
        let lost = names.filter { !present.contains($0) }
        try #require(lost.isEmpty, "\(folder) has lost \(lost)")
        try #require(rules == (0..<rules.count).map { "r\($0)" })
        for release in releases { _ = try store.releaseContent("moments", release.version) }
        guard case .intact = try store.verifyAudit() else { throw StoreError(.corrupt, "audit of \(folder)", hint: "") }
        var connection = try Connection(path, .readOnly)
        defer { connection.close() }
        let damage = try connection.damage()
        try #require(damage.isEmpty, "\(folder): \(damage)")
    }
}

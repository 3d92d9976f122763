import Foundation
import ReleaseStore
import RouteModel
import SQLiteKit
import TestSupport
import Testing

@Suite("Loss of power")
struct PowerLossTests {
    @Test("at every flush, what was acknowledged is on disk, whatever of the rest is lost or half written")
    func powerLoss() async throws {
        let folder = try TemporaryDirectory()
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try losePower(in: path)
        }
    }
}

/// An acknowledged write and how many flushes there had been by then.
private struct Acknowledgement {
    let name: String
    let flushes: Int
}

/// Writes and publishes over several checkpoints, then opens what each flush would have left behind.
private func losePower(in folder: String) throws {
    SyncProbe.install()
    let path = folder + "/a.db"
    let store = try SQLiteRuleStore(path: path, at: .make())
    try store.makeApp(rules: [])
    var acknowledgements: [Acknowledgement] = []
    func note(_ name: String) {
        acknowledgements.append(.init(name: name, flushes: SyncProbe.state.withLock { $0.moments.count }))
    }
    for number in 0..<250 {
        try store.edit(.addRule(.make("r\(number)")))
        note("r\(number)")
        guard number % 50 == 25 else { continue }
        let header = try store.draftHeader("moments")
        let bytes = number == 125 ? 700_000 : 20_000
        try store.publish(.make(basis: header.revision, version: header.nextVersion, bytes: bytes))
        note("v\(header.nextVersion)")
    }
    store.close()
    let moments = SyncProbe.state.withLock { state in
        state.isWatching = false
        return state.moments
    }
    // The flushes of the database file are its checkpoints: at least one must be among them.
    try #require(moments.contains { $0.flushed == path })
    var generator = SeededGenerator.fromEnvironment(default: 7)
    for index in moments.indices where isChosen(index, moments, database: path) {
        let next = index + 1 < moments.count ? moments[index + 1] : moments[index]
        let certain = acknowledgements.filter { $0.flushes <= index + 1 }.map(\.name)
        try verify(moments[index].files, holds: certain, in: "\(folder)/\(index)-flushed", database: path)
        let mixed = mix(moments[index].files, next.files, using: &generator)
        try verify(mixed, holds: certain, in: "\(folder)/\(index)-torn", database: path)
    }
}

/// Every tenth flush, and all around a checkpoint.
private func isChosen(_ index: Int, _ moments: [SyncProbe.Moment], database: String) -> Bool {
    let around = moments[max(0, index - 2)...min(moments.count - 1, index + 2)]
    return index % 10 == 0 || around.contains { $0.flushed == database }
}

/// What a cut between two flushes can leave: of each sector, the old content or the new.
private func mix(
    _ old: [String: Data], _ new: [String: Data], using generator: inout SeededGenerator
) -> [String: Data] {
    var mixed = new
    for (path, after) in new {
        var before = old[path] ?? Data()
        guard before != after else { continue }
        before.append(Data(count: max(0, after.count - before.count)))
        var content = after
        for start in stride(from: 0, to: after.count, by: 512) where Bool.random(using: &generator) {
            let sector = start..<min(start + 512, after.count)
            content.replaceSubrange(sector, with: before[sector])
        }
        mixed[path] = content
    }
    return mixed
}

/// Opens the files a cut has left and proves that they hold what was acknowledged, and nothing half.
private func verify(_ files: [String: Data], holds names: [String], in folder: String, database: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (path, content) in files where path.hasPrefix(database) {
        try content.write(to: URL(filePath: folder + "/a.db" + path.dropFirst(database.count)))
    }
    // Before the first flush of all there is no database yet, and nothing was acknowledged.
    guard files[database] != nil || files[database + "-wal"] != nil else { return }
    let store = try SQLiteRuleStore(path: folder + "/a.db", at: .make())
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
    var connection = try Connection(folder + "/a.db", .readOnly)
    defer { connection.close() }
    let damage = try connection.damage()
    try #require(damage.isEmpty, "\(folder): \(damage)")
}

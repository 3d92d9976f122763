import CanonicalJSON
import Foundation
import HTTPFetching
import RouteModel
import StoreDatabases
import Synchronization
import TestSupport
import Testing

@testable import HTTPExchange
@testable import RouteServer
@testable import ServerFixtures
@testable import ServerLog
@testable import ServerMetrics

@Suite("Backups that the server makes itself", .scheduled)
struct ScheduledBackupTests {
    /// The clock of `backups`; it changes only when it is set.
    private final class Time: Sendable {
        let milliseconds = Mutex<Int64>(1_800_000_000_000)

        func pass(_ milliseconds: Int64) { self.milliseconds.withLock { $0 += milliseconds } }
    }

    /// The names of the backups in a folder.
    private func names(in folder: String) -> [String] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.filter { BackupName($0) != nil }.sorted()
    }

    private func metrics(_ backups: ScheduledBackups) -> Samples {
        var text = MetricsText()
        backups.write(into: &text)
        return Samples(text.text)
    }

    /// Backups of a desk's database, one a minute, with a disk that the test plays.
    private func backups(
        of desk: Desk, in folder: TemporaryDirectory, at time: Time, freeBytes: @escaping @Sendable (String) -> Int?
    ) -> ScheduledBackups {
        let clocks = Clocks(
            now: { Instant(milliseconds: time.milliseconds.withLock { $0 }) },
            microseconds: { time.milliseconds.withLock { $0 } * 1000 })
        let log = ServerLogger(
            LogSettings(format: .json, level: .debug), clock: { Instant(milliseconds: 0) }, write: desk.lines.add)
        return ScheduledBackups(
            ServerSettings.BackupSettings(folder: folder.url.path, everySeconds: 60, keep: 1),
            of: DatabaseFiles(path: desk.database), clocks: clocks, log: log, freeBytes: freeBytes)
    }

    @Test("one is made at once, then at the interval, and after a restart when one is due; the newest two are kept")
    func interval() throws {
        let folder = try TemporaryDirectory()
        let place = folder.file("copies/hourly")
        let flags = ["backupFolder": place, "backupEvery": "3600", "backupKeep": "2"]
        let hour: Int64 = 3_600_000
        let last: Int64
        do {
            let desk = try Desk(flags, folder: folder)
            let backups = desk.components.backups
            #expect(metrics(backups)["waymark_backup_age_seconds"] == .infinity)
            desk.makeShop()
            backups.run()
            backups.run()
            #expect(names(in: place).count == 1)
            desk.now += hour - 1000
            backups.run()
            #expect(names(in: place).count == 1)
            desk.now += ServerLimits.backupLookMilliseconds
            backups.run()
            #expect(names(in: place).count == 2)
            desk.now += hour
            backups.run()
            #expect(names(in: place).count == 2)
            let samples = metrics(backups)
            #expect(samples["waymark_backups_total"] == 3 && samples["waymark_backups_failed_total"] == 0)
            #expect(samples["waymark_backup_age_seconds"] == 0 && samples["waymark_backup_interval_seconds"] == 3600)
            #expect((samples["waymark_backup_bytes"] ?? 0) > 10_000)
            #expect(desk.lines.text.contains("backup made and verified"))
            last = desk.now
            backups.close()
        }
        let desk = try Desk(flags, folder: folder)
        let backups = desk.components.backups
        defer { backups.close() }
        let before = names(in: place)
        desk.now = last + hour / 2
        backups.run()
        #expect(names(in: place) == before && metrics(backups)["waymark_backup_age_seconds"] == 1800)
        desk.now = last + 1000 * hour
        backups.run()
        #expect(names(in: place).count == 2 && names(in: place)[0] == before[1], "one that was missed is made at once")
        let newest = try StoreInspection(of: "\(place)/\(names(in: place)[1])")
        #expect(newest.damage.isEmpty && newest.releaseCount == 1)
    }

    @Test("without space nothing is begun, the log says how much is missing, and it is tried again later")
    func space() throws {
        let desk = try Desk()
        let (folder, time) = (try TemporaryDirectory(), Time())
        let isFull = Atomic<Bool>(true)
        let backups = backups(of: desk, in: folder, at: time) { _ in
            isFull.load(ordering: .relaxed) ? 1 << 20 : 1 << 40
        }
        defer { backups.close() }
        backups.run()
        #expect(desk.lines.text.contains("backup failed") && desk.lines.text.contains("has 1 MiB free"))
        #expect(desk.lines.text.contains("set backupFolder to another disk"))
        #expect(metrics(backups)["waymark_backups_failed_total"] == 1 && names(in: folder.url.path).isEmpty)
        #expect(metrics(backups)["waymark_backup_age_seconds"] == .infinity)
        isFull.store(false, ordering: .relaxed)
        time.pass(ServerLimits.backupRetryMilliseconds - 1)
        backups.run()
        #expect(names(in: folder.url.path).isEmpty, "a failure is not repeated each second")
        time.pass(1)
        backups.run()
        #expect(names(in: folder.url.path).count == 1)
        #expect(metrics(backups)["waymark_backups_failed_total"] == 1)
    }

    @Test("a second server with the same folder and database says so and removes nothing")
    func shared() throws {
        let desk = try Desk()
        let (folder, time) = (try TemporaryDirectory(), Time())
        let one = backups(of: desk, in: folder, at: time) { _ in nil }
        let other = backups(of: desk, in: folder, at: time) { _ in nil }
        defer { one.close() }
        one.run()
        let before = names(in: folder.url.path)
        time.pass(60_000)
        other.run()
        #expect(desk.lines.text.contains("Another server with a copy of this database"))
        #expect(names(in: folder.url.path) == before && before.count == 1)
        #expect(metrics(other)["waymark_backups_failed_total"] == 1)
    }

    @Test("without a folder there are no backups, and no alert can match")
    func off() throws {
        let desk = try Desk(["backupEvery": "60"])
        desk.components.backups.run()
        let samples = metrics(desk.components.backups)
        #expect(samples["waymark_backup_age_seconds"]?.isNaN == true)
        #expect(samples["waymark_backup_interval_seconds"] == 0 && samples["waymark_backups_total"] == 0)
    }

    @Test("while a backup waits for its disk, writes and probes are answered; a stopping server ends it")
    func slow() throws {
        let desk = try Desk()
        desk.makeShop()
        let folder = try TemporaryDirectory()
        let (disk, entered) = (Signal(), Signal())
        let backups = backups(of: desk, in: folder, at: Time()) { _ in
            entered.send()
            _ = disk.wait()
            return nil
        }
        let work = TestThread { backups.run() }
        #expect(entered.wait())
        let rule = #"{"match":["/slow"],"to":{"screen":"Slow"}}"#
        #expect(desk.send("POST", "/v1/apps/shop/draft/rules", rule).status == 201)
        desk.components.readiness.runDiskWork {}
        #expect(desk.send("GET", "/readyz").status == 200)
        disk.send()
        #expect(work.join())
        #expect(names(in: folder.url.path).count == 1)
        backups.stop()
        backups.run()
        backups.close()
        #expect(!desk.lines.text.contains("backup failed"))
    }

    @Test("a running server makes the first backup in its first seconds")
    func live() throws {
        let folder = try TemporaryDirectory()
        let server = try LiveServer(["backupFolder": folder.file("backups")])
        #expect(eventually { server.log.contains("backup made and verified") }, "\(server.log)")
        let samples = Samples(try server.send("GET", "/metrics", token: nil).text)
        #expect(samples["waymark_backups_total"] == 1 && samples["waymark_backup_interval_seconds"] == 86_400)
        #expect((samples["waymark_backup_age_seconds"] ?? .infinity) < 3600)
        #expect(names(in: folder.file("backups")).count == 1)
    }
}

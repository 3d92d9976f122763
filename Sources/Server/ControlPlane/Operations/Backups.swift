import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import StoreRecords
import Synchronization
import SystemIO

/// `/v1/backup`.
package struct Backups: Sendable {
    let store: any RuleStore
    /// The database's path: copies are made in the same directory, on the same disk.
    let database: String
    private let place = BackupPlace()

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "backup", .post, "/v1/backup", access: .unlimited(.admin),
                summary: "A consistent copy of the database.", cost: { _ in .expensive },
                success: .init(
                    200, .text(format: "binary"), mediaType: "application/vnd.sqlite3",
                    fields: [
                        AnswerField("Content-Disposition", "a file name for the copy", .text(pattern: "^attachment; ")),
                        AnswerField(
                            "Repr-Digest", "the SHA-256 of the copy (RFC 9530)", .text(pattern: "^sha-256=:.{44}:$")),
                    ]),
                refusing: [422], isWriting: false, handler: .answer(make))
        ]
    }

    private static let infix = "-backup-"
    private static let suffixBytes = 8

    @Sendable private func make(_ request: EndpointRequest) throws -> Answer {
        guard place.take() else { throw Problem.backupUnderWay(retryAfter: ControlLimits.backupRetrySeconds) }
        let path = database + Self.infix + hex(SecureRandom.bytes(Self.suffixBytes))
        let made: BackupCopy
        do throws(StoreError) {
            made = try store.backup(to: path, by: request.caller.principal, at: request.now)
        } catch {
            place.leave()
            throw error
        }
        let copy: ReadableFile
        do throws(Errno) { copy = try ReadableFile(path) } catch {
            Files.remove(path)
            place.leave()
            throw Problem.fault("the copy of the database cannot be read: \(error)")
        }
        // The open file can still be read after its name is removed, and a process that is killed leaves none.
        Files.remove(path)
        let file = AnswerFile(
            byteCount: made.byteCount, read: { offset, count in try? copy.readAll(count, at: offset) },
            end: { [place] in place.leave() })
        return Answer(
            200,
            fields: [
                HeaderField("Content-Type", "application/vnd.sqlite3"),
                HeaderField("Cache-Control", CachePolicy.noStore.field),
                HeaderField("Content-Disposition", "attachment; filename=\"waymark.db\""),
                HeaderField("Repr-Digest", "sha-256=:\(base64(made.digest)):"),
            ], body: .file(file))
    }

    /// Removes copies that a server had not finished sending when it was killed.
    ///
    /// - Parameter database: The database, which no other process has open.
    package static func removeLeftovers(of database: String) {
        let folder = Folders.folder(of: database)
        let name = database.split(separator: "/").last.map(String.init) ?? database
        // If the directory cannot be listed, the copies stay; the server can serve nevertheless.
        for file in (try? Folders.names(in: folder)) ?? [] {
            let tail = file.dropFirst(name.count + infix.count)
            guard file.hasPrefix(name + infix), tail.utf8.count == 2 * suffixBytes, tail.allSatisfy(\.isHexDigit) else {
                continue
            }
            Files.remove("\(folder)/\(file)")
        }
    }
}

/// The place of the one backup that may be made or sent at a time: each takes as much space as the database.
private final class BackupPlace: Sendable {
    private let isTaken = Mutex(false)

    /// Takes the place; false if another backup has it.
    func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    func leave() { isTaken.withLock { $0 = false } }
}

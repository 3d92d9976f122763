import Digests
import HTTPExchange
import HTTPWire
import ReleaseStore
import SystemIO

/// `/v1/backup`.
package struct Backups: Sendable {
    let store: any RuleStore
    /// The database's path: copies are made in the same directory, on the same disk.
    let database: String

    var endpoints: [Endpoint] {
        [
            Endpoint(
                "backup", .post, "/v1/backup", access: .unlimited(.admin),
                summary: "A consistent copy of the database.", cost: { _ in .expensive },
                success: .init(
                    200, .text(format: "binary"), mediaType: "application/vnd.sqlite3",
                    fields: [
                        AnswerField("Content-Disposition", "a file name for the copy", .text(pattern: "^attachment; "))
                    ]),
                isWriting: false, handler: .answer(make))
        ]
    }

    private static let infix = "-backup-"
    private static let suffixBytes = 8

    @Sendable private func make(_ request: EndpointRequest) throws -> Answer {
        let path = database + Self.infix + hex(SecureRandom.bytes(Self.suffixBytes))
        let count = try store.backup(to: path, by: request.caller.principal, at: request.now)
        return Answer(
            200,
            fields: [
                HeaderField("Content-Type", "application/vnd.sqlite3"),
                HeaderField("Cache-Control", CachePolicy.noStore.field),
                HeaderField("Content-Disposition", "attachment; filename=\"waymark.db\""),
            ], body: .temporaryFile(path: path, byteCount: count))
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

import Digests
import SQLKit
import StoreRecords
import SystemIO

/// The file beside the database that holds the ``StoreHead``.
///
/// It is written after each commit, so that it is never ahead of the database on disk. It is flushed at most once a
/// second and when the store is closed: a flush for each commit would halve the rate of writes. If the process is
/// killed, no written head is lost. After a power failure, the file can be some seconds older than the database. A loss
/// of commits of those seconds is then not detected, but a loss is never reported falsely.
struct HeadFile: ~Copyable {
    /// What a head file holds.
    enum Content: Sendable, Hashable {
        /// There is no file, or it is empty.
        case missing
        /// Its bytes are not a record.
        case damaged
        /// The head that was written last.
        case head(StoreHead)

        /// The head, if there is one.
        var head: StoreHead? { if case .head(let head) = self { head } else { nil } }
    }

    private let path: String
    private var file: RecordFile
    private var flushedAt = ContinuousClock.now
    /// The number of failed writes of the head; the commits themselves are on disk.
    private(set) var failureCount = 0

    /// Opens the file, or makes it.
    init(path: String) throws(StoreError) {
        self.path = path
        do { file = try RecordFile(path) } catch { throw .system(error.errno, "open \(path)") }
    }

    /// Reads a head file; makes none.
    static func content(of path: String) throws(StoreError) -> Content {
        guard PrivateFile.exists(path) else { return .missing }
        do throws(Errno) {
            let record = try Files.read(path, bytesMax: StoreHead.byteCount)
            if record.isEmpty { return .missing }
            guard let head = StoreHead(record: record) else { return .damaged }
            return .head(head)
        } catch { throw .system(error.code, "read \(path)") }
    }

    /// Writes the head of a database that was just opened, and flushes it and the file's name.
    ///
    /// From here on the file is never shorter than a record, whatever a loss of power leaves of later writes.
    mutating func begin(_ head: StoreHead) {
        do {
            try file.write(head.record)
            try file.sync()
            try PrivateFile.flushFolder(of: path)
        } catch { failureCount += 1 }
    }

    /// Writes the head of a commit that is on disk.
    mutating func write(_ head: StoreHead) {
        do {
            try file.write(head.record)
            let now = ContinuousClock.now
            guard flushedAt.duration(to: now) >= FileLimits.headFlushInterval else { return }
            flushedAt = now
            try file.sync()
        } catch { failureCount += 1 }
    }

    /// Flushes and closes the file.
    mutating func close() {
        do { try file.sync() } catch { failureCount += 1 }
        file.close()
    }
}

// MARK: The record

extension StoreHead {
    /// Every record has this length: one sector at most, so that it is overwritten whole.
    static let byteCount = 192

    /// One line of text: a mark, the three values, a sum, and spaces up to the common length.
    var record: [UInt8] {
        // This runs after each commit, before its writers are answered; appending bytes is faster than joining texts.
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in ["waymark-head 1 ", String(epoch), " ", String(sequence), " ", hex(hash)] { bytes += word.utf8 }
        let sum = Self.sum(bytes)
        bytes.append(UInt8(ascii: " "))
        bytes += sum.utf8
        bytes += [UInt8](repeating: UInt8(ascii: " "), count: max(0, Self.byteCount - 1 - bytes.count))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Reads a record; nil for any other bytes.
    init?(record: [UInt8]) {
        let words = String(decoding: record, as: UTF8.self).split { $0 == " " || $0 == "\n" }.map(String.init)
        guard words.count == 6, words[0] == "waymark-head", words[1] == "1", let epoch = Int(words[2]),
            let sequence = Int(words[3]), let hash = bytes(fromHex: words[4]),
            words[5] == Self.sum(Array(words[0..<5].joined(separator: " ").utf8))
        else { return nil }
        self.init(epoch: epoch, sequence: sequence, hash: hash)
    }

    private static func sum(_ bytes: [UInt8]) -> String { hex(Array(SHA256.hash(bytes).prefix(8))) }
}

import RouteModel
import SQLKit

/// The last epoch of a database, in its lock file, which copies of the database usually lack.
///
/// If an older copy is put back within one second, or while the epoch is ahead of the clock, the next epoch is one more
/// than this one. It is an addition to the clock, so a failure is no reason not to open the database: a lock file that
/// is empty, or comes back with the copy, leaves the clock.
enum LastEpoch {
    /// The number in the file; 0 if there is none.
    static func read(_ path: String) -> Int {
        do {
            var file = try RecordFile(path)
            defer { file.close() }
            let text = String(decoding: try file.read(bytesMax: byteCount), as: UTF8.self)
            guard let epoch = Int(text.filter { $0.isNumber }), epoch <= ModelLimits.epochMax else { return 0 }
            return epoch
        } catch { return 0 }
    }

    /// Writes an epoch before it is used.
    static func write(_ epoch: Int, to path: String) {
        let digits = Array(String(epoch).utf8)
        let blanks = [UInt8](repeating: UInt8(ascii: " "), count: max(0, byteCount - 1 - digits.count))
        do {
            var file = try RecordFile(path)
            defer { file.close() }
            try file.write(digits + blanks + [UInt8(ascii: "\n")])
        } catch { return }
    }

    /// Every record has this length.
    private static let byteCount = 32
}

import Digests

/// The newest thing the store knows: written beside the database after each commit, compared when it is opened.
///
/// A database file that was put back from a copy, or a log that was cut, opens silently at an older commit. The head
/// shows it, so that the epoch can be raised and clients follow.
struct StoreHead: Sendable, Hashable {
    /// The epoch.
    var epoch: Int
    /// The last audit row.
    var sequence: Int
    /// That row's hash.
    var hash: [UInt8]

    /// Every record has this length: one sector at most, so that it is overwritten whole.
    static let byteCount = 192

    /// One line of text: a mark, the three values, a sum, and spaces up to the common length.
    var record: [UInt8] {
        // Written after each commit, before its writers are answered: bytes, not texts.
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

    init(epoch: Int, sequence: Int, hash: [UInt8]) {
        self.epoch = epoch
        self.sequence = sequence
        self.hash = hash
    }

    /// Reads a record; nil for anything that is not wholly one.
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

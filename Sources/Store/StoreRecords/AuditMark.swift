import Digests

/// The digest that a row of the audit has of the parts of its change: the last member of its text after, or before
/// where there is none after: `{…,"stored":"<64 hexadecimal digits>"}`.
///
/// Behind it is only the version of a build: the members of canonical JSON are sorted.
package struct AuditMark: Sendable {
    /// The bytes before the digits; no other text of a row has them there, because rules and settings are nested.
    private static let name = #","stored":""#.utf8
    private static let version = #","version":""#.utf8
    private static let end = #""}"#.utf8

    /// The row.
    package let sequence: Int
    /// See ``AuditChange/digest(of:)``.
    package let digest: [UInt8]

    /// Reads it; nil for a row whose change is not stored in parts.
    package init?(of record: AuditRecord) {
        let digits = 2 * SHA256.digestByteCount
        guard let text = record.after ?? record.before, text.suffix(Self.end.count).elementsEqual(Self.end) else {
            return nil
        }
        let mark = text[..<Self.place(in: text)].dropLast().suffix(Self.name.count + digits)
        guard mark.starts(with: Self.name),
            let digest = bytes(fromHex: String(decoding: mark.suffix(digits), as: UTF8.self)),
            digest.count == SHA256.digestByteCount
        else { return nil }
        sequence = record.sequence
        self.digest = digest
    }

    /// The same object with the digest of the parts of its change as its last member, or before the version of a build.
    package static func text(_ json: [UInt8], with change: AuditChange) -> [UInt8] {
        let place = place(in: json)
        return json[..<place] + Array(name) + Array(hex(change.digest).utf8) + [UInt8(ascii: "\"")] + json[place...]
    }

    /// Where the digest's member ends or is inserted: before the version if it is the last member and a text, otherwise
    /// before the object's end.
    private static func place(in text: [UInt8]) -> Int {
        let last = max(0, text.count - 1)
        let members = text.dropLast(end.count)
        guard text.suffix(end.count).elementsEqual(end), let quote = members.lastIndex(of: UInt8(ascii: "\"")),
            members[...quote].suffix(version.count).elementsEqual(version)
        else { return last }
        return quote + 1 - version.count
    }
}

import CanonicalJSON
import Digests
import SystemIO

/// What this user read last of a resource, or wrote to it.
struct Reading: Sendable, Hashable {
    /// The entity tag that came with the content.
    var etag: String
    /// The content; nil if it is too large to be kept.
    var content: JSONValue?
    /// The entity tag that this user's own writes since then are based on; nil if there were none.
    var basis: String?

    /// The `If-Match` for a file that names the state it was read with.
    ///
    /// After an own write the file still names the state before it, and the current tag is sent.
    static func tag(of file: String, now: String, _ reading: Reading?) -> String {
        reading?.basis == file && reading?.etag == now ? now : file
    }
}

/// The readings of this user: a file for each resource in `$XDG_STATE_HOME/waymark` or `~/.local/state/waymark`.
///
/// A file's name has the first 16 bits of the resource's key, so that there are at most 65,536 files; a resource with
/// the same bits replaces the reading, which is then unknown.
struct ReadingFolder: Sendable {
    private let path: String

    /// The folder of the environment (XDG Base Directory Specification; relative values are ignored); nil without a
    /// home directory.
    init?(_ environment: (String) -> String?) {
        if let folder = environment("XDG_STATE_HOME"), folder.hasPrefix("/") {
            path = folder + "/waymark"
        } else if let home = environment("HOME"), home.hasPrefix("/") {
            path = home + "/.local/state/waymark"
        } else {
            return nil
        }
    }

    /// The key of a resource: readings with one token are separate from those with another.
    static func key(server: String, token: String?, resource: String) -> String {
        SHA256.hexDigest(of: Array("\(server)\n\(token ?? "")\n\(resource)".utf8))
    }

    /// The reading of a key; nil if there is none.
    func reading(_ key: String) -> Reading? {
        guard let bytes = try? Files.read(file(key), bytesMax: 2 * AdminLimits.readingBytesMax),
            let json = try? JSONValue(parsing: bytes), json["key"]?.stringValue == key,
            let etag = json["etag"]?.stringValue
        else { return nil }
        return Reading(etag: etag, content: json["content"], basis: json["basis"]?.stringValue)
    }

    /// Stores a reading; a content that is too large is left out.
    func store(_ reading: Reading, for key: String) throws(Errno) {
        var members: [String: JSONValue] = ["key": .string(key), "etag": .string(reading.etag)]
        if let basis = reading.basis { members["basis"] = .string(basis) }
        if let content = reading.content, content.canonicalBytes.count <= AdminLimits.readingBytesMax {
            members["content"] = content
        }
        try Folders.make(path)
        try Files.replace(file(key), JSONValue.object(members).canonicalBytes, mode: 0o600)
    }

    /// Removes a reading, after its resource was deleted.
    func forget(_ key: String) { if reading(key) != nil { Files.remove(file(key)) } }

    private func file(_ key: String) -> String { "\(path)/\(key.prefix(4)).json" }
}

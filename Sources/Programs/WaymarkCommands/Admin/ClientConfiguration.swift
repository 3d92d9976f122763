import CanonicalJSON
import SystemIO

/// The configuration file of the admin commands: `{"server", "token", "tokenFile", "app"}`, each optional.
struct ClientConfiguration: Sendable {
    /// The path of the file.
    let path: String
    private let values: [String: String]

    /// A member's value; nil if the file has none.
    subscript(name: String) -> String? { values[name] }

    /// The members that the file may have.
    static let known = ["server", "token", "tokenFile", "app"]

    /// Reads the named file, or the file in its usual place; nil if that does not exist and need not.
    ///
    /// A file that other users may read is refused, because it may contain a token.
    ///
    /// - Parameters:
    ///   - named: the file that is named; it must exist, unless `mayBeMissing`.
    ///   - environment: returns the value of an environment variable.
    ///   - mayBeMissing: whether the command makes the file.
    /// - Throws: that the file cannot be read, can be read by others, or has other members.
    init?(
        _ named: String?, _ environment: (String) -> String?, mayBeMissing: Bool = false
    ) throws(CommandError) {
        guard let path = named ?? Self.usualPath(environment) else { return nil }
        if named == nil || mayBeMissing, !Files.exists(path) { return nil }
        self.path = path
        let bytes: [UInt8]
        let mode: UInt32
        do throws(Errno) {
            mode = try Files.permissions(of: path)
            bytes = try Files.read(path, bytesMax: AdminLimits.configurationBytesMax)
        } catch {
            throw CommandError(.usage, "the configuration \(path) cannot be read: \(error)")
        }
        guard mode & 0o077 == 0 else {
            throw CommandError(
                .usage, "the configuration \(path) can be read by others (mode \(String(mode, radix: 8)))",
                hint: "chmod 600 \(path)")
        }
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(parsing: bytes) } catch {
            throw CommandError(
                .usage, "the configuration \(path) is not JSON: line \(error.position.line): \(error.detail)",
                hint: error.hint)
        }
        var values: [String: String] = [:]
        for (name, value) in json.objectValue ?? [:] {
            guard Self.known.contains(name), let text = value.stringValue else {
                throw CommandError(
                    .usage, "the configuration \(path) has “\(name)”, which is not a member with a string",
                    hint: "it may have \(Self.known.joined(separator: ", "))")
            }
            values[name] = text
        }
        self.values = values
    }

    /// XDG Base Directory Specification: `$XDG_CONFIG_HOME`, else `~/.config`; relative values are ignored.
    static func usualPath(_ environment: (String) -> String?) -> String? {
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") { return folder + "/waymark/admin.json" }
        if let home = environment("HOME"), home.hasPrefix("/") { return home + "/.config/waymark/admin.json" }
        return nil
    }
}

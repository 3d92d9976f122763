import CPostgres

/// Where a database is: a URI of libpq (https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-CONNSTRING).
///
/// What the URI leaves out comes from libpq's own sources: environment, service file, password file. TLS is set by
/// `sslmode` and its companions, there or in the URI. The password is sent to the server and shown nowhere.
package struct PostgresAddress: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The URI for libpq, which may have a password.
    let uri: String
    /// User, hosts, database and service, as far as the URI says; without passwords and options.
    package let description: String
    /// Whether the URI itself has a password, of the user or of a key.
    package let hasPassword: Bool

    /// Reads a URI that begins with `postgresql://` or `postgres://`.
    ///
    /// - Throws: `address`, whose text has nothing of the URI but names of its parts.
    package init(_ text: String) throws(PostgresError) {
        guard let scheme = ["postgresql://", "postgres://"].first(where: text.hasPrefix) else {
            throw PostgresError(.address, "it must begin with postgresql:// or postgres://")
        }
        guard text.utf8.count <= PostgresLimits.addressBytesMax, !text.utf8.contains(0) else {
            throw PostgresError(.address, "it has over \(PostgresLimits.addressBytesMax) bytes, or a NUL character")
        }
        try Self.checkEscapes(text.dropFirst(scheme.count))
        let parts = try Self.parts(of: text)
        try Self.checkNumbers(parts)
        uri = text
        description = Self.summary(parts)
        hasPassword = parts["password"] != nil || parts["sslpassword"] != nil
    }

    /// The same as `description`, so that a debugger and a log show no password.
    package var debugDescription: String { description }

    /// Shows `description` alone, because `dump` and `String(reflecting:)` of containers read the stored properties.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// Makes one line of a message, shortened.
    static func line(_ message: String) -> String {
        let lines = message.split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
        return String(lines.joined(separator: "; ").prefix(PostgresLimits.messageCharactersMax))
    }

    /// Leaves a password out of a message of a failed connection.
    ///
    /// libpq never writes the password into a message. A password that is also the name of a user, a host or a database
    /// is in the message as that name, which is no secret, and stays; so does one that is a part of such a name.
    static func message(_ message: String, without password: String, names: [String]) -> String {
        guard !password.isEmpty else { return message }
        guard !names.contains(where: { $0.contains(password) }) else { return message }
        return message.replacing(password, with: "…")
    }

    /// Refuses a password with characters that end the user's part of a URI: libpq would take a piece of it for the
    /// name of a host, and print that.
    private static func checkEscapes(_ rest: Substring) throws(PostgresError) {
        guard let at = rest.lastIndex(of: "@") else { return }
        guard rest[..<at].contains(where: { "@/?#".contains($0) }) else { return }
        throw PostgresError(
            .address, "write @, /, ? and # in a user's name, a password or an option as %40, %2F, %3F and %23")
    }

    /// The options of a URI by their names.
    private static func parts(of text: String) throws(PostgresError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        // Unsafe: libpq allocates the list and the message; both are freed here, and their texts are copied before.
        guard let options = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            throw PostgresError(
                .address, withoutQuotes(unsafe message.map { unsafe String(cString: $0) } ?? "no memory"))
        }
        defer { unsafe PQconninfoFree(options) }
        return unsafe values(of: options)
    }

    /// The values of a list of options by their names.
    static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var parts: [String: String] = [:]
        var option = unsafe options
        // The list ends with an option without a name.
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                parts[unsafe String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return parts
    }

    /// Leaves out what libpq quotes from the URI, which may be the password.
    private static func withoutQuotes(_ message: String) -> String {
        guard let first = message.firstIndex(of: "\""), let last = message.lastIndex(of: "\"") else {
            return line(message)
        }
        return line(message[..<first] + "\"…\"" + message[message.index(after: last)...])
    }

    /// Checks what libpq would print in a message of its own, and the limit of the wait for a connection.
    private static func checkNumbers(_ parts: [String: String]) throws(PostgresError) {
        let ports = (parts["port"] ?? "").split(separator: ",")
        guard ports.allSatisfy({ (1...65_535).contains(Int($0) ?? 0) }) else {
            throw PostgresError(.address, "a port must be a number from 1 to 65535; write a : in a password as %3A")
        }
        guard let seconds = parts["connect_timeout"] else { return }
        guard (1...PostgresLimits.connectSecondsMax).contains(Int(seconds) ?? 0) else {
            throw PostgresError(
                .address, "connect_timeout must be from 1 to \(PostgresLimits.connectSecondsMax) seconds")
        }
    }

    private static func summary(_ parts: [String: String]) -> String {
        let hosts = (parts["host"] ?? parts["hostaddr"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let ports = (parts["port"] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        let places = hosts.enumerated().map { index, host in
            // One port counts for all hosts.
            let port = ports.count == 1 ? ports[0] : index < ports.count ? ports[index] : ""
            return port.isEmpty ? String(host) : "\(host):\(port)"
        }
        let user = parts["user"].map { "\($0)@" } ?? ""
        let service = parts["service"].map { " (service \($0))" } ?? ""
        return "postgresql://\(user)\(places.joined(separator: ","))/\(parts["dbname"] ?? "")\(service)"
    }
}

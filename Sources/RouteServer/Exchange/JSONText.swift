import CanonicalJSON

/// JSON as this server sends it to people and programs: canonical bytes and one newline, so that terminals stay tidy.
enum JSONText {
    static func bytes(_ value: JSONValue) -> [UInt8] {
        var bytes = value.canonicalBytes
        bytes.append(0x0A)
        return bytes
    }

    /// `application/json`; RFC 8259 knows no charset parameter.
    static let mediaType = "application/json"
    static let problemMediaType = "application/problem+json"
}

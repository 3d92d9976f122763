import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel

/// What a function of `waymark.h` reports instead of a result: one JSON object with a code, a place and a hint.
enum Problem {
    static func json(_ error: IndexError) -> [UInt8] {
        json(dashed(error.code.rawValue), nil, error.context, error.hint)
    }

    static func json(_ error: ModelError) -> [UInt8] {
        json(error.code.rawValue, error.offset, error.detail, error.hint)
    }

    /// The problem of a draft that has errors, with all findings.
    static func draft(_ findings: [Finding]) -> [UInt8] {
        json("invalid-draft", nil, "The draft has findings that block a release.", "Correct them first.", findings)
    }

    /// A word such as `newerFormat` as `newer-format`, in the way of all other codes.
    private static func dashed(_ code: String) -> String {
        var bytes: [UInt8] = []
        for byte in code.utf8 {
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            if isUpper { bytes.append(UInt8(ascii: "-")) }
            bytes.append(isUpper ? byte | 0x20 : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func json(
        _ code: String, _ offset: Int?, _ detail: String, _ hint: String, _ findings: [Finding] = []
    ) -> [UInt8] {
        var writer = CanonicalWriter(reserving: 256)
        writer.beginObject()
        writer.name("code" as CanonicalName)
        writer.string(code)
        writer.name("detail" as CanonicalName)
        writer.string(detail)
        if !findings.isEmpty { writer.findings(findings) }
        writer.name("hint" as CanonicalName)
        writer.string(hint)
        if let offset {
            writer.name("offset" as CanonicalName)
            writer.integer(offset)
        }
        writer.endObject()
        return writer.bytes
    }
}

extension CanonicalWriter {
    /// Writes the member `findings`.
    mutating func findings(_ findings: [Finding]) {
        name("findings" as CanonicalName)
        beginArray()
        for finding in findings { raw(finding.json.canonicalBytes) }
        endArray()
    }
}

import CanonicalJSON
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
        var text = JSONText(reserving: 256)
        text.literal("{\"code\":")
        text.string(code)
        text.literal(",\"detail\":")
        text.string(detail)
        if !findings.isEmpty {
            text.literal(",\"findings\":")
            text.array(findings) { $0.value($1.json.canonicalBytes) }
        }
        text.literal(",\"hint\":")
        text.string(hint)
        if let offset {
            text.literal(",\"offset\":")
            text.integer(offset)
        }
        text.literal("}")
        return text.bytes
    }
}

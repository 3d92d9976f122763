public import RouteModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Parameters {
    /// The value of a name, whatever its letter case, read as JSON.
    ///
    /// For small values: an address has 8 KB, and other apps see it. Large ones go through ``ParameterStash``.
    /// - Parameters:
    ///   - type: what the JSON stands for.
    ///   - name: the parameter's name.
    /// - Returns: the value.
    /// - Throws: `missingParameter`, or `other` for JSON that is too long, too deep, or stands for something else.
    public func decodeJSON<Value: Decodable>(
        _ type: Value.Type, _ name: String
    ) throws(ScreenRegistration.Refusal) -> Value {
        let text = try require(name)
        guard text.utf8.count <= Limits.jsonBytesMax else {
            throw .other("\(name) is longer than \(Limits.jsonBytesMax) bytes")
        }
        guard Self.depth(text) <= Limits.jsonDepthMax else {
            throw .other("\(name) is deeper than \(Limits.jsonDepthMax) arrays and objects")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .other("\(name) is not the JSON expected")
        }
    }

    /// How many arrays and objects stand inside each other; brackets in texts do not count.
    private static func depth(_ text: String) -> Int {
        var (depth, deepest, isText, isEscaped) = (0, 0, false, false)
        for byte in text.utf8 {
            if isEscaped {
                isEscaped = false
            } else if isText {
                isEscaped = byte == UInt8(ascii: "\\")
                isText = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isText = true
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
                depth += 1
                deepest = max(deepest, depth)
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
                depth -= 1
            }
        }
        return deepest
    }
}

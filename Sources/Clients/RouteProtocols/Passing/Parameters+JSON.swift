public import RouteParameters

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Parameters {
    /// The value of a name, decoded as JSON; letter case of the name does not matter.
    ///
    /// For small values: an address has at most 8 KB, and other apps can see it. Use ``ParameterStash`` for large ones.
    /// - Parameters:
    ///   - type: the type of the value.
    ///   - name: the parameter's name.
    /// - Returns: the value.
    /// - Throws: `missingParameter`, or `other` for JSON that is too long, too deep, or of another type.
    public func decodeJSON<Value: Decodable>(
        _ type: Value.Type, _ name: String
    ) throws(ScreenRegistration.Refusal) -> Value {
        let text = try require(name)
        guard text.utf8.count <= Limits.jsonBytesMax else {
            throw .other("\(name) is longer than \(Limits.jsonBytesMax) bytes")
        }
        guard Self.depth(text) <= Limits.jsonDepthMax else {
            throw .other("\(name) has more than \(Limits.jsonDepthMax) arrays and objects inside each other")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .other("\(name) is not JSON of the expected type")
        }
    }

    /// How many arrays and objects are inside each other; brackets in strings do not count.
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

/// Why bytes could not be compressed or decompressed.
package struct GzipError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Stable names of what went wrong.
    package enum Code: String, Sendable {
        /// The bytes are no gzip stream, or their check value is wrong.
        case corrupt
        /// The stream ends before its trailer.
        case truncated
        /// The input is over ``GzipLimits/inputBytesMax``, or the output would be over the caller's limit.
        case tooLarge = "too-large"
        /// zlib got no memory, or was given a level it does not know.
        case unavailable
    }

    /// What went wrong.
    package var code: Code
    /// zlib's own result code, 0 where zlib was not asked.
    package var zlib: Int32
    /// The failure in a sentence, for people.
    package var detail: String
    /// What to do about it.
    package var hint: String

    /// The code and the sentence.
    package var description: String { "\(code.rawValue): \(detail)" }
}

extension GzipError {
    static func corrupt(_ zlib: Int32, _ detail: String) -> GzipError {
        GzipError(code: .corrupt, zlib: zlib, detail: detail, hint: "Fetch or make the gzip stream again.")
    }

    static func tooLarge(_ detail: String) -> GzipError {
        GzipError(code: .tooLarge, zlib: 0, detail: detail, hint: "Send less, or raise the limit.")
    }
}

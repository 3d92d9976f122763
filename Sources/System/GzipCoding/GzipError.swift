/// The reason why bytes could not be compressed or decompressed.
package struct GzipError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure; raw values are stable.
    package enum Code: String, Sendable {
        /// The bytes are not a gzip stream, or their checksum is wrong.
        case corrupt
        /// The stream ends before its trailer.
        case truncated
        /// The input is over ``GzipLimits/inputBytesMax``, or the output would be over the caller's limit.
        case tooLarge = "too-large"
        /// zlib could not start: no memory, or another version of zlib.
        case unavailable
    }

    /// The kind of failure.
    package var code: Code
    /// zlib's result code; 0 if zlib was not called.
    var zlib: Int32
    /// The failure in one sentence.
    package var detail: String
    /// What to do about it.
    package var hint: String

    /// Code and detail.
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

/// The path prefix that all endpoints of an app share: `/v1/apps/{app}`.
package enum AppPath {
    /// The bytes before the app's name.
    package static let prefix = Array("/v1/apps/".utf8)

    /// The app's name as in the path, possibly percent-encoded; nil for other paths.
    package static func name(in path: String) -> String? {
        let bytes = Array(path.utf8)
        return range(in: bytes[...]).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// The range of the app's name; nil for other paths.
    static func range(in path: ArraySlice<UInt8>) -> Range<Int>? {
        guard path.starts(with: prefix) else { return nil }
        let rest = path.dropFirst(prefix.count)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        return rest.startIndex < end ? rest.startIndex..<end : nil
    }
}

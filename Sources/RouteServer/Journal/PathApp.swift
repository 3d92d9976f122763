/// The app that a path is about, as it stands there: `/v1/apps/{app}` and everything below.
enum PathApp {
    /// The name; nil for other paths.
    static func name(in path: String) -> String? {
        let bytes = Array(path.utf8)
        return range(in: bytes[...]).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    /// Where the name stands; nil for other paths.
    static func range(in path: ArraySlice<UInt8>) -> Range<Int>? {
        guard path.starts(with: before) else { return nil }
        let rest = path.dropFirst(before.count)
        let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        return rest.startIndex < end ? rest.startIndex..<end : nil
    }

    private static let before = Array("/v1/apps/".utf8)
}

import Glibc

/// Addresses that are files (unix(7)).
extension SocketAddress {
    /// What stands before the path where an address is written as text.
    package static let unixPrefix = "unix:"

    /// The address of a socket's file; nil where the path is empty, holds a zero byte, or is longer than an address.
    package init?(unixPath path: String) {
        guard !path.isEmpty, path.utf8.count <= Self.unixPathBytesMax, !path.utf8.contains(0) else { return nil }
        self.init(unixName: Array(path.utf8) + [0])
    }

    /// The address of a name that is no file, as service managers use it (unix(7), "abstract").
    init?(abstractName name: String) {
        guard !name.isEmpty, name.utf8.count <= Self.unixPathBytesMax else { return nil }
        self.init(unixName: [0] + Array(name.utf8))
    }

    private init(unixName name: [UInt8]) {
        let family = UInt16(AF_UNIX)
        self.init(bytes: [UInt8(truncatingIfNeeded: family), UInt8(truncatingIfNeeded: family >> 8)] + name)
    }

    /// The path of a socket's file; nil for other addresses and for sockets without a name.
    package var unixPath: String? {
        guard family == AF_UNIX, bytes.count > 2, bytes[2] != 0 else { return nil }
        return String(decoding: bytes[2...].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Bytes of a path: `sun_path` has 108, and the last is zero.
    private static let unixPathBytesMax = 107
}

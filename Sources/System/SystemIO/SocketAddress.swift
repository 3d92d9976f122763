#if os(Linux)
import CLinux
import Glibc

/// The address of a listener or a peer.
package struct SocketAddress: Sendable, Hashable, CustomStringConvertible {
    /// The bytes of the sockaddr.
    package let bytes: [UInt8]

    /// AF_INET, AF_INET6 or AF_UNIX.
    var family: Int32 { bytes.count < 2 ? 0 : Int32(UInt16(bytes[0]) | UInt16(bytes[1]) << 8) }

    /// The port; 0 if there is none.
    package var port: Int { bytes.count < 4 || family == AF_UNIX ? 0 : Int(bytes[2]) << 8 | Int(bytes[3]) }

    /// The bytes of the IP address.
    var host: [UInt8] {
        switch family {
        case AF_INET where bytes.count >= 8: Array(bytes[4..<8])
        case AF_INET6 where bytes.count >= 24: Array(bytes[8..<24])
        default: []
        }
    }

    /// Whether only this machine can reach it: 127.0.0.0/8, also in its IPv6 form, and ::1 (RFC 6890 section 2.2).
    package var isLoopback: Bool {
        let host = host
        guard host.count == 16 else { return host.first == 127 }
        let isMapped = host.prefix(10).allSatisfy { $0 == 0 } && host[10] == 0xFF && host[11] == 0xFF
        return isMapped ? host[12] == 127 : host.prefix(15).allSatisfy { $0 == 0 } && host[15] == 1
    }

    var hostText: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let host = host
        guard !host.isEmpty else { return "unknown" }
        // inet_ntop(3) reads 4 or 16 bytes, which `host` has, and writes at most the buffer's own count.
        guard unsafe inet_ntop(family, host, &text, socklen_t(text.count)) != nil else { return "unknown" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// `HOST:PORT`, with brackets around IPv6; `unix:PATH`.
    package var description: String {
        switch family {
        case AF_INET6: "[\(hostText)]:\(port)"
        case AF_UNIX: Self.unixPrefix + (unixPath ?? "")
        default: "\(hostText):\(port)"
        }
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A loopback address without a port: 0 is 127.0.0.1, 1 is 127.0.0.2, and so on.
    static func loopback(_ number: Int) -> SocketAddress {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = (0x7F00_0001 + UInt32(number)).bigEndian
        // The struct's own bytes, all of them set.
        return unsafe withUnsafeBytes(of: &address) { unsafe SocketAddress(bytes: Array($0)) }
    }

    /// Parses `HOST:PORT` or `unix:PATH`; the system resolves names (getaddrinfo(3)), of which the first address is used.
    package init?(_ text: String) {
        if text.hasPrefix(Self.unixPrefix) {
            self.init(unixPath: String(text.dropFirst(Self.unixPrefix.count)))
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if host == "*" || host.isEmpty { host = "0.0.0.0" }
        // A struct whose pointers stay null: only its numbers are hints.
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &list) == 0, let first = unsafe list else { return nil }
        defer { unsafe freeaddrinfo(list) }
        // The entry and its address are valid until freeaddrinfo(3); ai_addrlen is the address's own length.
        let raw = unsafe UnsafeRawBufferPointer(start: first.pointee.ai_addr, count: Int(first.pointee.ai_addrlen))
        self.init(bytes: unsafe Array(raw))
    }
}

// MARK: Unix sockets (unix(7))

extension SocketAddress {
    /// The prefix of a path in the text of an address.
    static let unixPrefix = "unix:"

    /// The address of a socket's file; nil if the path is empty, contains a zero byte, or is too long.
    package init?(unixPath path: String) {
        guard !path.isEmpty, path.utf8.count <= Self.unixPathBytesMax, !path.utf8.contains(0) else { return nil }
        self.init(unixName: Array(path.utf8) + [0])
    }

    /// The address of a name that is not a file, as service managers use it (unix(7), "abstract").
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
#endif

import AccessControl

/// The host that a request names: the value of its field `Host`.
package struct RequestHost: Sendable, Hashable {
    /// The name or the address in lower case, without the port; an IPv6 address without its brackets.
    package let name: String
    /// The port; nil if the field has none.
    package let port: String?

    /// Reads `name`, `name:port`, `192.0.2.1:port` or `[2001:db8::1]:port`; nil for anything else, and without a field.
    package init?(_ field: String?) {
        guard let text = field?.lowercased(), !text.isEmpty else { return nil }
        var rest = text[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            name = String(rest[rest.index(after: rest.startIndex)..<end])
            guard NetworkAddress(name)?.bytes.count == 16 else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            name = String(rest[..<end])
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else { return nil }
            rest = rest[end...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        port = String(digits)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether it is this machine: `localhost`, a name under it (RFC 6761 section 6.3), or a loopback address.
    package var isLoopback: Bool {
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        guard let bytes = NetworkAddress(name)?.bytes else { return false }
        return bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// Whether it is an address, which no name server can make another one.
    var isAddress: Bool { NetworkAddress(name) != nil }
}

/// The hosts under which the console may be used.
///
/// A page of another site cannot use the console by making its own name point at this server (DNS rebinding): the browser
/// sends that name in `Host`.
package struct ConsoleHosts: Sendable, Hashable {
    private let names: Set<String>

    /// Accepts loopback names, addresses, and these names.
    package init(_ names: [String]) { self.names = Set(names.map { $0.lowercased() }) }

    /// The first of some texts that is not the name of a host; nil if all are.
    package static func mistake(in names: [String]) -> String? {
        names.first { name in
            guard let host = RequestHost(name) else { return true }
            return host.port != nil
        }
    }

    /// Whether the console may be used under a host.
    package func accepts(_ host: RequestHost?) -> Bool {
        guard let host else { return false }
        return host.isLoopback || host.isAddress || names.contains(host.name)
    }
}

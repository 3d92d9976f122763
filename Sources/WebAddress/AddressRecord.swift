/// An address in the making: the standard's URL record, each part already in its serialised form.
///
/// Spec: <https://url.spec.whatwg.org/#concept-url>. A list path is kept as text, every segment behind its slash.
struct AddressRecord {
    var scheme: [UInt8] = []
    var username: [UInt8] = []
    var password: [UInt8] = []
    var host: [UInt8]?
    var port: UInt16?
    var path: [UInt8] = []
    var hasOpaquePath = false
    var query: [UInt8]?
    var fragment: [UInt8]?

    var kind: SchemeKind { SchemeKind(scheme) }
}

extension AddressRecord {
    init(_ address: Address) {
        let bytes = Array(address.href.utf8)
        let parts = address.parts
        scheme = Array(bytes[parts.scheme])
        username = Array(bytes[parts.username])
        password = Array(bytes[parts.password])
        host = parts.hasHost ? Array(bytes[parts.host]) : nil
        port = parts.port
        path = Array(bytes[parts.path])
        hasOpaquePath = parts.hasOpaquePath
        query = parts.hasQuery ? Array(bytes[parts.query]) : nil
        fragment = parts.hasFragment ? Array(bytes[parts.fragment]) : nil
    }

    // Spec: https://url.spec.whatwg.org/#concept-url-serializer
    func serialized() -> (bytes: [UInt8], parts: AddressParts) {
        var parts = AddressParts()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(serializedBytesMax)
        bytes += scheme
        parts.kind = kind
        parts.schemeEnd = UInt32(bytes.count)
        bytes.append(UInt8(ascii: ":"))
        appendAuthority(to: &bytes, &parts)
        // Without a host, a path whose first segment is empty would read back as one.
        if host == nil && !hasOpaquePath && path.starts(with: "//".utf8) { bytes += "/.".utf8 }
        parts.pathStart = UInt32(bytes.count)
        bytes += path
        parts.pathEnd = UInt32(bytes.count)
        if hasOpaquePath { parts.flags.insert(.opaquePath) }
        if let query {
            bytes.append(UInt8(ascii: "?"))
            bytes += query
            parts.flags.insert(.query)
        }
        parts.queryEnd = UInt32(bytes.count)
        if let fragment {
            bytes.append(UInt8(ascii: "#"))
            bytes += fragment
            parts.flags.insert(.fragment)
        }
        parts.end = UInt32(bytes.count)
        return (bytes, parts)
    }

    /// The parts, and as much for the marks and digits between them as there can be.
    private var serializedBytesMax: Int {
        let authority = username.count + password.count + (host?.count ?? 0)
        return scheme.count + authority + path.count + (query?.count ?? 0) + (fragment?.count ?? 0) + 16
    }

    private func appendAuthority(to bytes: inout [UInt8], _ parts: inout AddressParts) {
        guard let host else {
            parts.usernameEnd = parts.schemeEnd
            parts.hostStart = parts.schemeEnd
            parts.hostEnd = parts.schemeEnd
            return
        }
        parts.flags.insert(.host)
        bytes += "//".utf8
        bytes += username
        parts.usernameEnd = UInt32(bytes.count)
        if !password.isEmpty {
            bytes.append(UInt8(ascii: ":"))
            bytes += password
        }
        if !username.isEmpty || !password.isEmpty { bytes.append(UInt8(ascii: "@")) }
        parts.hostStart = UInt32(bytes.count)
        bytes += host
        parts.hostEnd = UInt32(bytes.count)
        if let port {
            bytes.append(UInt8(ascii: ":"))
            bytes += String(port).utf8
            parts.portNumber = port
            parts.flags.insert(.port)
        }
    }
}

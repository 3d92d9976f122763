/// Builds an address: the standard's URL record, written part by part in the order of its serialisation.
///
/// The parser finds the parts in the same order, so one buffer is enough, and a path is shortened in place.
/// Spec: <https://url.spec.whatwg.org/#concept-url> and <https://url.spec.whatwg.org/#concept-url-serializer>.
struct AddressWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var parts = AddressParts()

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    private var offset: UInt32 { UInt32(bytes.count) }

    /// Removes everything and writes a scheme, in lower case.
    mutating func begin(scheme: some Collection<UInt8>) {
        bytes.removeAll(keepingCapacity: true)
        parts = AddressParts()
        var packed: UInt64 = 0
        for byte in scheme {
            bytes.append(byte.asciiLowercased)
            packed = packed << 8 | UInt64(byte.asciiLowercased)
        }
        parts.kind = SchemeKind(packed: packed)
        parts.schemeEnd = offset
        bytes.append(UInt8(ascii: ":"))
        // There is no host yet.
        parts.usernameEnd = parts.schemeEnd
        parts.hostStart = parts.schemeEnd
        parts.hostEnd = parts.schemeEnd
        endPath(from: offset)
    }

    /// Sets the path's start, and its end to the end of the buffer; there is no query and no fragment yet.
    private mutating func endPath(from start: UInt32) {
        parts.pathStart = start
        parts.pathEnd = offset
        parts.queryEnd = offset
        parts.end = offset
    }
}

/// User name, password, host and port.
extension AddressWriter {
    mutating func openAuthority() {
        bytes += "//".utf8
        parts.flags.insert(.host)
        parts.usernameEnd = offset
        endHost(from: offset)
    }

    /// Writes user name and password; an empty password has no colon, and if both are empty nothing is written.
    mutating func credentials(username: ArraySlice<UInt8>, password: ArraySlice<UInt8>) {
        let members = PercentEncoding.EncodeSet.userinfo.members
        PercentEncoding.append(username, encoding: members, to: &bytes)
        parts.usernameEnd = offset
        if !password.isEmpty {
            bytes.append(UInt8(ascii: ":"))
            PercentEncoding.append(password, encoding: members, to: &bytes)
        }
        if !username.isEmpty || !password.isEmpty { bytes.append(UInt8(ascii: "@")) }
        endHost(from: offset)
    }

    mutating func host(_ input: ArraySlice<UInt8>) throws(AddressError) {
        try HostParser.append(input, isOpaque: !parts.isSpecial, to: &bytes)
        // For `file` the host "localhost" is serialised as an empty host.
        if parts.kind == .file && bytes[Int(parts.hostStart)...].elementsEqual("localhost".utf8) {
            bytes.removeSubrange(Int(parts.hostStart)...)
        }
        endHost(from: parts.hostStart)
    }

    mutating func port(_ port: UInt16) {
        bytes.append(UInt8(ascii: ":"))
        bytes += String(port).utf8
        parts.portNumber = port
        parts.flags.insert(.port)
        endPath(from: offset)
    }

    private mutating func endHost(from start: UInt32) {
        parts.hostStart = start
        parts.hostEnd = offset
        endPath(from: offset)
    }
}

/// Path, query and fragment.
extension AddressWriter {
    /// Appends a slash and a segment.
    mutating func segment(_ segment: ArraySlice<UInt8>) {
        let start = bytes.count
        bytes.append(UInt8(ascii: "/"))
        PercentEncoding.append(segment, encoding: PercentEncoding.EncodeSet.path.members, to: &bytes)
        let isFirst = start == Int(parts.pathStart)
        if isFirst && parts.kind == .file && AddressParser.isDriveLetter(segment, normalized: false) {
            bytes[start + 2] = UInt8(ascii: ":")
        }
        endPath(from: parts.pathStart)
    }

    /// Removes the last segment.
    ///
    /// Spec: <https://url.spec.whatwg.org/#shorten-a-urls-path>.
    mutating func shortenPath() {
        let path = bytes[Int(parts.pathStart)...]
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return }
        let isOnly = slash == path.startIndex
        if parts.kind == .file && isOnly && AddressParser.isDriveLetter(path.dropFirst(), normalized: true) { return }
        bytes.removeSubrange(slash...)
        endPath(from: parts.pathStart)
    }

    mutating func opaquePath(_ path: ArraySlice<UInt8>, endsInSpace: Bool) {
        PercentEncoding.append(path, encoding: PercentEncoding.EncodeSet.c0Control.members, to: &bytes)
        if endsInSpace { PercentEncoding.appendEscape(of: 0x20, to: &bytes) }
        parts.flags.insert(.opaquePath)
        endPath(from: parts.pathStart)
    }

    mutating func query(_ query: ArraySlice<UInt8>) {
        bytes.append(UInt8(ascii: "?"))
        let set = parts.isSpecial ? PercentEncoding.EncodeSet.specialQuery : .query
        PercentEncoding.append(query, encoding: set.members, to: &bytes)
        parts.flags.insert(.query)
        parts.queryEnd = offset
        parts.end = offset
    }

    mutating func fragment(_ fragment: ArraySlice<UInt8>) {
        bytes.append(UInt8(ascii: "#"))
        PercentEncoding.append(fragment, encoding: PercentEncoding.EncodeSet.fragment.members, to: &bytes)
        parts.flags.insert(.fragment)
        parts.end = offset
    }

    /// The last step: without a host, inserts "/." before a path that begins with "//", or it would parse as a host.
    mutating func finish() {
        guard !parts.hasHost, !parts.hasOpaquePath, bytes[Int(parts.pathStart)...].starts(with: "//".utf8) else {
            return
        }
        bytes.insert(contentsOf: "/.".utf8, at: Int(parts.pathStart))
        parts.pathStart += 2
        parts.pathEnd += 2
        parts.queryEnd += 2
        parts.end += 2
    }
}

/// Copies parts of a base address.
extension AddressWriter {
    /// The last part that is copied.
    enum Reach { case authority, path, query }

    mutating func copy(_ base: Address, through reach: Reach) {
        let old = base.parts
        // The prefix "/." of `finish` is not part of the path; `finish` adds it again if needed.
        let authorityEnd = old.hasHost ? old.pathStart : old.schemeEnd + 1
        let shift = old.pathStart - authorityEnd
        // Copying array slices is much faster than copying substrings.
        let source = Array(base.href.utf8)
        bytes.removeAll(keepingCapacity: true)
        bytes += source[..<Int(authorityEnd)]
        parts = old
        parts.flags.remove([.query, .fragment])
        endPath(from: authorityEnd)
        guard reach != .authority else { return }
        bytes += source[old.path]
        endPath(from: authorityEnd)
        guard reach == .query, old.hasQuery else { return }
        bytes += source[Int(old.pathEnd)..<Int(old.queryEnd)]
        parts.flags.insert(.query)
        parts.queryEnd = old.queryEnd - shift
        parts.end = parts.queryEnd
    }
}

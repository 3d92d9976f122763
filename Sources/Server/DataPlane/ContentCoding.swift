/// The content coding of a body (RFC 9110 section 12.5.3).
package enum ContentCoding: Sendable, Hashable {
    /// No coding; always available.
    case identity
    /// gzip (RFC 1952).
    case gzip

    /// Chooses by the value of `Accept-Encoding`; without the field it is identity.
    package init(accepting field: String?) { self = .negotiate(Array((field ?? "").utf8)) }

    /// Chooses by `Accept-Encoding`: gzip if the client accepts it and does not prefer identity.
    ///
    /// It never refuses: a client that forbids both gets identity, because rules in an unwanted coding are more useful to
    /// an app than a 406.
    static func negotiate(_ field: borrowing some ByteRegion & ~Escapable) -> ContentCoding {
        if isPlainGzip(field) { return .gzip }
        var scan = CodingScan()
        for index in 0..<field.byteCount { scan.feed(field.byte(index)) }
        scan.endItem()
        let gzip = scan.gzip ?? scan.any ?? 0
        return gzip > 0 && gzip >= (scan.identity ?? 0) ? .gzip : .identity
    }

    /// Whether the list begins with gzip and has no weights, as most clients send it; the scan would have the same
    /// result.
    private static func isPlainGzip(_ field: borrowing some ByteRegion & ~Escapable) -> Bool {
        guard field.has("gzip", at: 0) else { return false }
        guard field.byteCount > 4 else { return true }
        guard field.byte(4) == UInt8(ascii: ",") else { return false }
        return field.next(UInt8(ascii: ";"), from: 5) == field.byteCount
    }
}

/// One pass over `Accept-Encoding` without allocation; runs on the loop for each request.
private struct CodingScan {
    /// The weight of a coding in thousandths; nil if it was not named.
    var gzip: Int?
    var identity: Int?
    var any: Int?

    private var name: UInt64 = 0
    private var nameCount = 0
    private var part = Part.name
    private var quality = 1000
    private var scale = 0

    private enum Part { case name, parameter, weight, fraction, ended }

    mutating func feed(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: ","): endItem()
        case UInt8(ascii: ";"): part = .parameter
        case UInt8(ascii: " "), UInt8(ascii: "\t"): break
        default: feedText(byte)
        }
    }

    private mutating func feedText(_ byte: UInt8) {
        switch part {
        case .name:
            // Only the last eight bytes are stored; the count distinguishes longer names from the known ones.
            name = name << 8 | UInt64(byte | 0x20)
            nameCount += 1
        case .parameter:
            if byte == UInt8(ascii: "=") {
                part = .weight
                quality = 0
                scale = 1000
            } else if byte | 0x20 != UInt8(ascii: "q") {
                part = .ended
            }
        case .weight:
            if byte == UInt8(ascii: "1") { quality = 1000 }
            if byte == UInt8(ascii: ".") { part = .fraction }
        case .fraction:
            scale /= 10
            if (0x30...0x39).contains(byte) { quality = min(1000, quality + Int(byte - 0x30) * scale) }
        case .ended:
            break
        }
    }

    mutating func endItem() {
        switch (name, nameCount) {
        case (0x677A_6970, 4), (0x782D_677A_6970, 6): gzip = quality  // "gzip", "x-gzip"
        case (0x6964_656E_7469_7479, 8): identity = quality  // "identity"
        case (0x2A, 1): any = quality  // "*", whose bit 5 is set already
        default: break
        }
        name = 0
        nameCount = 0
        part = .name
        quality = 1000
        scale = 0
    }
}

/// Bytes in base64 with padding (RFC 4648 section 4).
package func base64(_ bytes: [UInt8]) -> String {
    let text = base64(bytes, last: "+/")
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
}

/// Bytes in base64url without padding (RFC 4648 section 5).
package func base64URL(_ bytes: [UInt8]) -> String { base64(bytes, last: "-_") }

/// Six bits for each character; `last` has the two letters in which the alphabets differ.
private func base64(_ bytes: [UInt8], last: String) -> String {
    let letters = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var (buffer, bits) = (0, 0)
    for byte in bytes {
        buffer = (buffer << 8 | Int(byte)) & 0xFFFF
        bits += 8
        while bits >= 6 {
            bits -= 6
            text.append(letters[buffer >> bits & 0x3F])
        }
    }
    if bits > 0 { text.append(letters[buffer << (6 - bits) & 0x3F]) }
    return String(decoding: text, as: UTF8.self)
}

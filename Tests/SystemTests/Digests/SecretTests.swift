import Digests
import TestSupport
import Testing

@Suite("Secrets and hexadecimal", .scheduled)
struct SecretTests {
    @Test("every byte converts to hexadecimal and back")
    func roundTrip() {
        let all = (0...255).map { UInt8($0) }
        #expect(bytes(fromHex: hex(all)) == all)
        #expect(bytes(fromHex: hex(all).uppercased()) == all)
        #expect(hex([0, 9, 10, 255]) == "00090aff")
    }

    @Test(
        "base64 of the examples of RFC 4648 section 10, and both alphabets",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, expected: String) {
        #expect(Digests.base64(Array(text.utf8)) == expected)
        #expect(base64URL(Array(text.utf8)) == expected.replacing("=", with: ""))
        #expect(Digests.base64([0xFB, 0xEF, 0xFF]) == "++//" && base64URL([0xFB, 0xEF, 0xFF]) == "--__")
    }

    @Test("text that is not hexadecimal is refused", arguments: ["0", "0g", "g0", " 00", "0x00", "00é0"])
    func refused(text: String) {
        #expect(bytes(fromHex: text) == nil)
    }

    @Test("random bytes have the requested count and do not repeat", arguments: [0, 1, 7, 8, 9, 32, 1000])
    func random(count: Int) {
        let one = SecureRandom.bytes(count)
        #expect(one.count == count)
        if count >= 8 { #expect(one != SecureRandom.bytes(count)) }
    }

    @Test("random bytes have all values")
    func coverage() {
        #expect(Set(SecureRandom.bytes(100_000)).count == 256)
    }

    @Test("a difference at any position is found")
    func comparison() {
        let secret = (0..<32).map { UInt8($0) }
        #expect(constantTimeEqual(secret, secret))
        #expect(constantTimeEqual([], []))
        #expect(!constantTimeEqual(secret, Array(secret.dropLast())))
        for place in secret.indices {
            var other = secret
            other[place] ^= 0x80
            #expect(!constantTimeEqual(secret, other))
        }
    }
}

import Digests
import TestSupport
import Testing

@Suite("SHA-256", .scheduled)
struct SHA256Tests {
    /// FIPS 180-4 example vectors, as published with the Secure Hash Standard.
    static let vectors: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ]

    @Test("a digest is the published one", arguments: vectors)
    func published(text: String, expected: String) {
        #expect(SHA256.hexDigest(of: Array(text.utf8)) == expected)
    }

    @Test("the digest of a million letters is the published one")
    func million() {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            SHA256.hexDigest(of: bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("pieces of any size give the digest of the whole", arguments: [1, 3, 63, 64, 65, 1000])
    func pieces(size: Int) {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        var digest = SHA256()
        for start in stride(from: 0, to: bytes.count, by: size) {
            digest.update(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(digest.finalize() == SHA256.hash(bytes))
    }

    @Test("an unfinished computation can be freed")
    func unfinished() {
        var digest = SHA256()
        digest.update([1, 2, 3])
    }
}

/// A version of an app or an operating system: up to four dotted numbers; missing ones are 0 (language.md L4.4).
package struct Version: Sendable, Comparable, CustomStringConvertible {
    /// The first and most significant number.
    package var major: UInt32
    /// The second number.
    package var minor: UInt32
    /// The third number.
    package var patch: UInt32
    /// The fourth number.
    package var build: UInt32

    /// Makes a version from its numbers.
    package init(_ major: UInt32, _ minor: UInt32 = 0, _ patch: UInt32 = 0, _ build: UInt32 = 0) {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.build = build
    }

    /// Reads `5`, `5.2`, `5.2.1` or `5.2.1.300`; nil for another text or a number above 2^32 − 1.
    package init?(_ text: String) {
        self.init(utf8: text.utf8)
    }

    init?(utf8 text: some Sequence<UInt8>) {
        var parts: (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        var (index, digits): (Int, Int) = (0, 0)
        var number: UInt64 = 0
        func store() {
            let part = UInt32(truncatingIfNeeded: number)
            switch index {
            case 0: parts.0 = part
            case 1: parts.1 = part
            case 2: parts.2 = part
            default: parts.3 = part
            }
        }
        for byte in text {
            if byte == 0x2E {
                guard digits > 0, index < 3 else { return nil }
                store()
                (index, digits, number) = (index + 1, 0, 0)
            } else {
                guard byte &- 0x30 < 10 else { return nil }
                number = number * 10 + UInt64(byte - 0x30)
                digits += 1
                guard number <= UInt64(UInt32.max) else { return nil }
            }
        }
        guard digits > 0 else { return nil }
        store()
        self.init(parts.0, parts.1, parts.2, parts.3)
    }

    /// The version with trailing zeros left out.
    package var description: String {
        var parts = [major, minor, patch, build]
        while parts.count > 1, parts.last == 0 { parts.removeLast() }
        return parts.map(String.init).joined(separator: ".")
    }

    /// Orders versions number by number.
    package static func < (a: Version, b: Version) -> Bool {
        (a.major, a.minor, a.patch, a.build) < (b.major, b.minor, b.patch, b.build)
    }

    /// The least version.
    static let least = Version(0)
    /// The greatest version.
    static let greatest = Version(.max, .max, .max, .max)

    /// The next greater version; nil for the greatest.
    var successor: Version? {
        if build < .max { return Version(major, minor, patch, build + 1) }
        if patch < .max { return Version(major, minor, patch + 1, 0) }
        if minor < .max { return Version(major, minor + 1, 0, 0) }
        return major < .max ? Version(major + 1) : nil
    }

    /// The next smaller version; nil for the least.
    var predecessor: Version? {
        if build > 0 { return Version(major, minor, patch, build - 1) }
        if patch > 0 { return Version(major, minor, patch - 1, .max) }
        if minor > 0 { return Version(major, minor - 1, .max, .max) }
        return major > 0 ? Version(major - 1, .max, .max, .max) : nil
    }
}

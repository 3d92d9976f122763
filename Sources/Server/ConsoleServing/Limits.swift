import HTTPExchange
import StoreRecords

/// Limits of the console, each with its reason.
package enum ConsoleLimits {
    /// Largest file of `consoleFolder` that is served, in bytes; the largest one of the program has less than 100 kB.
    package static let fileBytesMax = 4 << 20

    /// Longest name of a file, in bytes.
    package static let nameBytesMax = 64

    /// Hexadecimal digits of the hash in addresses of files: 64 bits name a version of the files.
    package static let hashDigits = 16

    /// Random bytes of a session's cookie: 256 bits.
    static let secretBytes = 32

    /// How long browsers keep the cookie, in seconds: as long as a session lasts at most.
    static let cookieSeconds = 7 * 24 * 60 * 60

    /// Random bytes of a one-time code: 128 bits, valid for minutes.
    static let codeBytes = 16

    /// How long a one-time code is valid, in milliseconds: 10 minutes.
    package static let codeMilliseconds: Int64 = 10 * 60 * 1000

    /// One-time codes at once; one more ends the oldest.
    static let codesMax = 256

    /// One-time codes of one token at once; one more ends its oldest.
    static let codesPerTokenMax = 8

    /// Sign-ins with one token in a minute: a person needs a few, and each is a write to the disk.
    static let signInsPerMinuteMax = 60

    /// Longest name of a person whom a proxy names, in bytes: with `person:` before it, the audit can be searched for it.
    package static let personBytesMax = ExchangeLimits.titleBytesMax - ProxiedPerson.prefix.utf8.count

    /// Most groups of a person; a head has at most 32 kB.
    static let personGroupsMax = 512

    /// Largest body of a sign-in, in bytes: a token has at most 256.
    static let signInBytesMax = 4096

    /// Most characters of a token or a code, so that a body with any of them is within its limit.
    static let signInCharactersMax = 256
}

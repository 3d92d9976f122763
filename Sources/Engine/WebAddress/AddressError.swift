/// Why a text is not an address.
public struct AddressError: Error, Sendable, Hashable {
    /// The kinds of error; raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no scheme and no base address.
        case missingScheme = "missing-scheme"
        /// The base has an opaque path (`mailto:x`), against which only a fragment can be resolved.
        case opaqueBase = "opaque-base"
        /// An address whose scheme requires a host has none, or there is a user name or a port without a host.
        case missingHost = "missing-host"
        /// The host has a forbidden character.
        case forbiddenHostCharacter = "forbidden-host-character"
        /// The domain is not valid under UTS 46.
        case invalidDomain = "invalid-domain"
        /// The host ends in a number but is not an IPv4 address.
        case invalidIPv4 = "invalid-ipv4"
        /// The text in the brackets of the host is not an IPv6 address.
        case invalidIPv6 = "invalid-ipv6"
        /// The port is not a number from 0 to 65535.
        case invalidPort = "invalid-port"
        /// The address is longer than 2 MiB.
        case tooLong = "too-long"
    }

    /// The kind of error.
    public var code: Code
    /// The offset in the input in UTF-8 bytes: of the wrong character, or of the start of the wrong part.
    public var offset: Int
    /// What was found, in a few words.
    public var detail: String

    /// Makes an error from its parts.
    public init(code: Code, offset: Int, detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// What to do about it.
    public var hint: String {
        switch code {
        case .missingScheme: "write the whole address, beginning with https://"
        case .opaqueBase: "use an absolute address, or a base that has a host"
        case .missingHost: "write a host after the two slashes"
        case .forbiddenHostCharacter: "remove the character; a host has no spaces or separators"
        case .invalidDomain: "check the domain's spelling; its characters must be allowed in domain names"
        case .invalidIPv4: "write four numbers from 0 to 255, or put a letter into the last label"
        case .invalidIPv6: "write an IPv6 address in brackets, as in [2001:db8::1]"
        case .invalidPort: "write a port from 0 to 65535, or none"
        case .tooLong: "shorten the address"
        }
    }
}

extension AddressError {
    /// What is wrong and what to do about it, as sentences for people.
    package var explanation: String {
        "This is not an address: \(detail). \(hint.prefix(1).uppercased() + hint.dropFirst())."
    }
}

extension AddressError: CustomStringConvertible {
    /// Code, offset and detail in one line.
    public var description: String { "\(code.rawValue) at byte \(offset): \(detail)" }
}

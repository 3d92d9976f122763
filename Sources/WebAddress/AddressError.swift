/// Why a text is not an address.
public struct AddressError: Error, Sendable, Hashable {
    /// What is wrong; raw values are stable.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no scheme, and no base address to take one from.
        case missingScheme = "missing-scheme"
        /// The base has an opaque path (`mailto:x`), against which only a fragment can be resolved.
        case opaqueBase = "opaque-base"
        /// A scheme that needs a host has none, or a user name or port stands without one.
        case missingHost = "missing-host"
        /// The host holds a character that no host may hold.
        case forbiddenHostCharacter = "forbidden-host-character"
        /// The domain is not valid under UTS 46.
        case invalidDomain = "invalid-domain"
        /// The host ends in a number but is no IPv4 address.
        case invalidIPv4 = "invalid-ipv4"
        /// The brackets of the host hold no IPv6 address.
        case invalidIPv6 = "invalid-ipv6"
        /// The port is not a number from 0 to 65535.
        case invalidPort = "invalid-port"
        /// The address is longer than two megabytes.
        case tooLong = "too-long"
    }

    /// What is wrong.
    public var code: Code
    /// Where in the input, as an offset in UTF-8 bytes: the faulty character, or the start of the faulty part.
    public var offset: Int
    /// What was found there, for a person.
    public var detail: String

    /// An error from its parts.
    public init(code: Code, offset: Int, detail: String) {
        self.code = code
        self.offset = offset
        self.detail = detail
    }

    /// What to write instead, for a person.
    public var hint: String {
        switch code {
        case .missingScheme: "begin with a scheme, as in https://example.com/"
        case .opaqueBase: "give a whole address, or a base that has a host"
        case .missingHost: "write a host after the two slashes"
        case .forbiddenHostCharacter: "remove the character; a space or a separator cannot stand in a host"
        case .invalidDomain: "check the domain's spelling; its characters must be allowed in domain names"
        case .invalidIPv4: "write four numbers from 0 to 255, or let the last label hold a letter"
        case .invalidIPv6: "write an IPv6 address in brackets, as in [2001:db8::1]"
        case .invalidPort: "write a port from 0 to 65535, or none"
        case .tooLong: "shorten the address"
        }
    }
}

extension AddressError: CustomStringConvertible {
    /// Code, offset and detail in one line.
    public var description: String { "\(code.rawValue) at byte \(offset): \(detail)" }
}

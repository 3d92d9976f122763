/// Limits of pages and of what is read for them, each with its reason.
package enum LinkPageLimits {
    /// The most characters of a title: a heading of three lines on a phone.
    static let titleCharacters = 80
    /// The most bytes of `Accept-Language` that are read; browsers send less than a hundred.
    static let languageBytes = 256
    /// The most languages of it that are compared.
    static let languages = 16
    /// The most bytes of a link that is handed over in the address of a store or a page: encoded twice it is three times as
    /// long, and addresses above 8 kB do not arrive everywhere.
    package static let handedBytes = 1024
    /// The most bytes of a campaign value; a longer one is left out.
    static let campaignBytes = 256
    /// The most bytes of an address with a code: larger codes are hard to scan from a screen, and long to draw.
    package static let codeBytes = 331
    /// The most redirects between served hosts that are followed to find a loop: as many as a browser may need.
    static let hops = 5
}

/// Limits of what is read.
package enum ClientAgentLimits {
    /// Bytes of a header field's value that are looked at; what follows has no effect.
    package static let fieldBytes = 1024
    /// The most bytes of a version.
    package static let versionBytes = 20
}

/// Limits of a code.
package enum QRCodeLimits {
    /// The most bytes of a text: version 40 with level M.
    package static let bytes = 2331
    /// Modules around the code that stay light, so that scanners find it.
    package static let quietZone = 4
}

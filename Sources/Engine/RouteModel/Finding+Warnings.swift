extension Finding.Code {
    /// A pattern and the setting `authority` contradict each other.
    package static let authority = Self(rawValue: "authority")
    /// A platform is a word that no client is known to send; `reason` is `case`, `similar` or `unknown`.
    package static let unknownPlatform = Self(rawValue: "unknown-platform")
    /// A region is no code of ISO 3166-1; `reason` is `case` or `unknown`.
    package static let unknownRegion = Self(rawValue: "unknown-region")
    /// A language range has a part that is no code; `reason` is `language` or `region`.
    package static let unknownLanguage = Self(rawValue: "unknown-language")
    /// A capture is written as the other side of a rule writes it; `reason` is `braces` or `colon`.
    package static let wrongPlaceholder = Self(rawValue: "wrong-placeholder")
    /// The target does not use a capture; `reason` is `redirect` or `screen`.
    package static let unusedCapture = Self(rawValue: "unused-capture")
    /// A rule gives a screen a parameter that no stored build's screen has.
    package static let unknownParameter = Self(rawValue: "unknown-parameter")
    /// A share is under one percent, perhaps because its author meant a fraction.
    package static let smallShare = Self(rawValue: "small-share")
    /// A host differs from one of the origins by one letter.
    package static let similarHost = Self(rawValue: "similar-host")

    /// A pattern that means something else than it looks like; `reason` is `space`, `percent` or `every-host`.
    package static let unusualPattern = Self(rawValue: "unusual-pattern")

    /// The codes that block a release; `loop` is also a warning where no address loops.
    package static let errors: [Self] = [
        .chainTooLong, .destinationNotAllowed, .duplicate, .expectationFailed, .loop, .missingScreen, .syntax,
        .tooManyAlternatives, .unboundVariable, .unsafeVariable,
    ]

    /// The codes that are warnings about rules; a rule can allow them.
    package static let warnings: [Self] = [
        .authority, .deadEnd, .expired, .notYet, .shadowed, .similarHost, .smallShare, .tie, .unknownLanguage,
        .unknownParameter, .unknownPlatform, .unknownRegion, .unusedCapture, .unusualPattern, .wrongPlaceholder,
    ]
}

/// A warning that the author of a rule accepts, so that checks count it but do not list it.
package struct AllowedFinding: Sendable, Equatable {
    /// The code of the warning.
    package var code: Finding.Code
    /// Why it is accepted; nil if the author gave no reason.
    package var reason: String?

    /// Makes an entry.
    package init(_ code: Finding.Code, reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}

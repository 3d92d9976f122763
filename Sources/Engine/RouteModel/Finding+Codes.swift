/// Every code of a finding: its name and word, then the list that says whether it blocks a release and who may allow it.
///
/// The names are computed, which is less code in apps than one stored value each.
extension Finding.Code {
    /// A pattern, template, condition or key is not valid.
    public static var syntax: Self { Self(rawValue: "syntax") }
    /// A template uses a variable that an alternative of the pattern does not bind.
    public static var unboundVariable: Self { Self(rawValue: "unbound-variable") }
    /// A template puts a capture where it could change the address's structure.
    public static var unsafeVariable: Self { Self(rawValue: "unsafe-variable") }
    /// The settings do not allow the scheme and host of a redirect.
    public static var destinationNotAllowed: Self { Self(rawValue: "destination-not-allowed") }
    /// A rule, or all rules together, have more alternatives than a release may have.
    public static var tooManyAlternatives: Self { Self(rawValue: "too-many-alternatives") }
    /// Two rules match the same addresses under the same conditions.
    public static var duplicate: Self { Self(rawValue: "duplicate") }
    /// Redirects form a loop.
    public static var loop: Self { Self(rawValue: "loop") }
    /// A chain has more than ``ModelLimits/redirectsMax`` redirects.
    public static var chainTooLong: Self { Self(rawValue: "chain-too-long") }
    /// A rule leads to a screen that an app version does not have.
    public static var missingScreen: Self { Self(rawValue: "missing-screen") }
    /// A stored test address does not resolve as expected.
    public static var expectationFailed: Self { Self(rawValue: "expectation-failed") }
    /// A rule can never win.
    public static var shadowed: Self { Self(rawValue: "shadowed") }
    /// Only the position in the draft decides which of two rules wins.
    public static var tie: Self { Self(rawValue: "tie") }
    /// A redirect leads to one of the app's own schemes, and no rule matches the address.
    public static var deadEnd: Self { Self(rawValue: "dead-end") }
    /// A rule's time window is over.
    public static var expired: Self { Self(rawValue: "expired") }
    /// A rule's time window has not begun.
    public static var notYet: Self { Self(rawValue: "not-yet") }
    /// A pattern and the setting `authority` contradict each other.
    package static var authority: Self { Self(rawValue: "authority") }
    /// A platform is a word that no client is known to send; `reason` is `case`, `similar` or `unknown`.
    package static var unknownPlatform: Self { Self(rawValue: "unknown-platform") }
    /// A region is no code of ISO 3166-1; `reason` is `case` or `unknown`.
    package static var unknownRegion: Self { Self(rawValue: "unknown-region") }
    /// A language range has a part that is no code; `reason` is `language` or `region`.
    package static var unknownLanguage: Self { Self(rawValue: "unknown-language") }
    /// A capture is written as the other side of a rule writes it; `reason` is `braces` or `colon`.
    package static var wrongPlaceholder: Self { Self(rawValue: "wrong-placeholder") }
    /// The target does not use a capture; `reason` is `redirect` or `screen`.
    package static var unusedCapture: Self { Self(rawValue: "unused-capture") }
    /// A rule gives a screen a parameter that no stored build's screen has.
    package static var unknownParameter: Self { Self(rawValue: "unknown-parameter") }
    /// A share is under one percent, perhaps because its author meant a fraction.
    package static var smallShare: Self { Self(rawValue: "small-share") }
    /// A host differs from one of the origins by one letter.
    package static var similarHost: Self { Self(rawValue: "similar-host") }
    /// A pattern that means something else than it looks like; `reason` is `space`, `percent` or `every-host`.
    package static var unusualPattern: Self { Self(rawValue: "unusual-pattern") }
    /// A surface's host does not belong to the app.
    package static var hostNotOwned: Self { Self(rawValue: "host-not-owned") }
    /// An operating system would refuse or discard a part of a link file; `reason` says what.
    package static var linkFile: Self { Self(rawValue: "link-file") }
    /// A rule matches addresses of a host that the operating systems never give to the app.
    package static var unclaimed: Self { Self(rawValue: "unclaimed") }
    /// The operating systems give addresses to the app that no rule of some build matches.
    package static var claimedUnresolved: Self { Self(rawValue: "claimed-unresolved") }
    /// The address on the web that a link falls back to is given to the app itself.
    package static var claimLoop: Self { Self(rawValue: "claim-loop") }
    /// The operating systems give more addresses to the app than a rule matches.
    package static var claimWider: Self { Self(rawValue: "claim-wider") }
    /// The operating systems give fewer addresses to the app than a rule matches.
    package static var claimNarrower: Self { Self(rawValue: "claim-narrower") }
    /// A build that is still about does not declare the host or the path of links that are for it.
    package static var manifestScope: Self { Self(rawValue: "manifest-scope") }
    /// A path of a sign-in is given to the app.
    package static var never: Self { Self(rawValue: "never") }
    /// An entry of a foreign table was left out.
    package static var importDropped: Self { Self(rawValue: "import-dropped") }
    /// A part of an entry was left out, or means something else now.
    package static var importChanged: Self { Self(rawValue: "import-changed") }
    /// An address leads to different places in the source's order and by specificity.
    package static var importOrder: Self { Self(rawValue: "import-order") }
    /// A foreign table cannot express a rule.
    package static var exportDropped: Self { Self(rawValue: "export-dropped") }
    /// A part of the check reached a limit, so that not everything was checked.
    package static var checkIncomplete: Self { Self(rawValue: "check-incomplete") }

    /// The codes that block a release; ``loop`` is also a warning where no address loops.
    package static let errors: [Self] = [
        .chainTooLong, .destinationNotAllowed, .duplicate, .expectationFailed, .hostNotOwned, .importDropped,
        .linkFile, .loop, .missingScreen, .syntax, .tooManyAlternatives, .unboundVariable, .unsafeVariable,
    ]

    /// The codes that are warnings about rules and links, which a rule can allow.
    package static let allowable: [Self] = [
        .authority, .claimLoop, .claimNarrower, .claimWider, .claimedUnresolved, .deadEnd, .expired, .manifestScope,
        .never, .notYet, .shadowed, .similarHost, .smallShare, .tie, .unclaimed, .unknownLanguage, .unknownParameter,
        .unknownPlatform, .unknownRegion, .unusedCapture, .unusualPattern, .wrongPlaceholder,
    ]

    /// The codes that are warnings about a whole check, import or export; ``importOrder`` also refuses an import.
    package static let notes: [Self] = [
        .checkIncomplete, .exportDropped, .importChanged, .importOrder,
    ]

    /// The severity of the code unless a finding says otherwise (language.md section 8); a word of no list is an error.
    public var severity: Finding.Severity {
        Self.allowable.contains(self) || Self.notes.contains(self) ? .warning : .error
    }
}

package import RouteModel

extension Finding.Code {
    /// A surface's host does not belong to the app.
    package static let hostNotOwned = Self(rawValue: "host-not-owned")
    /// An operating system would refuse or discard a part of a link file; `reason` says what.
    package static let linkFile = Self(rawValue: "link-file")
    /// A rule matches addresses of a host that the operating systems never give to the app.
    package static let unclaimed = Self(rawValue: "unclaimed")
    /// The operating systems give addresses to the app that no rule of some build matches.
    package static let claimedUnresolved = Self(rawValue: "claimed-unresolved")
    /// The address on the web that a link falls back to is given to the app itself.
    package static let claimLoop = Self(rawValue: "claim-loop")
    /// The operating systems give more addresses to the app than a rule matches.
    package static let claimWider = Self(rawValue: "claim-wider")
    /// The operating systems give fewer addresses to the app than a rule matches.
    package static let claimNarrower = Self(rawValue: "claim-narrower")
    /// A build that is still about does not declare the host or the path of links that are for it.
    package static let manifestScope = Self(rawValue: "manifest-scope")
    /// A path of a sign-in is given to the app.
    package static let never = Self(rawValue: "never")

    /// The errors about links.
    package static let linkErrors: [Self] = [.hostNotOwned, .linkFile]

    /// The warnings about links, which a rule can allow as those of ``warnings``.
    package static let linkWarnings: [Self] = [
        .claimLoop, .claimNarrower, .claimWider, .claimedUnresolved, .manifestScope, .never, .unclaimed,
    ]

    /// Every warning that a rule can allow.
    package static let allowable: [Self] = (warnings + linkWarnings).sorted { $0.rawValue < $1.rawValue }
}

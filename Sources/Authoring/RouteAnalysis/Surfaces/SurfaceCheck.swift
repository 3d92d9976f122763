import LinkFiles
import RouteDocuments
import RouteModel
import RouteOrder
import RoutePattern
import WebAddress

/// Compares what operating systems do with links of the draft's hosts with what its rules say (language.md section 10).
struct SurfaceCheck {
    let release: CompiledDraft
    let links: LinkSettings
    let hosts: [HostSurface]
    let owned: Set<String>?
    /// What the release that is served keeps; its files are those that devices have.
    let served: ReleaseSurfaces?
    let screens: ScreenTable
    /// What builds declare, by their position in ``screens``.
    let declared: [Int: DeclaredLinks]
    let now: Instant

    /// Prepares a check.
    ///
    /// - Parameters:
    ///   - release: The draft.
    ///   - owned: The hosts that belong to the app; nil where that is not known.
    ///   - served: What the release that is served keeps beside its body; nil if none is.
    ///   - screens: The builds that are still about.
    ///   - now: The instant of conditions.
    init(
        release: CompiledDraft, owned: Set<String>?, served: ReleaseSurfaces? = nil, screens: ScreenTable, now: Instant
    ) {
        self.release = release
        self.owned = owned
        self.served = served
        self.screens = screens
        declared = screens.hosts.mapValues(DeclaredLinks.init)
        self.now = now
        links = release.draft.settings.links
        let alternatives = links.surfaces.isEmpty ? [] : release.entries.map(\.value)
        hosts = links.surfaces.sorted { $0.key < $1.key }.map { host, settings in
            HostSurface(host, settings, alternatives, release)
        }
    }

    /// What a release keeps beside its body.
    ///
    /// A second host has the files of ``LinkSettings/source(of:)``: only then does a tap on a page of the first host open
    /// the app there.
    var frozen: ReleaseSurfaces {
        var surfaces = ReleaseSurfaces(of: release.draft)
        for name in hosts.flatMap({ [$0.host, $0.settings.secondHost].compactMap(\.self) }) {
            surfaces.files[name] = serving(name)?.files
        }
        return surfaces
    }

    /// The surface that the files of a host say; nil for a host without files.
    func serving(_ host: String) -> HostSurface? {
        let source = links.source(of: host)
        return hosts.first { $0.host == source }
    }

    func findings() -> [Finding] {
        unresolvedOnDevices()
            + hosts.flatMap { host in
                var findings = ownership(host) + defects(host) + strange(host)
                guard host.hasApps else { return findings }
                findings += harmony(host) + host.departures.map { departure(host, $0) } + unclaimed(host) + loops(host)
                findings += unresolvedClaims(host) + unresolvedByBuilds(host) + undeclared(host) + signIns(host)
                return Array(findings.prefix(Limits.findingsMax))
            }
    }

    /// The JSON pointer to a host.
    static func pointer(_ host: String, _ member: String? = nil) -> String {
        "/settings/surfaces/\(host)" + (member.map { "/\($0)" } ?? "")
    }

    // MARK: The files

    private func ownership(_ host: HostSurface) -> [Finding] {
        guard let owned else { return [] }
        let second = host.settings.secondHost.map { (name: $0, pointer: Self.pointer(host.host, "secondHost")) }
        return [(host.host, Self.pointer(host.host)), second].compactMap(\.self)
            .filter { !owned.contains($0.name) }.map { name, pointer in
                Finding(
                    .hostNotOwned, pointer: pointer, detail: "The host \(name) does not belong to this app.",
                    hint: "Ask an unlimited administrator for PUT /v1/hosts/\(name), or remove it from the surfaces.")
            }
    }

    private func defects(_ host: HostSurface) -> [Finding] {
        host.surface.problems.map { problem in
            Finding(
                .linkFile, reason: problem.code.rawValue, pointer: Self.pointer(host.host),
                detail: "The files of \(host.host) have a defect at \(problem.place): \(problem.message).",
                hint: "Correct the surface, or the patterns of the rules that it is made of.")
        }
    }

    /// Patterns that read like an address with more than a path.
    private func strange(_ host: HostSurface) -> [Finding] {
        [("never", host.settings.never), ("claim", host.settings.claim ?? [])].flatMap { member, patterns in
            patterns.enumerated().compactMap { place, pattern in
                let pointer = Self.pointer(host.host, "\(member)/\(place)")
                if pattern.utf8.contains(UInt8(ascii: "#")) {
                    return Finding(
                        .linkFile, reason: LinkProblem.Code.malformed.rawValue, pointer: pointer,
                        detail: "\"\(pattern)\" has a fragment, and patterns are of paths.",
                        hint: "Leave it out; write %23 for the sign itself.")
                }
                guard member == "never", pattern.drop(while: { $0 != "?" }).contains("=") else { return nil }
                return Finding(
                    .unusualPattern, reason: "query", pointer: pointer,
                    detail: "\"\(pattern)\" reads like a query, and \"?\" is any character of the path.",
                    hint: "Leave the query out: addresses of the path never open the app, whatever their query is.")
            }
        }
    }

    // MARK: Rules and claims

    private func departure(_ host: HostSurface, _ departure: ClaimDeparture) -> Finding {
        let rule = release.rule(departure.alternative)
        let isWider = departure.direction == .wider
        return Finding(
            isWider ? .claimWider : .claimNarrower, reason: departure.reason.rawValue,
            rules: [rule.id], pointer: Self.pointer(host.host),
            detail: isWider
                ? "The files of \(host.host) give more addresses to the app than the rule matches."
                : "The rule matches addresses of \(host.host) that the files do not give to the app.",
            hint: isWider
                ? "The app must open such an address in a browser; or list its path in \"never\"."
                : "Links to such an address open in a browser; write patterns that the files can say.",
            witness: departure.witness.map { Finding.Witness(address: $0) })
    }

    /// Paths that HarmonyOS's file cannot say.
    private func harmony(_ host: HostSurface) -> [Finding] {
        guard host.isWiderOnHarmony else { return [] }
        let kept = host.surface.excludes.lazy.compactMap { Self.sample(of: $0, on: host.host) }.first
        return [
            Finding(
                .claimWider, reason: "harmony", pointer: Self.pointer(host.host, "harmony"),
                detail: "HarmonyOS's file of \(host.host) has no paths: only the app's module file can keep links out.",
                hint: "Name the paths that the app opens in \"uris\" of its module.json5, none of those of \"never\".",
                witness: kept.map { Finding.Witness(address: $0.href) })
        ]
    }

    /// Rules of which no address that was tried is given to an app, and with `claim` those of which one is not.
    private func unclaimed(_ host: HostSurface) -> [Finding] {
        guard !host.systems.isEmpty, host.mayMissRules else { return [] }
        let claim = host.settings.claim
        var reached: Set<Int> = []
        var missed: [Int: Address] = [:]
        forEachSample(host, ofConditionalRulesOnly: false) { position, address in
            let rule = release.entries[position].rule
            if claim == nil, reached.contains(rule) { return }
            if host.opens(address) {
                reached.insert(rule)
            } else if missed[rule] == nil || reached.contains(rule) && !host.excludes(address) {
                missed[rule] = address
            }
        }
        return missed.sorted { $0.key < $1.key }.compactMap { rule, address in
            let isReached = reached.contains(rule)
            if isReached, claim == nil || host.excludes(address) { return nil }
            return Finding(
                isReached ? .claimNarrower : .unclaimed, reason: isReached ? "claim" : nil,
                rules: [release.draft.rules[rule].id], pointer: Self.pointer(host.host),
                detail: isReached
                    ? "\"claim\" of \(host.host) leaves out addresses that the rule matches."
                    : "\(host.systems) never give links of \(host.host) that this rule matches to the app.",
                hint: "Add a pattern to \"claim\", or remove one from \"never\".",
                witness: Finding.Witness(address: address.href))
        }
    }

    /// Fallbacks on the web that the systems give to an app again.
    private func loops(_ host: HostSurface) -> [Finding] {
        guard let text = host.settings.web, let address = try? Address(text) else { return [] }
        guard let other = address.host.flatMap(serving), other.hasApps, other.opens(address) else { return [] }
        return [
            Finding(
                .claimLoop, pointer: Self.pointer(host.host, "web"),
                detail: "The fallback of \(host.host) on the web is given to the app by the files of \(other.host).",
                hint: "List its path in \"never\" of \(other.host), or take an address of a host without apps.",
                witness: Finding.Witness(address: address.href))
        ]
    }

    /// Patterns of `claim` of which an address is matched by no rule.
    private func unresolvedClaims(_ host: HostSurface) -> [Finding] {
        (host.settings.claim ?? []).map(LinkPath.pattern).enumerated().compactMap { place, pattern in
            guard let address = Self.sample(of: pattern, on: host.host), !host.excludes(address),
                release.matches(address.href).isEmpty
            else { return nil }
            return Finding(
                .claimedUnresolved, pointer: Self.pointer(host.host, "claim/\(place)"),
                detail: "\(host.systems) give an address of \"\(pattern)\" to the app, and no rule matches it.",
                hint: "Add a rule for it, or claim less.", witness: Finding.Witness(address: address.href))
        }
    }

    /// Paths of sign-ins that an app gets: a browser that begins there must stay there.
    private func signIns(_ host: HostSurface) -> [Finding] {
        let claimed = Self.signInPaths.compactMap { host.own("https://\(host.host)\($0)") }.filter { address in
            guard host.opens(address) else { return false }
            // A rule that names the path itself means it.
            return release.matches(address.href).first.map { release.entries[$0].value.path.isLiteral } != true
        }
        guard let first = claimed.first else { return [] }
        let paths = claimed.map(\.path).joined(separator: ", ")
        return [
            Finding(
                .never, pointer: Self.pointer(host.host, "never"),
                detail: "The files of \(host.host) give paths of sign-ins to the app: \(paths).",
                hint: "List them in \"never\"; a sign-in that begins in a browser must end there.",
                witness: Finding.Witness(address: first.href))
        ]
    }

    /// Common paths of sign-ins on the web and of OAuth 2.0 (RFC 6749 section 3), and those of RFC 8615.
    private static let signInPaths = [
        "/login", "/signin", "/sign-in", "/logout", "/oauth/authorize", "/oauth2/authorize", "/oauth/callback",
        "/auth/callback", "/sso", "/saml/acs", "/.well-known/openid-configuration",
    ]

    /// Calls `body` with addresses of a host and the positions of the alternatives that they were made for.
    func forEachSample(
        _ host: HostSurface, ofConditionalRulesOnly: Bool, _ body: (Int, Address) -> Void
    ) {
        guard let root = try? Address("https://\(host.host)/") else { return }
        let subject = MatchSubject(root)
        for position in release.entries.indices {
            if ofConditionalRulesOnly, release.fact(position).isUnconditional { continue }
            guard !release.work.isSpent else { return release.work.leaveOut(.steps) }
            release.work.spend(1)
            var onHost = release.entries[position].value
            (onHost.path, onHost.query) = (.any, [])
            guard onHost.match(subject) != nil else { continue }
            for text in release.samples.all(release.entries[position].value) {
                guard let address = host.own(text) else { continue }
                release.work.spend(host.steps(address))
                body(position, address)
            }
        }
    }
}

extension PathConstraint {
    /// Whether it matches one path only, but for a final slash.
    fileprivate var isLiteral: Bool {
        guard case .segments(let matchers, let ending) = self, ending.kind == .end else { return false }
        return matchers.allSatisfy { $0.literal != nil }
    }
}

import LinkFiles
package import RoutePattern
package import WebAddress

/// What the link files of a host say for the rules of an app, and where they say more or less than the rules.
///
/// Exact, unless a departure says otherwise, is: for every https address of the host whose path decodes to UTF-8 and has no
/// escaped slash (`%2F`, which systems read as a slash), the files give it to the app if and only if a rule matches it in
/// some context and no exclude does. Addresses with user names, and longer ones than
/// rules match (``PatternLimits``), are given to the app, too.
package struct RuleClaims: Sendable, Equatable {
    /// Path patterns for ``LinkSurface``, sorted, each once.
    package private(set) var claims: [String] = []
    /// Path patterns that no app opens; they come first in the files.
    package let excludes: [String]
    /// Where files and rules differ, in the order of the alternatives, up to ``LinkClaimLimits/departures``.
    package private(set) var departures: [ClaimDeparture] = []
}

extension RuleClaims {
    /// Makes the claims of a host.
    ///
    /// - Parameters:
    ///   - alternatives: those of all patterns of enabled rules; rules of other hosts, schemes and ports have no effect.
    ///   - host: the name of the host in lower case.
    ///   - excludes: the setting `never` as files say it.
    ///   - isMatched: whether a rule matches an address in some context; it confirms witnesses.
    package init(
        of alternatives: [Alternative], host: String, excludes: [String] = [],
        isMatched: (Address) -> Bool
    ) {
        self.excludes = excludes
        guard let root = try? Address("https://\(host)/") else { return }
        let subject = MatchSubject(root)
        var claimed: Set<[UInt8]> = []
        var open: [(index: Int, claim: PathClaim)] = []
        for (index, alternative) in alternatives.enumerated() {
            var onHost = alternative
            (onHost.path, onHost.query) = (.any, [])
            guard onHost.match(subject) != nil else { continue }
            let claim = PathClaim(alternative)
            if claimed.count + claim.patterns.count > LinkClaimLimits.patterns {
                add(index, .narrower, .tooMany, nil)
                continue
            }
            claimed.formUnion(claim.patterns.map { Array($0.utf8) })
            if !claim.patterns.isEmpty { open.append((index, claim)) }
        }
        claims = claimed.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
        let surface = (claims.compactMap { try? LinkPattern($0) }, excludes.compactMap { try? LinkPattern($0) })
        func isOpened(_ path: String) -> Bool {
            surface.0.contains { $0.matches(path) } && !surface.1.contains { $0.matches(path) }
        }
        for (index, claim) in open {
            compare(alternatives[index], index, claim) { [departures] paths, wanted in
                if departures.count >= LinkClaimLimits.witnesses { return nil }
                return paths.lazy.compactMap { try? Address("https://\(host)\($0)") }.first { address in
                    isMatched(address) == wanted && isOpened(LinkPath.text(of: address)) != wanted
                }?.href
            }
        }
    }

    /// Adds the departures of an alternative; `witness` finds the first of some paths on which rules and files differ.
    private mutating func compare(
        _ alternative: Alternative, _ index: Int, _ claim: PathClaim,
        _ witness: (_ paths: [String], _ isMatched: Bool) -> String?
    ) {
        let sample = SamplePaths(alternative)
        if let reason = claim.wider { add(index, .wider, reason, witness(sample.beside, false)) }
        if !alternative.query.isEmpty {
            let names = alternative.query.map { PercentEncoding.encode($0.name, .component) }
            let queries = ["", "?" + names.map { $0 + "=" }.joined(separator: "&")]
            add(index, .wider, .query, witness(queries.map { sample.plain + $0 }, false))
        }
        if alternative.options.ignoreCase {
            let paths = [sample.plain.uppercased(), sample.plain.lowercased()]
            add(index, .narrower, .letterCase, witness(paths, true))
        }
    }

    private mutating func add(
        _ index: Int, _ direction: ClaimDeparture.Direction, _ reason: ClaimDeparture.Reason, _ witness: String?
    ) {
        if departures.count >= LinkClaimLimits.departures { return }
        departures.append(
            ClaimDeparture(alternative: index, direction: direction, reason: reason, witness: witness))
    }
}

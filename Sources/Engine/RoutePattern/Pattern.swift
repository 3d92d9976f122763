/// A pattern: an author's text or components, checked against the profile and expanded into alternatives.
///
/// The stages: text → tokens (``Tokenizer``) → components (``ConstructorStringParser``) → nodes (``ComponentParser``) →
/// choices of the optional groups (``GroupExpansion``) → constraints (`HostBuilder`, `PathBuilder` …). Each stage
/// refuses what is outside the profile, with its position.
package struct Pattern: Sendable, Equatable {
    /// The spelling to store: the author's, with spellings that URLPattern refuses replaced by equivalent ones.
    package let stored: PatternSource
    /// Whether the pattern is a path only and matches at every origin of the app.
    package let needsOrigins: Bool
    /// How paths are compared.
    let options: PatternOptions
    /// The weight of its alternatives before origins are applied, at least 1; see ``weight(origins:)``.
    package let ownWeight: Int
    /// The alternatives before origins are applied; nil if each use parses them again.
    let kept: [Alternative]?

    /// The alternatives in order, before origins are applied: a path-only pattern has any scheme, host and port.
    package var own: [Alternative] {
        if let kept { return kept }
        // The stored spelling was parsed before, so it has alternatives.
        switch stored {
        case .text(let text): return (try? ParsedPattern(text: text, options: options))?.alternatives ?? []
        case .components(let parts): return (try? ParsedComponents(parts, options: options))?.alternatives ?? []
        }
    }

    /// The pattern without its alternatives in memory: each use parses them again.
    ///
    /// Used for the patterns of a draft that has more alternatives than a release may have.
    package var compact: Pattern { Pattern(compacting: self) }

    private init(compacting other: Pattern) {
        stored = other.stored
        needsOrigins = other.needsOrigins
        options = other.options
        ownWeight = other.ownWeight
        kept = nil
    }

    /// Parses a pattern's text.
    ///
    /// - Throws: ``PatternError`` with the position in the text and a hint.
    package init(_ text: String, options: PatternOptions = PatternOptions()) throws(PatternError) {
        if let alternative = FastPatternParser.alternative(text, options) {
            stored = .text(text)
            needsOrigins = alternative.scheme == .any
            self.options = options
            kept = [alternative]
            ownWeight = Self.weight(of: alternative, byteCount: text.utf8.count)
            return
        }
        let parsed = try ParsedPattern(text: text, options: options)
        stored = .text(parsed.stored(text))
        needsOrigins = parsed.isPathOnly
        self.options = options
        kept = parsed.alternatives
        ownWeight = parsed.alternatives.reduce(0) { $0 + Self.weight(of: $1, byteCount: text.utf8.count) }
    }

    /// Parses a pattern of components; an absent component matches anything.
    ///
    /// - Throws: ``PatternError`` with the component, the position in it, and a hint.
    package init(components: PatternComponents, options: PatternOptions = PatternOptions()) throws(PatternError) {
        let parsed = try ParsedComponents(components, options: options)
        stored = .components(parsed.stored)
        needsOrigins = false
        self.options = options
        kept = parsed.alternatives
        ownWeight = parsed.alternatives.reduce(0) { $0 + Self.weight(of: $1, byteCount: components.byteCount) }
    }

    /// The alternatives in order; each alternative of a path-only pattern once for every origin (language.md L3.21).
    ///
    /// - Throws: ``PatternError/Code/noOrigins`` if the pattern is a path only and there are no origins.
    package func alternatives(origins: [Origin]) throws(PatternError) -> [Alternative] {
        guard needsOrigins else { return own }
        guard !origins.isEmpty else {
            throw PatternError(
                .noOrigins, at: 0, "the pattern is a path only, and the app has no origins",
                hint: "add one to settings.origins, such as https://shop.example, or write the whole address")
        }
        return own.flatMap { alternative in
            origins.map { origin in
                var whole = alternative
                (whole.scheme, whole.host, whole.port) = (origin.scheme, origin.host, origin.port)
                return whole
            }
        }
    }

    /// The alternatives of several patterns, in the order of the patterns.
    ///
    /// - Throws: As ``alternatives(origins:)``.
    package static func alternatives(
        of patterns: [Pattern], origins: [Origin]
    ) throws(PatternError) -> [Alternative] {
        // The usual case needs no copy.
        if patterns.count == 1, !patterns[0].needsOrigins, let kept = patterns[0].kept { return kept }
        var all: [Alternative] = []
        for pattern in patterns { all += try pattern.alternatives(origins: origins) }
        return all
    }

    /// Compares spelling and options, which determine the alternatives.
    package static func == (a: Pattern, b: Pattern) -> Bool {
        a.options == b.options && a.needsOrigins == b.needsOrigins && a.stored == b.stored
    }

    /// The weight of its alternatives at this number of origins, to bound the memory and time that a release needs.
    ///
    /// An alternative has the weight 1, plus 1 for every eight segments of its path, for every eight query constraints and
    /// for every 64 bytes of the pattern.
    func weight(origins: Int) -> Int { needsOrigins ? ownWeight * origins : ownWeight }

    private static func weight(of alternative: Alternative, byteCount: Int) -> Int {
        var segmentCount = 0
        if case .segments(let segments, _) = alternative.path { segmentCount = segments.count }
        return 1 + segmentCount / PatternLimits.partsPerWeight + alternative.query.count / PatternLimits.partsPerWeight
            + byteCount / PatternLimits.bytesPerWeight
    }

    /// The names that at least one alternative captures.
    var captureNames: Set<String> { Set(own.flatMap { $0.captureNames }) }
}

/// A scheme and authority, both literal, at which path-only patterns match (the setting `origins`).
package struct Origin: Sendable, Equatable {
    /// The text of the origin.
    package let text: String
    let scheme: SchemeConstraint
    let host: HostConstraint
    let port: PortConstraint

    /// Parses `scheme://authority`; an empty authority stands for addresses without a host.
    ///
    /// - Throws: ``PatternError`` with the code `origin` for any other text.
    package init(_ text: String) throws(PatternError) {
        func refusal(_ detail: String) -> PatternError {
            PatternError(
                .origin, at: 0, detail,
                hint: "write only a scheme and a host, such as https://shop.example or shop://home")
        }
        let trimmed = text.hasSuffix("/") && !text.hasSuffix("//") ? String(text.dropLast()) : text
        let parsed: ParsedPattern
        do throws(PatternError) {
            parsed = try ParsedPattern(text: trimmed, options: PatternOptions())
        } catch {
            throw refusal("“\(text)” is not an origin: \(error.detail)")
        }
        guard parsed.alternatives.count == 1, let only = parsed.alternatives.first, !parsed.isPathOnly,
            case .literal = only.scheme, only.captureNames.isEmpty, parsed.hasAuthorityOnly
        else { throw refusal("“\(text)” is not a literal scheme and authority") }
        switch (only.host, only.port) {
        case (.any, _), (.labels(_, true), _), (_, .any):
            throw refusal("“\(text)” is not a literal scheme and authority")
        default: break
        }
        self.text = text
        (scheme, host, port) = (only.scheme, only.host, only.port)
    }
}

extension [Pattern] {
    /// The sum of ``Pattern/weight(origins:)``, without a copy of a pattern.
    package func weight(origins: Int) -> Int {
        var sum = 0
        for index in indices { sum += self[index].weight(origins: origins) }
        return sum
    }
}

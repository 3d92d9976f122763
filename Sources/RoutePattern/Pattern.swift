/// A pattern: what an author wrote, checked against the profile and expanded into alternatives.
///
/// Reading goes in steps: text → tokens → components → nodes → one choice of the optional groups after another →
/// constraints. Each step refuses what it cannot mean, with its place.
package struct Pattern: Sendable, Hashable {
    /// The spelling to store: the author's, but for spellings that URLPattern would refuse.
    package let stored: PatternSource
    /// Whether the pattern is a path alone, which means that path at every origin of the app.
    package let needsOrigins: Bool
    /// How paths compare.
    package let options: PatternOptions
    /// The alternatives in order; those of a path-only pattern have no scheme, host or port yet.
    let own: [Alternative]

    /// Reads a pattern's text.
    ///
    /// - Throws: ``PatternError`` with the place in the text and a hint.
    package init(_ text: String, options: PatternOptions = PatternOptions()) throws(PatternError) {
        if let clean = CleanPattern.alternative(text, options) {
            stored = .text(text)
            needsOrigins = clean.scheme == .any
            self.options = options
            own = [clean]
            return
        }
        let reading = try PatternReading(text: text, options: options)
        stored = .text(reading.stored(text))
        needsOrigins = reading.isPathOnly
        self.options = options
        own = reading.alternatives
    }

    /// Reads a pattern of components; what is absent matches anything.
    ///
    /// - Throws: ``PatternError`` with the component, the place in it, and a hint.
    package init(components: PatternComponents, options: PatternOptions = PatternOptions()) throws(PatternError) {
        let reading = try ComponentsReading(components, options: options)
        stored = .components(reading.stored)
        needsOrigins = false
        self.options = options
        own = reading.alternatives
    }

    /// The alternatives, a path-only pattern's once per origin: all of the first alternative's origins, then the next's.
    ///
    /// - Throws: ``PatternError/Code/noOrigins`` where a path-only pattern finds none.
    package func alternatives(origins: [Origin]) throws(PatternError) -> [Alternative] {
        guard needsOrigins else { return own }
        guard !origins.isEmpty else {
            throw PatternError(
                .noOrigins, at: 0, "the pattern is a path alone, and the app has no origins",
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

    /// Those of several patterns, one pattern's behind the other's.
    ///
    /// - Throws: As ``alternatives(origins:)``.
    package static func alternatives(
        of patterns: [Pattern], origins: [Origin]
    ) throws(PatternError) -> [Alternative] {
        // Nearly always there is one; it is read where it stands.
        if patterns.count == 1, !patterns[0].needsOrigins { return patterns[0].own }
        var all: [Alternative] = []
        for pattern in patterns { all += try pattern.alternatives(origins: origins) }
        return all
    }

    /// The names that some alternative captures.
    package var captureNames: Set<String> { Set(own.flatMap(\.captureNames)) }
}

/// What a path-only pattern means: a literal scheme and authority.
package struct Origin: Sendable, Hashable {
    /// The origin as it was given.
    package let text: String
    let scheme: SchemeConstraint
    let host: HostConstraint
    let port: PortConstraint

    /// Reads `scheme://authority`; an empty authority means addresses without a host.
    ///
    /// - Throws: ``PatternError`` of code `origin` where the text is anything else.
    package init(_ text: String) throws(PatternError) {
        func refusal(_ detail: String) -> PatternError {
            PatternError(
                .origin, at: 0, detail,
                hint: "write a scheme and a host alone, such as https://shop.example or shop://home")
        }
        let bare = text.hasSuffix("/") && !text.hasSuffix("//") ? String(text.dropLast()) : text
        let reading: PatternReading
        do throws(PatternError) {
            reading = try PatternReading(text: bare, options: PatternOptions())
        } catch {
            throw refusal("“\(text)” is no origin: \(error.detail)")
        }
        guard reading.alternatives.count == 1, let only = reading.alternatives.first, !reading.isPathOnly,
            case .literal = only.scheme, only.captureNames.isEmpty, reading.hasAuthorityAlone
        else { throw refusal("“\(text)” is no literal scheme and authority") }
        switch (only.host, only.port) {
        case (.any, _), (.labels(_, true), _), (_, .any): throw refusal("“\(text)” is no literal scheme and authority")
        default: break
        }
        self.text = text
        (scheme, host, port) = (only.scheme, only.host, only.port)
    }
}

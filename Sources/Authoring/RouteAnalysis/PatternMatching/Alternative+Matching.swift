package import RoutePattern
import WebAddress

/// The value of a capture.
package enum CaptureValue: Sendable, Equatable {
    /// The text of a segment, label or query value, decoded once.
    case text(String)
    /// The decoded segments of a tail.
    case list([String])
}

extension Alternative {
    /// The captures in the order of ``captureNames``; nil if the address does not match (language.md L3.11 to L3.19).
    ///
    /// This is the reference implementation; RouteIndex has the fast implementation, and a test compares the two.
    package func match(_ subject: MatchSubject) -> [CaptureValue]? {
        guard !subject.hasCredentials, !subject.isTooLong, matchesScheme(subject), matchesPort(subject),
            let labels = matchHost(subject), let segments = matchPath(subject), let items = matchQuery(subject)
        else { return nil }
        return labels.map(CaptureValue.text) + segments + items.map(CaptureValue.text)
    }

    func matchesScheme(_ subject: MatchSubject) -> Bool {
        switch scheme {
        case .any: true
        case .literal(let text): text == subject.scheme
        }
    }

    func matchesPort(_ subject: MatchSubject) -> Bool {
        switch port {
        case .any: true
        case .schemeDefault: subject.port == nil
        case .literal(let number): subject.port == number
        }
    }

    func matchHost(_ subject: MatchSubject) -> [String]? {
        switch host {
        case .any: return []
        case .none: return subject.hostLabels == nil ? [] : nil
        case .labels(let matchers, let leadingWildcard):
            guard let labels = subject.hostLabels,
                leadingWildcard ? labels.count > matchers.count : labels.count == matchers.count
            else { return nil }
            var captures: [String] = []
            for (matcher, label) in zip(matchers, labels.suffix(matchers.count)) {
                guard let values = matcher.matches(label, ignoreCase: true) else { return nil }
                captures += values
            }
            return captures
        }
    }

    func matchPath(_ subject: MatchSubject) -> [CaptureValue]? {
        switch path {
        case .any: return subject.opaquePath == nil ? [] : nil
        case .opaque(let text, let rest):
            guard let opaque = subject.opaquePath else { return nil }
            return Self.matches(opaque, text, rest: rest, ignoreCase: options.ignoreCase) ? [] : nil
        case .segments(let matchers, let ending):
            guard subject.opaquePath == nil else { return nil }
            return match(matchers, ending, subject)
        }
    }

    private func match(_ matchers: [SegmentMatcher], _ ending: PathEnding, _ subject: MatchSubject) -> [CaptureValue]? {
        var segments = subject.segments[...]
        if !options.strictSlash, subject.endsInSlash { segments.removeLast() }
        guard segments.count >= matchers.count else { return nil }
        var captures: [CaptureValue] = []
        for (matcher, segment) in zip(matchers, segments) {
            let values =
                segment.isRaw
                ? matcher.matches(raw: segment.text, ignoreCase: options.ignoreCase)
                : matcher.matches(segment.text, ignoreCase: options.ignoreCase)
            guard let values else { return nil }
            captures += values.map(CaptureValue.text)
        }
        let tail = segments.dropFirst(matchers.count)
        switch ending {
        case .end: return tail.isEmpty ? captures : nil
        case .oneOrMore: return tail.isEmpty ? nil : captures + [.list(tail.map({ $0.text }))]
        case .zeroOrMore: return captures + [.list(tail.map({ $0.text }))]
        }
    }

    private static func matches(_ opaque: String, _ text: String, rest: Bool, ignoreCase: Bool) -> Bool {
        let address = ignoreCase ? ASCIICase.folded(opaque) : opaque
        let pattern = ignoreCase ? ASCIICase.folded(text) : text
        return rest ? address.utf8.starts(with: pattern.utf8) : address.utf8.elementsEqual(pattern.utf8)
    }

    func matchQuery(_ subject: MatchSubject) -> [String]? {
        if query.isEmpty { return [] }
        let items = subject.queryItems
        var captures: [String] = []
        for constraint in query {
            guard
                let values = constraint.match(
                    items.filter { $0.name.utf8.elementsEqual(constraint.name.utf8) }.map { $0.value })
            else { return nil }
            captures += values
        }
        return captures
    }
}

extension QueryConstraint {
    /// The captures from the values of this name, in the order of the query; nil if they do not satisfy the constraint.
    package func match(_ values: [String]) -> [String]? {
        switch test {
        case .absent: values.isEmpty ? [] : nil
        case .present: values.isEmpty ? nil : []
        case .equals(let wanted): values.contains { $0.utf8.elementsEqual(wanted.utf8) } ? [] : nil
        case .capture(let matcher) where matcher.isPlainCapture: values.first.map { [$0] }
        case .capture(let matcher): values.lazy.compactMap { matcher.matches($0, ignoreCase: false) }.first
        }
    }
}
